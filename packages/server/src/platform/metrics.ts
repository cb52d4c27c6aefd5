import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Counter, Histogram, Registry } from 'prom-client'
import type { Gauges, Meters } from './meters.ts'
import { version } from './version.ts'

/** Where the numbers are served. */
export interface MetricsOptions {
  host: string
  port: number
}

/** Numbers about the whole installation; asked for when somebody reads, and at most so often. */
export interface Facts {
  outboxDue: number
  /** How long the oldest of them has been due. */
  outboxAgeS: number
  nodes: number
  /** When the last import of places ended, in seconds since 1970; 0 when there was none. */
  importedAtS: number
  /** When the last backup was made; 0 when there is none. */
  backedUpAtS: number
  diskFreeBytes: number
}

export interface Metrics {
  meters: Meters
  /** Serves the numbers; until then nobody can read them. */
  listen(sources: { gauges: () => Gauges; facts: () => Promise<Facts> }): Promise<void>
  port(): number
  close(): Promise<void>
}

/** Pairs of an address and a status beyond these are counted together: a scanner must not make series without end. */
const pairsAtMost = 240
const factsForMs = 5000
const otherRoute = '(other)'

/** The push services of browsers, by the end of their host names. */
const pushServices = [
  ['fcm', 'googleapis.com'],
  ['apple', 'push.apple.com'],
  ['mozilla', 'push.services.mozilla.com'],
  ['windows', 'notify.windows.com'],
] as const

const serviceOf = (host: string) =>
  pushServices.find(([, end]) => host === end || host.endsWith(`.${end}`))?.[0] ?? 'other'
const classOf = (status: number) => (status === 0 ? 'none' : `${Math.floor(status / 100)}xx`)

