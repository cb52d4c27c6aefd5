import type { Logger } from 'pino'
import type { Bus } from './bus/bus.ts'
import { type Db, DbUnavailable } from './db/db.ts'
import { together } from './db/together.ts'
import { topic } from './live/announcer.ts'
import { type Due, lease, type Outcome, postpone, remove, renewLeases, type Sender } from './outbox.ts'

const renewEveryMs = 15_000
const lookEveryMs = 1000
/** Wake-ups by other writes are coalesced over this time. */
const coalesceMs = 50
/** Rows in progress on one node. */
const maxAtOnce = 32
/** One statement for many rows: more are leased once so few are left. The regular look fills up behind slow ones. */
const refillAt = maxAtOnce / 2
/** The delays before each retry; after the last one a row is given up. */
const backOffS = [10, 60, 300, 1800, 7200]
const closeWithinMs = 3000
/** Rows done within this time are removed by one statement. */
const removeWithinMs = 10

export interface OutboxParts {
  db: Db
  bus: Bus
  log: Logger
  senders: Readonly<Record<string, Sender>>
}

/** Handles due rows on every node: each row is leased by one worker, and by another if that one dies. */
export interface Outbox {
  /** Looks for due rows at once instead of within a second. */
  wake(): void
  /** Rows handled since the start. */
  counts: Readonly<Counts>
  /** Waits a short while for rows in progress. */
  close(): Promise<void>
}

type Counts = Record<'done' | 'failed' | 'givenUp', number>

export function createOutbox(parts: OutboxParts): Outbox {
  const { db, bus, log, senders } = parts
  const kinds = Object.keys(senders)
  const counts: Counts = { done: 0, failed: 0, givenUp: 0 }
  const underWay = new Map<number, Promise<void>>()
  let looking: Promise<void> | undefined
  let isAsked = false
  let soon: NodeJS.Timeout | undefined
  /** Whether more rows were due than could be taken. */
  let hasMore = false
  let isClosed = false
  const removed = together<Due, void>(async dues => {
    await remove(db, dues)
    return dues.map(() => undefined)
  }, removeWithinMs)

  async function look() {
    do {
      isAsked = false
      const room = maxAtOnce - underWay.size
      if (isClosed || room <= 0) return
      const taken = await lease(db, kinds, room)
      hasMore = taken.length === room
      for (const due of taken) underWay.set(due.id, work(due))
    } while (isAsked)
  }

  async function work(due: Due) {
    try {
      await handle({ ...parts, removed }, due, counts)
    } catch (error) {
      // The lease expires, and a worker tries again.
      if (!(error instanceof DbUnavailable)) log.error({ err: error, kind: due.kind }, 'outbox')
    } finally {
      underWay.delete(due.id)
      if (hasMore && underWay.size <= refillAt) wake()
    }
  }

  function wake() {
    isAsked = true
    looking ??= look()
      .catch((error: unknown) => {
        if (!(error instanceof DbUnavailable)) log.error({ err: error }, 'outbox')
      })
      .finally(() => {
        looking = undefined
      })
  }

  function wakeSoon() {
    soon ??= setTimeout(() => {
      soon = undefined
      wake()
    }, coalesceMs)
  }

  const looks = setInterval(wake, lookEveryMs)
  const renewals = setInterval(() => void renewLeases(db, [...underWay.keys()]).catch(() => {}), renewEveryMs)
  bus.subscribe(topic, wakeSoon)
  wake()

  return {
    wake,
    counts,
    async close() {
      isClosed = true
      clearInterval(looks)
      clearTimeout(soon)
      await looking
      let timer: NodeJS.Timeout | undefined
      const late = new Promise(resolve => {
        timer = setTimeout(resolve, closeWithinMs)
      })
      await Promise.race([Promise.all(underWay.values()), late])
      clearTimeout(timer)
      clearInterval(renewals)
    },
  }
}

/** Sends what a row is about, and decides what becomes of the row. */
async function handle(
  { db, log, senders, removed }: OutboxParts & { removed(due: Due): Promise<void> },
  due: Due,
  counts: Counts,
): Promise<void> {
  const sender = senders[due.kind]
  const outcome = await sender?.send(due).catch((error: unknown): Outcome => {
    if (error instanceof DbUnavailable) throw error
    log.error({ err: error, kind: due.kind }, 'outbox')
    return { failed: 'error' }
  })
  if (outcome === undefined || outcome === 'done') {
    counts.done += 1
    return removed(due)
  }
  const { payload = due.payload } = outcome
  if ('afterMs' in outcome) return postpone(db, due, { afterS: outcome.afterMs / 1000, payload, isEarly: true })

  counts.failed += 1
  const afterS = backOffS[due.attempts - 1]
  if (afterS !== undefined && !outcome.isFinal) return postpone(db, due, { afterS, payload })

  counts.givenUp += 1
  log.warn({ kind: due.kind, attempts: due.attempts, reason: outcome.failed }, 'outbox: given up')
  await removed(due)
  await sender?.onGivenUp?.(due)
}
