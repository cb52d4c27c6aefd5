import pg from 'pg'
import type { Logger } from 'pino'
import { connectionTo } from '../db/connection-url.ts'
import { type Bus, createListeners } from './bus.ts'

const channel = 'papadag'
const application = 'papadag bus'
/** A node that begins to listen announces itself; this topic has no listeners. */
const hello = JSON.stringify({ topic: 'hello' })
/** How often a node checks whether others have left, or listen without having announced themselves. */
const countEveryMs = 5000
/** PostgreSQL takes less than 8000 bytes. */
const payloadBytes = 7900
const answerMs = 2000
/** How many unsent messages are kept until the connection returns; older ones are out of date. */
const unsentAtMost = 1000
const firstRetryMs = 250
const lastRetryMs = 5000

/** A bus over LISTEN and NOTIFY, on a separate connection that is restored when lost. */
export function createPostgresBus(url: string, log: Pick<Logger, 'warn'>): Bus {
  const listeners = createListeners()
  const gapListeners: (() => void)[] = []
  const unsent: string[] = []
  let isAlone = false
  let heard = 0
  const connection = keepConnected(url, log, { onMessage: hear, onConnected: catchUp })
  const counting = setInterval(() => void countOthers(), countEveryMs)

  async function countOthers() {
    const before = heard
    const others = await connection.others().catch(() => undefined)
    // A node that was not counted announces itself after the count, perhaps before its result arrives.
    isAlone = others === 0 && heard === before
  }

  function hear(message: string) {
    isAlone = false
    heard += 1
    try {
      const { topic, body } = JSON.parse(message)
      listeners.tell(topic, body)
    } catch (error) {
      // Another node, perhaps of another version, wrote this message, which must not end this process.
      log.warn({ err: error }, 'bus message')
    }
  }

  function catchUp(wasLost: boolean) {
    isAlone = false
    connection.tell(hello).catch(() => {})
    void countOthers()
    for (const message of unsent.splice(0)) connection.tell(message).catch(() => unsent.push(message))
    if (wasLost) for (const listener of gapListeners) listener()
  }

  return {
    async publish(topic, body) {
      const message = JSON.stringify({ topic, body })
      if (Buffer.byteLength(message) > payloadBytes) throw new RangeError(`a message on the bus is too long: ${topic}`)
      listeners.tell(topic, body)
      await connection.tried
      try {
        await connection.tell(message)
      } catch (error) {
        // The other nodes get the message once the connection is back.
        if (unsent.length < unsentAtMost) unsent.push(message)
        log.warn({ err: error, topic }, 'bus')
        connection.drop()
      }
    },
    subscribe: listeners.add,
    onGap: listener => void gapListeners.push(listener),
    isConnected: connection.isOpen,
    isAlone: () => isAlone && connection.isOpen(),
    close() {
      clearInterval(counting)
      return connection.close()
    },
  }
}

interface Connection {
  /** The first attempt to connect, whether it succeeds or not. */
  tried: Promise<void>
  isOpen(): boolean
  /** Sends to all other nodes that listen. */
  tell(message: string): Promise<unknown>
  /** How many other connections listen to this database. */
  others(): Promise<number>
  /** Gives the connection up for a new one. */
  drop(): void
  close(): Promise<void>
}

interface Events {
  onMessage(message: string): void
  onConnected(wasLost: boolean): void
}

/** Listens on the channel, and reconnects with growing delays whenever the connection is lost. */
function keepConnected(url: string, log: Pick<Logger, 'warn'>, { onMessage, onConnected }: Events): Connection {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let wasLost = false
  let isClosed = false

  async function listen() {
    const next = newClient(url)
    next.on('notification', ({ payload, processId }) => {
      if (processId !== idOf(next)) onMessage(payload ?? '')
    })
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
    onConnected(wasLost)
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

  const tried = tryToListen()
  let attempt = tried

  return {
    tried,
    isOpen: () => client !== undefined,
    async tell(message) {
      if (!client) throw new Error('the bus is not connected')
      return client.query('select pg_notify($1, $2)', [channel, message])
    },
    async others() {
      if (!client) throw new Error('the bus is not connected')
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`,
        [application],
      )
      return rows[0]?.n ?? 0
    },
    drop: () => void client?.end().catch(() => {}),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await attempt
      await client?.end()
    },
  }
}

/** The number of the server's process for this connection, which pg's types omit. */
function idOf(client: pg.Client): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
}

function newClient(url: string): pg.Client {
  return new pg.Client(
    connectionTo(url, {
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: application,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      // A wake-up need not survive a crash, so it does not wait for the disk.
      options: '-c synchronous_commit=off',
    }),
  )
}