/** Counts for Prometheus, on a listener of their own that only this machine reaches unless the operator says otherwise. */
export async function openMetrics({ host, port }: MetricsOptions): Promise<Metrics> {
  // Loaded by those alone who measure.
  const { default: client } = await import('prom-client')
  const registry = new client.Registry()
  const registers = [registry]
  const requests = new client.Counter({
    name: 'papadag_http_requests_total',
    help: 'Calls answered, by the pattern of their address and the class of their status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const durations = new client.Histogram({
    name: 'papadag_http_request_duration_seconds',
    help: 'Time from the first byte of a call to the last of its answer.',
    labelNames: ['kind'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const committed = new client.Counter({
    name: 'papadag_chat_committed_total',
    help: 'Messages stored by this node.',
    registers,
  })
  const delivered = new client.Histogram({
    name: 'papadag_chat_delivery_seconds',
    help: 'Time from storing a message, on whichever node, to handing it to the connections of this one.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const pushed = new client.Counter({
    name: 'papadag_push_total',
    help: 'Push messages, by push service and the class of its answer.',
    labelNames: ['service', 'status'],
    registers,
  })
  const mailed = new client.Counter({
    name: 'papadag_mail_total',
    help: 'Mails, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  new client.Gauge({
    name: 'papadag_build_info',
    help: 'This version of Papadag and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1)

  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  let sources: Parameters<Metrics['listen']>[0] | undefined
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })

  return {
    meters: createMeters({ requests, durations, committed, delivered, pushed, mailed }),

    async listen(given) {
      sources = given
      registerGauges(client, registry, loop, sources)
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, resolve)
      })
    },

    port() {
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },

    async close() {
      loop.disable()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

interface Counted {
  requests: Counter<'route' | 'status'>
  durations: Histogram<'kind'>
  committed: Counter
  delivered: Histogram
  pushed: Counter<'service' | 'status'>
  mailed: Counter<'outcome'>
}

function createMeters({ requests, durations, committed, delivered, pushed, mailed }: Counted): Meters {
  const pairs = new Set<string>()
  return {
    request(route, status, ms) {
      const kind = route.includes(' /api/') ? (route.startsWith('GET') ? 'read' : 'write') : 'page'
      const pair = `${route} ${classOf(status)}`
      const isKnown = pairs.has(pair) || pairs.size < pairsAtMost
      if (isKnown) pairs.add(pair)
      requests.inc({ route: isKnown ? route : otherRoute, status: classOf(status) })
      durations.observe({ kind }, ms / 1000)
    },
    committed: count => committed.inc(count),
    delivered: ms => delivered.observe(Math.max(0, ms) / 1000),
    pushed: (host, status) => pushed.inc({ service: serviceOf(host), status: classOf(status) }),
    mailed: outcome => mailed.inc({ outcome }),
  }
}

type Client = Pick<typeof import('prom-client'), 'Gauge' | 'Counter'>

/** Numbers that are looked up when somebody reads. */
function registerGauges(
  { Gauge, Counter }: Client,
  registry: Registry,
  loop: ReturnType<typeof monitorEventLoopDelay>,
  { gauges, facts }: Parameters<Metrics['listen']>[0],
) {
  const known = remembering(facts)
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  const labelled = (name: string, help: string, label: string, read: () => Readonly<Record<string, number>>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number)
      },
    })

  labelled(
    'papadag_event_loop_delay_seconds',
    'How late the event loop was since this was read last.',
    'percentile',
    () => {
      const late = { 50: loop.percentile(50) / 1e9, 99: loop.percentile(99) / 1e9, 100: loop.max / 1e9 }
      loop.reset()
      return late
    },
  )
  labelled('papadag_database_statements', 'Statements that run and that wait for their turn.', 'state', () => ({
    ...gauges().database,
  }))
  labelled('papadag_pictures', 'Pictures that are made smaller and that wait for it.', 'state', () => ({
    ...gauges().pictures,
  }))
  gauge('papadag_sockets', 'Open live connections.', () => gauges().sockets)
  gauge('papadag_members_connected', 'Members with an open live connection.', () => gauges().members)
  gauge('papadag_bus_connected', 'Whether this node hears the others.', () => Number(gauges().isBusConnected))
  gauge('papadag_outbox_due', 'What is due to be sent, by any node.', async () => (await known()).outboxDue)
  gauge(
    'papadag_outbox_age_seconds',
    'How long the oldest of what is due has been due.',
    async () => (await known()).outboxAgeS,
  )
  gauge('papadag_nodes', 'Nodes that serve this database.', async () => (await known()).nodes)
  gauge(
    'papadag_import_finished_timestamp_seconds',
    'When the last import of places ended; 0 without one.',
    async () => (await known()).importedAtS,
  )
  gauge(
    'papadag_backup_timestamp_seconds',
    'When the last backup was made; 0 without one.',
    async () => (await known()).backedUpAtS,
  )
  gauge('papadag_disk_free_bytes', 'Room on the disk of DATA_DIR.', async () => (await known()).diskFreeBytes)
  gauge('papadag_database_up', 'Whether the database answered when this was read.', async () =>
    Number(!Number.isNaN((await known()).outboxDue)),
  )
  gauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss())
  gauge('process_heap_bytes', 'JavaScript objects of this process.', () => process.memoryUsage().heapUsed)
  gauge(
    'process_start_time_seconds',
    'When this process started, since 1970.',
    () => Date.now() / 1000 - process.uptime(),
  )
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time that this process has taken.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Counter({
    name: 'papadag_outbox_handled_total',
    help: 'What this node has sent, has failed to send and has given up.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(gauges().outbox)) this.inc({ outcome }, count)
    },
  })
}

const unknownFacts: Facts = {
  outboxDue: Number.NaN,
  outboxAgeS: Number.NaN,
  nodes: Number.NaN,
  importedAtS: Number.NaN,
  backedUpAtS: Number.NaN,
  diskFreeBytes: Number.NaN,
}

/** Asks at most every few seconds, and while the database is away says so instead of waiting. */
function remembering(facts: () => Promise<Facts>): () => Promise<Facts> {
  let last: Promise<Facts> | undefined
  let askedAtMs = 0
  return () => {
    const nowMs = performance.now()
    if (!last || nowMs - askedAtMs > factsForMs) {
      askedAtMs = nowMs
      last = facts().catch(() => unknownFacts)
    }
    return last
  }
}
