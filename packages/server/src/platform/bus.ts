import pg from 'pg'
import type { Logger } from 'pino'

const channel = 'papadag'
const retryMs = 1000

/** Wakes the other nodes, and this one. It carries no truth: what counts is in the database. */
export interface Bus {
  publish(topic: string, payload: unknown): Promise<void>
  subscribe(topic: string, listener: (payload: unknown) => void): void
  close(): Promise<void>
}

function createListeners() {
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  return {
    add(topic: string, listener: (payload: unknown) => void) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    tell(topic: string, payload: unknown) {
      for (const listener of listeners.get(topic) ?? []) listener(payload)
    },
  }
}

/** The bus of a single process. */
export function createLocalBus(): Bus {
  const listeners = createListeners()
  return {
    publish: async (topic, payload) => listeners.tell(topic, payload),
    subscribe: listeners.add,
    close: async () => {},
  }
}

/** A bus over LISTEN and NOTIFY, on a connection of its own that comes back when it was lost. */
export function createPostgresBus(url: string, log: Pick<Logger, 'warn'>): Bus {
  const listeners = createListeners()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function listen() {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'papadag bus',
      connectionTimeoutMillis: 2000,
    })
    next.on('notification', ({ payload }) => {
      const { topic, body } = JSON.parse(payload ?? '{}')
      listeners.tell(topic, body)
    })
    next.on('error', () => {})
    next.on('end', () => {
      if (client === next) client = undefined
      retry()
    })
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }

  function retry() {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => {
      listen().catch((error: unknown) => {
        log.warn({ err: error }, 'bus')
        retry()
      })
    }, retryMs)
  }

  const started = listen().catch((error: unknown) => {
    log.warn({ err: error }, 'bus')
    retry()
  })

  return {
    async publish(topic, body) {
      await started
      // Without its connection this node still tells itself; the others are as cut off as the database is.
      if (!client) return listeners.tell(topic, body)
      await client.query('select pg_notify($1, $2)', [channel, JSON.stringify({ topic, body })])
    },
    subscribe: listeners.add,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await started
      await client?.end()
    },
  }
}
