import { join } from 'node:path'
import { freePort } from '../tools/free-port.ts'
import { cookieOf, crossSiteToken, makeDatabase } from './data.ts'
import { load } from './load.ts'
import { type Room, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'

const pairs = 150
const fewestPairs = 40
/** How often `switch-metrics.ts` repeats each count. */
const times = 10
const withinMs = 90_000
const requests = 200
const connections = 16
/** How often Prometheus reads. */
const readEveryMs = 15_000

/**
 * The cost of counting for Prometheus: the processor time of the list in one process that alternately counts and does
 * not, since two processes of the same program differ by more than the effect. It counts many times over, and the cost
 * is that fraction of the difference.
 */
export async function compareMetrics(room: Room, server: string): Promise<Table> {
  const databaseUrl = await makeDatabase(server, 'metrics', 20)
  const cookie = await cookieOf(databaseUrl, 1)
  const port = String(await freePort())
  const papadag = await startPapadag(room, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(room.folder, 'metrics'),
    RATE_LIMIT: '1000000',
    METRICS_PORT: port,
    NODE_OPTIONS: '--import ./bench/switch-metrics.ts',
  })
  const request = {
    url: papadag.url,
    path: '/api/playdates/upcoming',
    headers: { cookie: `${cookie}; XSRF-TOKEN=${await crossSiteToken(papadag.url, cookie)}` },
  }
  async function round(isCounting: boolean) {
    await papadag.count(isCounting)
    const before = await papadag.cpuMs()
    await load(() => request, { connections, requests })
    return (((await papadag.cpuMs()) - before) * 1000) / requests
  }
  // Warms up the compiler.
  for (let at = 0; at < 10; at += 1) await round(at % 2 === 0)
  const [silent, counting]: [number[], number[]] = [[], []]
  const beganMs = performance.now()
  while (silent.length < pairs && (silent.length < fewestPairs || performance.now() - beganMs < withinMs)) {
    // Each of the two goes first equally often.
    const isCountingFirst = silent.length % 2 === 0
    const [first, second] = [await round(isCountingFirst), await round(!isCountingFirst)]
    counting.push(isCountingFirst ? first : second)
    silent.push(isCountingFirst ? second : first)
  }
  await papadag.count(true)
  const before = await papadag.cpuMs()
  const reads = 20
  for (let at = 0; at < reads; at += 1) await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const readMs = ((await papadag.cpuMs()) - before) / reads
  await papadag.stop()

  const ratios = silent.map((us, at) => (counting[at] ?? Number.NaN) / us).sort((a, b) => a - b)
  const [low, high] = marginsOf(ratios)
  const reading = (readMs / readEveryMs) * 100
  const percent = (ratio: number) => ((ratio - 1) / times) * 100 + reading
  return {
    title: 'Cost of metrics',
    settings: `The list of 20 playdates, ${connections} connections, in one process with METRICS_PORT whose counting is switched on and off: ${silent.length} pairs of rounds of ${requests} requests; the median ratio with its 95 % confidence interval. While on, everything is counted ${times} times; the extra CPU is the difference divided by ${times}. A scrape took ${readMs.toFixed(1)} ms; at one every 15 s it adds ${reading.toFixed(2)} %. CPU of the Node process alone.`,
    columns: ['CPU µs/request', 'extra %', 'lower bound', 'upper bound'],
    rows: [
      ['not counting', median(silent), Number.NaN, Number.NaN, Number.NaN],
      [`counting ${times} times`, median(counting), percent(median(ratios)), percent(low), percent(high)],
    ],
    aims: [{ name: 'extra CPU, %', value: percent(median(ratios)), atMost: 1 }],
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The bounds of the median of sorted values, by the sign test. */
function marginsOf(sorted: readonly number[]): [number, number] {
  const reach = 0.98 * Math.sqrt(sorted.length)
  const at = (index: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(index)))] ?? Number.NaN
  return [at(sorted.length / 2 - reach), at(sorted.length / 2 + reach)]
}
