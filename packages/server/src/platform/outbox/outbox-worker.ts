import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { batched } from '../db/batched.ts'
import { type Db, DbUnavailable } from '../db/db.ts'
import { topic } from '../live/watching/announcer.ts'
import {
  type Due,
  type Leased,
  laneOf,
  lease,
  type Outcome,
  postpone,
  remove,
  renewLeases,
  type Sender,
  shareOfOne,
} from './outbox.ts'
import { createShares, onlyOnce } from './shares.ts'

const renewEveryMs = 15_000
const pollEveryMs = 1000
/** Wake-ups by further writes are coalesced over this time. */
const coalesceMs = 50
/** Rows being composed on one node, not counting those that wait for an external server. */
const maxAtOnce = 32
/** Rows leased by one node, including those that wait for a server or behind another row of their receiver. */
const maxLeased = 512
/**
 * Leasing many rows in one statement is cheaper, so more are leased only when this few are left. The regular check tops
 * up behind slow ones.
 */
const refillAt = maxAtOnce / 2
/** The delays before each retry; after the last one, a row is given up. */
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
  /** Briefly waits for rows in progress. */
  close(): Promise<void>
}

type Counts = Record<'done' | 'failed' | 'givenUp', number>

export function createOutbox(parts: OutboxParts): Outbox {
  const { db, bus, log, senders } = parts
  const kinds = Object.keys(senders)
  const counts: Counts = { done: 0, failed: 0, givenUp: 0 }
  const underWay = new Map<number, Promise<void>>()
  const lanes = createLanes()
  const shares = createShares({ composed: shareOfOne, leased: maxLeased / 4 })
  let composing = 0
  /** Whether more rows were due than could be taken. */
  let hasMore = false
  let isClosed = false
  const { wake, wakeSoon, settle } = createWaker(poll, log)
  const removed = batched<Due, void>(async dues => {
    await remove(db, dues)
    return dues.map(() => undefined)
  }, removeWithinMs)

  /** Takes what is due, and returns whether there may be more. */
  async function poll(): Promise<boolean> {
    const room = Math.min(maxAtOnce - composing, maxLeased - underWay.size)
    if (isClosed || room <= 0) return false
    const full = shares.full()
    const taken = await lease(db, { kinds, busy: lanes.busy(), full, atMost: room })
    for (const row of taken) take(row)
    // After those who have their share, other rows may be due, and more of theirs.
    hasMore = taken.length === room || full.length > 0 || shares.full().length > 0
    return taken.length > 0 && hasMore && composing <= refillAt
  }

  function take(row: Leased) {
    const { isComposed, isHandled } = shares.take(row.causer)
    const handled = lanes.enter(
      laneOf(row),
      () => work(row, isComposed),
      () => {
        underWay.delete(row.id)
        isHandled()
        if (hasMore && composing <= refillAt) wake()
      },
    )
    underWay.set(row.id, handled)
  }

  async function work(row: Leased, isComposed: () => void) {
    // Rows still waiting in their lane are left to another node when their lease ends.
    if (isClosed) return
    composing += 1
    const onWire = onlyOnce(() => {
      composing -= 1
      isComposed()
      if (hasMore && composing <= refillAt) wake()
    })
    await handle({ ...parts, removed }, { ...row, onWire }, counts).catch((error: unknown) => {
      // The lease expires, and a worker tries again.
      if (!(error instanceof DbUnavailable)) log.error({ err: error, kind: row.kind }, 'outbox')
    })
    onWire()
  }

  const polls = setInterval(wake, pollEveryMs)
  const renewals = setInterval(() => void renewLeases(db, [...underWay.keys()]).catch(() => {}), renewEveryMs)
  bus.subscribe(topic, wakeSoon)
  wake()

  return {
    wake,
    counts,
    async close() {
      isClosed = true
      clearInterval(polls)
      await settle()
      await endedWithin(closeWithinMs, underWay.values())
      clearInterval(renewals)
    },
  }
}

/** Waits for this work, but not longer. */
async function endedWithin(ms: number, work: Iterable<Promise<void>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.all(work), late])
  clearTimeout(timer)
}

/** Work of one lane is done in turn: a slow receiver delays only himself. */
function createLanes() {
  /** The last work of each lane. */
  const lanes = new Map<string, Promise<void>>()
  return {
    busy: () => [...lanes.keys()],
    /** Begins at once, or after the previous work in this lane. */
    enter(lane: string, work: () => Promise<void>, onEnd: () => void): Promise<void> {
      const own = (lanes.get(lane)?.then(work) ?? work()).finally(() => {
        if (lanes.get(lane) === own) lanes.delete(lane)
        onEnd()
      })
      lanes.set(lane, own)
      return own
    },
  }
}

/** Polls when woken, one poll at a time, until nothing more can be taken. */
function createWaker(poll: () => Promise<boolean>, log: Logger) {
  let looking: Promise<void> | undefined
  let isAsked = false
  let soon: NodeJS.Timeout | undefined

  async function lookOn() {
    let isMore: boolean
    do {
      isAsked = false
      isMore = await poll()
    } while (isAsked || isMore)
  }

  function wake() {
    isAsked = true
    looking ??= lookOn()
      .catch((error: unknown) => {
        if (!(error instanceof DbUnavailable)) log.error({ err: error }, 'outbox')
      })
      .finally(() => {
        looking = undefined
      })
  }

  return {
    wake,
    wakeSoon() {
      soon ??= setTimeout(() => {
        soon = undefined
        wake()
      }, coalesceMs)
    },
    async settle() {
      clearTimeout(soon)
      await looking
    },
  }
}

/** Sends what a row is about, and decides what happens to the row. */
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
