import { createHmac, randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import type { Logger } from 'pino'

/** Redis is on the local network: a slower answer means that it hangs. */
const answerMs = 500
/** How often a node sends itself a beat; if it has not received one for this long, it receives nothing. */
const beatMs = 400
const silentMs = 1000
const firstRetryMs = 100
const lastRetryMs = 2000

/** A connection to Redis that reconnects, and knows whether published messages arrive here. */
export interface Redis {
  /** Whether Redis answers and this node receives what is published. */
  isReady(): boolean
  /** Publishes to all nodes; rejects if that is not possible at once. */
  publish(message: string): Promise<void>
  onMessage(listener: (message: string) => void): void
  /** Called when it becomes ready again. */
  onReturn(listener: () => void): void
  /** Runs a script on keys of this Papadag; rejects if the reply takes too long. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  close(): void
}

/** Connects in the background. Nodes of one Papadag share the `secret`, from which the channel's name is derived. */
export function openRedis(url: string, secret: string, log: Pick<Logger, 'warn'>): Redis {
  const name = `papadag:${createHmac('sha256', secret).update('redis').digest('hex').slice(0, 16)}`
  const beat = `${name}:${randomUUID()}`
  const messageListeners: ((message: string) => void)[] = []
  const returnListeners: (() => void)[] = []
  let heardAtMs = -Infinity
  let wasReady = false
  let hasBeenReady = false
  let isTold = false
  let isClosed = false

  function lost(error: unknown) {
    wasReady = false
    // Every attempt fails with the same error, so only the first is logged.
    if (!isTold) log.warn({ err: error }, 'redis')
    isTold = true
  }
  const [speaker, listener] = [createConnection(url).on('error', lost), createConnection(url).on('error', lost)]

  function isReady() {
    return speaker.isReady && listener.isReady && performance.now() - heardAtMs < silentMs
  }

  function check() {
    const isNow = isReady()
    if (isNow && !wasReady) {
      isTold = false
      // However short the outage, messages may have been missed.
      if (hasBeenReady) for (const tell of returnListeners) tell()
      hasBeenReady = true
    }
    wasReady = isNow
  }

  Promise.all([
    speaker.connect(),
    listener.connect().then(async () => {
      await listener.subscribe(name, message => {
        for (const tell of messageListeners) tell(message)
      })
      await listener.subscribe(beat, () => {
        heardAtMs = performance.now()
        check()
      })
    }),
  ]).catch((error: unknown) => {
    if (!isClosed) log.warn({ err: error }, 'redis')
  })

  const beating = setInterval(() => {
    check()
    if (speaker.isReady) speaker.publish(beat, '').catch(() => {})
  }, beatMs)

  return {
    isReady,
    async publish(message) {
      if (!isReady()) throw new Error('Redis is away')
      await soon(speaker.publish(name, message))
    },
    onMessage: tell => void messageListeners.push(tell),
    onReturn: tell => void returnListeners.push(tell),
    eval: (script, { keys, arguments: values }) =>
      soon(speaker.eval(script, { keys: keys.map(key => `${name}:${key}`), arguments: values })),
    close() {
      isClosed = true
      clearInterval(beating)
      speaker.destroy()
      listener.destroy()
    },
  }
}

function createConnection(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: tries => Math.min(firstRetryMs * 2 ** Math.min(tries, 10), lastRetryMs),
    },
  })
}

/** Rejects if Redis does not reply within `answerMs`. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis does not answer in time')), answerMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
