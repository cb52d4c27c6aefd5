import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createDatabase } from '../tools/postgres.ts'
import { type Room, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'
import { alternate, rounds } from './rounds.ts'

/** The time from the command to the first answers: with an empty folder, and with the data of an earlier start. */
export async function compareStartUp(room: Room, server: string): Promise<Table> {
  // Created in advance, since PostgreSQL's writing would disturb the rounds.
  for (let each = 1; each <= rounds; each += 1) createDatabase(server, `start_up_${each}`)
  let round = 0
  // A folder and a database for each round, filled by the first start and reused by the second.
  const folder = (name: string) => join(room.folder, `${name}-${round}`)
  const database = (name: string) => Object.assign(new URL(server), { pathname: `/${name}_${round}` }).href
  const postgres = () => ({ DATA_DIR: folder('postgres'), DATABASE_URL: database('start_up') })
  const medians = await alternate({
    bareFirst() {
      round += 1
      return openBare(folder('bare'))
    },
    bareAgain: () => openBare(folder('bare')),
    embeddedFirst: () => timeStart(room, { DATA_DIR: folder('embedded') }),
    embeddedAgain: () => timeStart(room, { DATA_DIR: folder('embedded') }),
    postgresFirst: () => timeStart(room, postgres()),
    postgresAgain: () => timeStart(room, postgres()),
  })
  const row = (name: string, key: keyof typeof medians, bare: keyof typeof medians): [string, ...number[]] => {
    const { healthMs, pageMs } = medians[key]
    return [name, healthMs, pageMs, healthMs / medians[bare].healthMs]
  }
  return {
    title: 'Start-up',
    settings:
      'From the start of the process until /api/health, and then /, first answer; the first embedded start creates the database and the demo fathers. Medians of 5 alternating rounds.',
    columns: ['health ms', '/ ms', 'health to bare PGlite'],
    rows: [
      row('bare PGlite, new folder', 'bareFirst', 'bareFirst'),
      row('bare PGlite, existing folder', 'bareAgain', 'bareAgain'),
      row('Papadag embedded, first start', 'embeddedFirst', 'bareFirst'),
      row('Papadag embedded, existing data', 'embeddedAgain', 'bareAgain'),
      row('Papadag on PostgreSQL, first start', 'postgresFirst', 'bareFirst'),
      row('Papadag on PostgreSQL, existing data', 'postgresAgain', 'bareAgain'),
    ],
    aims: [
      { name: 'first embedded start, s', value: medians.embeddedFirst.healthMs / 1000, atMost: 10 },
      { name: 'embedded start on existing data, s', value: medians.embeddedAgain.healthMs / 1000, atMost: 2 },
    ],
  }
}

export async function timeStart(room: Room, env: Record<string, string>) {
  const began = performance.now()
  const papadag = await startPapadag(room, env)
  const healthMs = performance.now() - began
  await (await fetch(papadag.url)).arrayBuffer()
  const pageMs = performance.now() - began
  await papadag.stop()
  return { healthMs, pageMs }
}

async function openBare(folder: string) {
  const began = performance.now()
  const child = spawn(process.execPath, [new URL('embedded/bare-pglite.ts', import.meta.url).pathname, folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await once(child, 'message')
  const healthMs = performance.now() - began
  await ended
  return { healthMs, pageMs: Number.NaN }
}
