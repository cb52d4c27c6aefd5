import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { cookieOf, crossSiteToken, makeDatabase } from './data.ts'
import { load, type Request } from './load.ts'
import { type Measured, type Room, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'

const pairs = 4
const rounds = 12
const requests = 1000
const connections = 16

/**
 * The cost of counting for Prometheus: the processor time of the list with and without METRICS_PORT. Processes of one
 * program differ by more than is looked for, and so do rounds of one process, so there are several of both, they take
 * turns, and each process stands for its median round.
 */
export async function compareMetrics(room: Room, server: string): Promise<Table> {
  const databaseUrl = await makeDatabase(server, 'metrics', 20)
  const cookie = await cookieOf(databaseUrl, 1)
  const processes: { papadag: Measured; metricsUrl: string | undefined; rounds: number[]; readMs: number }[] = []
  for (let at = 0; at < 2 * pairs; at += 1) {
    const port = at % 2 === 0 ? undefined : String(await freePort())
    const papadag = await startPapadag(room, {
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(room.folder, 'metrics'),
      RATE_LIMIT: '1000000',
      ...(port && { METRICS_PORT: port }),
    })
    processes.push({ papadag, metricsUrl: port && `http://127.0.0.1:${port}/metrics`, rounds: [], readMs: 0 })
  }
  const requestTo = async ({ papadag: { url } }: (typeof processes)[number]): Promise<Request> => ({
    url,
    path: '/api/playdates/upcoming',
    headers: { cookie: `${cookie}; XSRF-TOKEN=${await crossSiteToken(url, cookie)}` },
  })
  for (let round = -1; round < rounds; round += 1) {
    // Each begins as often as every other.
    for (const one of round % 2 === 0 ? processes : processes.toReversed()) {
      const request = await requestTo(one)
      const before = await one.papadag.cpuMs()
      await load(() => request, { connections, requests })
      // The first round is for the compiler.
      if (round >= 0) one.rounds.push((await one.papadag.cpuMs()) - before)
    }
  }
  for (const one of processes) {
    if (!one.metricsUrl) continue
    const before = await one.papadag.cpuMs()
    await (await fetch(one.metricsUrl)).text()
    one.readMs = (await one.papadag.cpuMs()) - before
  }
  for (const { papadag } of processes) await papadag.stop()
  const perRequest = (isCounting: boolean) => {
    const all = processes.filter(({ metricsUrl }) => (metricsUrl !== undefined) === isCounting)
    // Prometheus reads every 15 s; a process that is busy all the time has answered so many lists by then.
    const listsUntilRead = (one: (typeof all)[number]) => (15_000 * requests) / median(one.rounds)
    return all
      .map(one => (median(one.rounds) / requests + one.readMs / listsUntilRead(one)) * 1000)
      .sort((a, b) => a - b)
  }
  const [without, counting] = [perRequest(false), perRequest(true)]
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const costs = (mean(counting) / mean(without) - 1) * 100
  return {
    title: 'What metrics cost',
    settings: `The list of 20 playdates, ${connections} connections, ${pairs} processes without METRICS_PORT and ${pairs} with it, ${rounds} rounds of ${requests} requests in turns, the median round of each; reading everything once, by a busy process every 15 s as Prometheus does, is shared among the lists of that time. Processor time of the Node processes alone.`,
    columns: ['CPU µs/request, least', 'mean', 'most'],
    rows: [
      ['without', without[0] ?? Number.NaN, mean(without), without.at(-1) ?? Number.NaN],
      ['with METRICS_PORT', counting[0] ?? Number.NaN, mean(counting), counting.at(-1) ?? Number.NaN],
    ],
    aims: [{ name: 'more processor time, in %', value: costs, atMost: 1 }],
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
