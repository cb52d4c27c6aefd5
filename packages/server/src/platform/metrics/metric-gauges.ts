import type { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from '@prometheus-io/client'
import type { Facts, Gauges } from './meters.ts'

type EventLoop = ReturnType<typeof monitorEventLoopDelay>
type Client = Pick<typeof import('@prometheus-io/client'), 'Gauge' | 'Counter'>

/** Values measured when somebody reads the metrics. */
export interface Sources {
  gauges: () => Gauges
  facts: () => Promise<Facts>
}

/**
 * How often the event loop is sampled; each sample wakes the process, and a hundred a second took half a percent of it.
 */
export const loopEveryMs = 50

/** The facts are queried at most this often. */
const factsForMs = 5000

export function registerGauges(client: Client, registry: Registry, loop: EventLoop, sources: Sources): void {
  const registrar = createRegistrar(client, registry)
  registerProcess(registrar, loop)
  registerNode(registrar, sources.gauges)
  registerInstallation(registrar, remembering(sources.facts))
}

type Registrar = ReturnType<typeof createRegistrar>

function createRegistrar({ Gauge, Counter }: Client, registry: Registry) {
  const registers = [registry]
  return {
    gauge(name: string, help: string, read: () => number | Promise<number>) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    },
    labelled(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number)
        },
      })
    },
    counter(name: string, help: string, read: () => number) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    labelledCounter(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [value, number] of Object.entries(read())) this.inc({ [label]: value }, number)
        },
      })
    },
  }
}

/** The delay of the event loop, from the time between two samples. */
function delayS(intervalNs: number): number {
  return Math.max(0, intervalNs / 1e9 - loopEveryMs / 1000)
}

function registerProcess({ gauge, labelled, counter }: Registrar, loop: EventLoop) {
  labelled('papadag_event_loop_delay_seconds', 'Delay of the event loop since the last read.', 'percentile', () => {
    const delays = { 50: delayS(loop.percentile(50)), 99: delayS(loop.percentile(99)), 100: delayS(loop.max) }
    loop.reset()
    return delays
  })
  gauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss())
  gauge('process_heap_bytes', 'JavaScript objects of this process.', () => process.memoryUsage().heapUsed)
  gauge(
    'process_start_time_seconds',
    'When this process started, since 1970.',
    () => Date.now() / 1000 - process.uptime(),
  )
  counter('process_cpu_seconds_total', 'Processor time that this process has taken.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}

function registerNode({ gauge, labelled, labelledCounter }: Registrar, gauges: Sources['gauges']) {
  labelled('papadag_database_statements', 'Statements that run, and that wait for a turn.', 'state', () => ({
    ...gauges().database,
  }))
  labelled('papadag_pictures', 'Pictures that are being re-encoded, and that wait for a turn.', 'state', () => ({
    ...gauges().pictures,
  }))
  gauge('papadag_sockets', 'Open live connections.', () => gauges().sockets)
  gauge('papadag_members_connected', 'Members with an open live connection.', () => gauges().members)
  gauge('papadag_bus_connected', 'Whether this node hears the others.', () => Number(gauges().isBusConnected))
  labelled('papadag_map_data_timestamp_seconds', 'When the data of the map served here was taken.', 'map', () => {
    const { map } = gauges()
    return map ? { [`${map.name} (${map.area})`]: map.dataAtMs / 1000 } : {}
  })
  labelledCounter(
    'papadag_outbox_handled_total',
    'Rows of the outbox that this node has sent, has failed to send and has given up.',
    'outcome',
    () => gauges().outbox,
  )
}

function registerInstallation({ gauge }: Registrar, facts: Sources['facts']) {
  const fact = (name: string, help: string, key: keyof Facts) => gauge(name, help, async () => (await facts())[key])
  fact('papadag_outbox_due', 'Rows of the outbox that are due, on any node.', 'outboxDue')
  fact('papadag_outbox_age_seconds', 'How long the oldest of them has been due.', 'outboxAgeS')
  fact('papadag_nodes', 'Nodes that serve this database.', 'nodes')
  fact(
    'papadag_import_finished_timestamp_seconds',
    'When the last import of places ended; 0 without one.',
    'importedAtS',
  )
  fact('papadag_backup_timestamp_seconds', 'When the last backup was made; 0 without one.', 'backedUpAtS')
  fact('papadag_disk_free_bytes', 'Free space on the disk of DATA_DIR.', 'diskFreeBytes')
  fact(
    'papadag_fathers_met_again_ratio',
    'Share of fathers who meet the same father again within 14 days; NaN for fewer than ten.',
    'metAgain',
  )
  gauge('papadag_database_up', 'Whether the database answered this read.', async () =>
    Number(!Number.isNaN((await facts()).outboxDue)),
  )
}

const unknownFacts: Facts = {
  outboxDue: Number.NaN,
  outboxAgeS: Number.NaN,
  nodes: Number.NaN,
  importedAtS: Number.NaN,
  backedUpAtS: Number.NaN,
  diskFreeBytes: Number.NaN,
  metAgain: Number.NaN,
}

/** Queries at most every few seconds; without the database the facts are unknown rather than late. */
function remembering(facts: Sources['facts']): Sources['facts'] {
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
