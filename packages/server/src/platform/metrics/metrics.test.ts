import { expect, onTestFinished, test } from 'vitest'
import { openMetrics } from './metrics.ts'

const idle = { running: 0, waiting: 0 }
const gauges = () => ({
  sockets: 3,
  members: 2,
  database: { running: 1, waiting: 4 },
  pictures: idle,
  outbox: { done: 5, failed: 0, givenUp: 0 },
  isBusConnected: true,
  map: { name: 'utrecht', area: '52.00–52.20° N, 5.00–5.30° E', dataAtMs: 1_700_000_000_000 },
})
const facts = async () => ({
  outboxDue: 7,
  outboxAgeS: 60,
  nodes: 2,
  importedAtS: 0,
  backedUpAtS: 0,
  diskFreeBytes: 1e9,
  metAgain: 0.43,
})

async function scraped(source: typeof facts) {
  const metrics = await openMetrics({ host: '127.0.0.1', port: 0 })
  await metrics.listen({ gauges, facts: source })
  onTestFinished(() => metrics.close())
  const address = `http://127.0.0.1:${metrics.port()}`
  return { metrics, address, read: async () => (await fetch(`${address}/metrics`)).text() }
}

test('metrics contain the counters and the current gauges', async () => {
  const { metrics, address, read } = await scraped(facts)
  metrics.meters.request('GET /api/places/:id', 200, 12)
  metrics.meters.request('GET /api/places/:id', 404, 3)
  metrics.meters.committed(3)
  metrics.meters.delivered(-4)
  metrics.meters.pushed('web.push.apple.com', 201)
  metrics.meters.pushed('push.example', 0)
  const text = await read()
  for (const line of [
    'papadag_http_requests_total{route="GET /api/places/:id",status="2xx"} 1',
    'papadag_http_requests_total{route="GET /api/places/:id",status="4xx"} 1',
    'papadag_chat_committed_total 3',
    'papadag_chat_delivery_seconds_count 1',
    'papadag_push_total{service="apple",status="2xx"} 1',
    'papadag_push_total{service="other",status="none"} 1',
    'papadag_database_statements{state="waiting"} 4',
    'papadag_outbox_handled_total{outcome="done"} 5',
    'papadag_map_data_timestamp_seconds{map="utrecht (52.00–52.20° N, 5.00–5.30° E)"} 1700000000',
    'papadag_outbox_due 7',
    'papadag_database_up 1',
  ])
    expect(text).toContain(`${line}\n`)
  expect((await fetch(`${address}/`)).status).toBe(404)
})

test('the metrics have fewer than 400 series, however many addresses are requested', async () => {
  const { metrics, read } = await scraped(facts)
  for (let route = 0; route < 300; route += 1)
    for (const status of [200, 304, 404, 503]) metrics.meters.request(`GET /api/${route}`, status, 1)
  const text = await read()
  expect(text.split('\n').filter(line => line && !line.startsWith('#')).length).toBeLessThan(400)
  expect(text).toMatch(/route="\(other\)",status="5xx"\} \d+/)
})

test('while the database is away, the metrics say so and are still served', async () => {
  const { read } = await scraped(() => Promise.reject(new Error('away')))
  expect(await read()).toContain('papadag_database_up 0\n')
})
