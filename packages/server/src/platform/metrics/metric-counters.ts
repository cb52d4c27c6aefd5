import type { Registry } from '@prometheus-io/client'
import type { Meters } from './meters.ts'

type Client = Pick<typeof import('@prometheus-io/client'), 'Counter' | 'Histogram'>

/** Beyond this many pairs of a route and a status class, all others are counted together. */
const pairsAtMost = 240
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

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Counts what happens. */
export function createMeters(client: Client, registry: Registry): Meters {
  const { requests, durations, committed, delivered, pushed, mailed } = registerCounters(client, registry)
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

function registerCounters(client: Client, registry: Registry) {
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
    buckets,
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
    buckets,
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
  return { requests, durations, committed, delivered, pushed, mailed }
}
