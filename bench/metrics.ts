import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { cookieOf, crossSiteToken, makeDatabase } from './data.ts'
import { load, type Request } from './load.ts'
import { type Measured, type Room, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'

const pairs = 3
const rounds = 8
const requests = 1500
const connections = 16

/**
 * The cost of counting for Prometheus: the processor time of the list with and without METRICS_PORT. Processes of one
 * program differ by more than is looked for, so there are several of each, and they take turns.
 */
export async function compareMetrics(room: Room, server: string): Promise<Table> {
  const databaseUrl = await makeDatabase(server, 'metrics', 20)
  const cookie = await cookieOf(databaseUrl, 1)
  const processes: { papadag: Measured; metricsUrl: string | undefined; cpuMs: number }[] = []
  for (let at = 0; at < 2 * pairs; at += 1) {
    const port = at % 2 === 0 ? undefined : String(await freePort())
    const papadag = await startPapadag(room, {
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(room.folder, 'metrics'),
      RATE_LIMIT: '1000000',
      ...(port && { METRICS_PORT: port }),
    })
    processes.push({ papadag, metricsUrl: port && `http://127.0.0.1:${port}/metrics`, cpuMs: 0 })
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
      if (one.metricsUrl) await (await fetch(one.metricsUrl)).text()
      // The first round is for the compiler.
      if (round >= 0) one.cpuMs += (await one.papadag.cpuMs()) - before
    }
  }
  for (const { papadag } of processes) await papadag.stop()
  const perRequest = (isCounting: boolean) => {
    const all = processes.filter(({ metricsUrl }) => (metricsUrl !== undefined) === isCounting)
    return all.map(({ cpuMs }) => (cpuMs * 1000) / (rounds * requests)).sort((a, b) => a - b)
  }
  const [without, counting] = [perRequest(false), perRequest(true)]
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const costs = (mean(counting) / mean(without) - 1) * 100
  return {
    title: 'What metrics cost',
    settings: `The list of 20 playdates, ${connections} connections, ${pairs} processes without METRICS_PORT and ${pairs} with it, ${rounds} rounds of ${requests} requests in turns; everything is read once a round, which is more often than Prometheus does. Processor time of the Node processes alone.`,
    columns: ['CPU µs/request, least', 'mean', 'most'],
    rows: [
      ['without', without[0] ?? Number.NaN, mean(without), without.at(-1) ?? Number.NaN],
      ['with METRICS_PORT', counting[0] ?? Number.NaN, mean(counting), counting.at(-1) ?? Number.NaN],
    ],
    aims: [{ name: 'more processor time, in %', value: costs, atMost: 1 }],
  }
}
