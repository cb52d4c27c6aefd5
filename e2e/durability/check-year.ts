// `npm run check -- year [fathers] [weeks]`: what circles change within a year for 500 fathers of one town, who live it
// with circles and without them. The rules are the server's own; `year/drawn.ts` says what is drawn, and with which odds.
// Fails unless they meet again 1.5 times as often (the operators' figure at the end of each quarter, on average), nine of
// ten newcomers have a buddy on their first date, and nobody hears more than two notices of circles on one day, on a phone that takes all of
// them. A day has four moments two hours apart, after each of which what is due is sent.
import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { hourlyJobs } from '../../packages/server/src/app/hourly-jobs.ts'
import { createServer } from '../../packages/server/src/app/server.ts'
import { createServices } from '../../packages/server/src/app/services.ts'
import { settle } from '../../packages/server/src/domain/consequences/consequences.ts'
import { openPictures } from '../../packages/server/src/domain/pictures.ts'
import { createLocalBus } from '../../packages/server/src/platform/bus/bus.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { type Db, sql } from '../../packages/server/src/platform/db/db.ts'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { openPostgres } from '../../packages/server/src/platform/db/postgres.ts'
import { topic } from '../../packages/server/src/platform/live/watching/announcer.ts'
import { openLog } from '../../packages/server/src/platform/log.ts'
import { startPushStandIn } from '../../packages/server/src/testing/push-stand-in.ts'
import { createDatabase, startPostgres } from '../../tools/postgres.ts'
import { temporaryDataDir } from '../../tools/product.ts'
import { aYear } from './year/a-year.ts'
import type { Year } from './year/figures.ts'
import { clock, setClock } from './year/town.ts'

const [fathers = 500, weeks = 52] = process.argv.slice(2).map(Number)
const aims = { metAgain: 1.5, withBuddy: 0.9, noticesADay: 2 }

const print = (line: string) => process.stdout.write(`${line}\n`)
let isGood = true
function judge(line: string, holds: boolean) {
  print(`${holds ? '  ' : '! '}${line}: ${holds ? 'holds' : 'misses'}`)
  isGood &&= holds
}
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Whether the outbox has anything to do now; it leases a row for less than a minute. */
async function isSending(db: Db): Promise<boolean> {
  const isLeased = sql`attempts > 0 and due_at < now() + interval '1 minute'`
  return (await db.count(sql`from outbox where due_at <= now() or ${isLeased}`)) > 0
}

/** A town of its own, on a database server of its own, with a clock. */
async function live(hasCircles: boolean): Promise<Year> {
  const postgres = await startPostgres({ isDurable: false })
  const { dataDir, remove } = temporaryDataDir()
  const url = createDatabase(postgres.url, 'papadag_town')
  const open = () => openPostgres({ url, decode: false, waitMs: 60_000, mayTakeAll: true, settle, onError() {} })
  const first = open()
  await first.script(clock)
  await setClock(first, 0)
  // Nobody waits for its answers under load: what it saves is planning.
  await first.run(sql`alter system set jit = off`)
  await first.run(sql`alter system set plan_cache_mode = force_generic_plan`)
  await first.run(sql`select pg_reload_conf()`)
  await first.close()
  const db = open()
  await migrate(db, { isAlone: true })
  const secret = randomBytes(32).toString('hex')
  const service = await startPushStandIn()
  const config = readConfig({
    ...{ DATA_DIR: dataDir, DATABASE_URL: url, SESSION_SECRET: secret, RATE_LIMIT: 'off' },
    ...(hasCircles && { ...service.env, PUBLIC_URL: 'http://localhost' }),
  })
  const pictures = await openPictures({ db, dataDir })
  const bus = createLocalBus()
  const parts = { config, db, bus, pictures, log: openLog({ isTerminal: true }) }
  // The server that sends; nobody calls it.
  const server = await createServer(parts)
  const services = createServices(parts)
  const jobs = hourlyJobs(services)
  try {
    return await aYear(db, {
      fathers,
      weeks,
      hasCircles,
      secret,
      async runJobs() {
        for (const job of Object.values(jobs)) await job()
      },
      phone: () => service.subscription(),
      async send() {
        await bus.publish(topic, { changes: [] })
        while (await isSending(db)) await after(10)
        return service.received.splice(0)
      },
      report: line => print(`  … ${hasCircles ? 'with' : 'without'} circles, ${line}`),
    })
  } finally {
    services.announcer.close()
    services.maps.close()
    await services.line.close()
    await server.close()
    service.close()
    await pictures.close()
    await db.close()
    await postgres.remove()
    remove()
  }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
const list = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ') || 'none'

const [town, without] = await Promise.all([live(true), live(false)])
print('')
for (const [name, { outings, playdates, series, circles, size, members, again }] of [
  ['with circles', town],
  ['without', without],
] as const)
  print(
    `  ${name}: ${outings} seats on ${playdates} playdates, ${series} series, ${circles} circles${circles ? ` of ${size.toFixed(1)}` : ''} with ${members.length} fathers; met again, by quarter: ${again.map(percent).join(', ')}`,
  )
const among = (isIn: boolean, { metAgain }: Year) => {
  const met = [...metAgain].filter(([id]) => town.members.includes(id) === isIn)
  return percent(met.filter(([, again]) => again).length / met.length)
}
for (const [who, isIn] of [
  ['who are in a circle at the end', true],
  ['who are in none', false],
] as const)
  print(
    `  of those ${who} met again in the last quarter: ${among(isIn, town)} with circles, ${among(isIn, without)} without`,
  )
const ratio = mean(town.again) / mean(without.again)
const { newcomers, withBuddy, lacking, heardADay, heardMore, linesADay } = town
const most = (counts: ReadonlyMap<string, number>) => Math.max(0, ...[...counts.keys()].map(Number))
print(`  newcomers without a buddy: ${list(lacking)}`)
print(`  days with so many lines of circles under the bell, by father: ${list(linesADay)}`)
print(`  days on which he heard so many outside the app: ${list(heardADay)}`)
print(`  what he heard on the days with more than ${aims.noticesADay}: ${list(heardMore)}`)
print('')
judge(
  `met-again share ${percent(mean(town.again))} with circles, ${percent(mean(without.again))} without: ${ratio.toFixed(2)} × (at least ${aims.metAgain})`,
  ratio >= aims.metAgain,
)
judge(
  `${withBuddy} of ${newcomers} newcomers had a buddy on their first date: ${percent(withBuddy / newcomers)} (at least ${percent(aims.withBuddy)})`,
  newcomers > 0 && withBuddy / newcomers >= aims.withBuddy,
)
judge(
  `the most notices of circles that one father heard on one day: ${most(heardADay)}, of ${most(linesADay)} under the bell (at most ${aims.noticesADay})`,
  most(heardADay) <= aims.noticesADay,
)
process.exitCode = isGood ? 0 : 1
