// `npm run check -- hours`: runs the tests at 23:30 and at 3:30, in three time zones, since some tests mean something else
// around midnight. `-- features/playdates` runs what it names, `--zone UTC --clock 23:30` selects a single run,
// `--days 400` moves the day too, `--database postgres` uses PostgreSQL. libfaketime moves the clock of every process,
// including PostgreSQL's and PGlite's, but not the one that timers use.
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { environment, print, stop } from '../tools/install.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string', default: 'embedded' },
    days: { type: 'string', default: '0' },
    zone: { type: 'string', multiple: true, default: ['UTC', 'Europe/Amsterdam', 'Pacific/Auckland'] },
    clock: { type: 'string', multiple: true, default: ['23:30', '03:30'] },
  },
})
const { zone: zones, clock: clocks } = values
const [library] = globSync('/usr/lib/{*/,}faketime/libfaketime.so.1')
if (!library) stop('This needs Linux with libfaketime: apt-get install faketime')

const failed: string[] = []
for (const zone of zones) {
  for (const clock of clocks) {
    print(`\n${clock} in ${zone}`)
    if (!(await pass(zone, clock))) failed.push(`${clock} in ${zone}`)
  }
}
if (failed.length > 0) stop(`\nTests fail at ${failed.join(', ')}.`)
print('\nThe tests pass at every hour.')

async function pass(zone: string, clock: string): Promise<boolean> {
  const now = Temporal.Now.zonedDateTimeISO(zone)
  const today = now.add({ days: Number(values.days) }).withPlainTime(clock)
  // Always ahead: a timer that interrupts a wait of PostgreSQL reads the true time, and all of them would be due.
  const then = today.epochMilliseconds > now.epochMilliseconds ? today : today.add({ days: 1 })
  const aheadS = Math.round((then.epochMilliseconds - now.epochMilliseconds) / 1000)
  const projects = ['contract', 'ui', 'web', 'server'].flatMap(name => ['--project', name])
  const vitest = ['vitest', 'run', ...projects, '--reporter=dot', ...positionals]
  const [command = '', ...args] = values.database === 'postgres' ? ['node', 'tools/postgres.ts', ...vitest] : vitest
  const env = {
    ...environment,
    TZ: zone,
    LD_PRELOAD: library,
    FAKETIME: `+${aheadS}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const options: SpawnOptions = { env, stdio: 'inherit' }
  const [code] = await once(spawn(command, args, options), 'exit')
  return code === 0
}
