import pg from 'pg'
import type { Logger } from 'pino'

const channel = 'papadag'
/** PostgreSQL takes less than 8000 bytes. */
const payloadBytes = 7900
const answerMs = 2000
const firstRetryMs = 250
/** Unsent messages are kept until the connection returns; older ones than this are out of date. */
const unsaidAtMost = 1000
const lastRetryMs = 5000

/** Wakes the other nodes, and this one. It carries no truth: what counts is in the database. */
export interface Bus {
  /** Tells every node, this one too; at least this one when the others cannot be reached. Perhaps more than once. */
  publish(topic: string, payload: unknown): Promise<void>
  subscribe(topic: string, listener: (payload: unknown) => void): void
  /** Called when the connection is back after it was lost: what others said meanwhile was missed. */
  onGap(listener: () => void): void
  /** Whether what other nodes say arrives here. */
  isConnected(): boolean
  close(): Promise<void>
}

/** The listeners of each topic on this node. */
export function createListeners() {
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
    onGap() {},
    isConnected: () => true,
    close: async () => {},
  }
}

/** A bus over LISTEN and NOTIFY, on a connection of its own that comes back when it was lost. */
export function createPostgresBus(url: string, log: Pick<Logger, 'warn'>): Bus {
  const listeners = createListeners()
  const gapListeners: (() => void)[] = []
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let wasLost = false
  let isClosed = false
  /** Messages that the others have not been told yet. */
  const unsaid: string[] = []

  const say = (over: pg.Client, message: string) => over.query('select pg_notify($1, $2)', [channel, message])

  async function listen() {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'papadag bus',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      // Nothing here has to survive a crash: a wake-up does not wait for the disk, nor keep others waiting meanwhile.
      options: '-c synchronous_commit=off',
    })
    next.on('notification', ({ payload }) => hear(payload ?? ''))
    next.on('error', error => log.warn({ err: error }, 'bus connection'))
    next.on('end', () => {
      if (client !== next) return
      client = undefined
      retry()
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    if (isClosed) return next.end()
    client = next
    retryMs = firstRetryMs
    for (const message of unsaid.splice(0)) say(next, message).catch(() => unsaid.push(message))
    if (wasLost) for (const listener of gapListeners) listener()
  }

  function hear(payload: string) {
    try {
      const { topic, body } = JSON.parse(payload)
      listeners.tell(topic, body)
    } catch (error) {
      // Another node wrote this, perhaps one of another version: it must not end this one.
      log.warn({ err: error }, 'bus message')
    }
  }

  function retry() {
    wasLost = true
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => {
      attempt = tryToListen()
    }, retryMs)
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  async function tryToListen() {
    try {
      await listen()
    } catch (error) {
      log.warn({ err: error }, 'bus')
      retry()
    }
  }

  const started = tryToListen()
  let attempt = started

  return {
    async publish(topic, body) {
      const message = JSON.stringify({ topic, body })
      if (Buffer.byteLength(message) > payloadBytes) throw new RangeError(`a message on the bus is too long: ${topic}`)
      await started
      try {
        if (!client) throw new Error('the bus is not connected')
        await say(client, message)
      } catch (error) {
        // This node tells itself now, and the others when it can.
        if (unsaid.length < unsaidAtMost) unsaid.push(message)
        log.warn({ err: error, topic }, 'bus')
        // One that does not answer is not waited for again.
        client?.end().catch(() => {})
        listeners.tell(topic, body)
      }
    },
    subscribe: listeners.add,
    onGap: listener => void gapListeners.push(listener),
    isConnected: () => client !== undefined,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await attempt
      await client?.end()
    },
  }
}
