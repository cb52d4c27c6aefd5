import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from './bus/bus.ts'
import { type Db, DbUnavailable, type Sql, sql } from './db/db.ts'
import { changedTopic } from './live/watch.ts'

/** How long a worker leases a row. A longer job renews the lease; after a crash another worker takes the row. */
const leaseS = 45
const renewEveryMs = 15_000
const lookEveryMs = 1000
/** Wake-ups by other writes are coalesced over this time. */
const coalesceMs = 50
/** Rows in progress on one node. */
const maxAtOnce = 32
/** The delays before each retry; after the last one a row is given up. */
const backOffS = [10, 60, 300, 1800, 7200]
const closeWithinMs = 3000

const Row = z.object({
  id: z.int(),
  kind: z.string(),
  userId: z.nullable(z.int()),
  playdateId: z.nullable(z.int()),
  payload: z.record(z.string(), z.unknown()),
  attempts: z.int(),
})
/** A row of the outbox that is due. */
export type Due = z.output<typeof Row>

/** What became of a row: done (sent, or no longer wanted), or to be tried again. */
export type Outcome =
  | 'done'
  /** Too early: nothing has failed. */
  | { afterMs: number; payload?: Due['payload'] }
  /** It failed; `payload` is what remains to be done, and `isFinal` says that a retry makes no sense. */
  | { failed: string; isFinal?: boolean; payload?: Due['payload'] }

export interface Sender {
  send(due: Due): Promise<Outcome>
  /** Called after the last attempt has failed. */
  onGivenUp?(due: Due): Promise<unknown>
}

/** Something to send or do later. */
export interface Entry {
  kind: string
  userId?: number
  /**
   * The one word of the product in this file: its foreign key deletes rows about a deleted playdate. A neutral subject
   * could have no foreign key, and each kind would have to clean up after itself.
   */
  playdateId?: number
  payload?: object
  /** While a row with this key waits, no second one is written. */
  dedupeKey?: string
}

/** Writes a row in the transaction of the change that causes it. */
export async function enqueue(tx: Db, { kind, userId, playdateId, payload = {}, dedupeKey }: Entry): Promise<void> {
  await tx.run(sql`
    insert into outbox (kind, user_id, playdate_id, payload, dedupe_key)
    values (${kind}, ${userId ?? null}, ${playdateId ?? null}, ${JSON.stringify(payload)}::jsonb, ${dedupeKey ?? null})
    on conflict (dedupe_key) do nothing`)
}

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
  counts: Readonly<Record<'done' | 'failed' | 'givenUp', number>>
  /** Waits a short while for rows in progress. */
  close(): Promise<void>
}

export function createOutbox({ db, bus, log, senders }: OutboxParts): Outbox {
  const counts = { done: 0, failed: 0, givenUp: 0 }
  const underWay = new Map<number, Promise<void>>()
  const kinds = Object.keys(senders)
  let looking: Promise<void> | undefined
  let isAsked = false
  let soon: NodeJS.Timeout | undefined
  /** More rows were due than could be taken. */
  let hasMore = false
  let isClosed = false

  function take(room: number): Promise<Due[]> {
    return db.many(
      Row,
      sql`update outbox set due_at = now() + make_interval(secs => ${leaseS}), attempts = attempts + 1
           where id = any (array(
             select id from outbox where due_at <= now() and kind = any(${kinds}::text[])
              order by due_at, id limit ${room} for update skip locked))
          returning id, kind, user_id as "userId", playdate_id as "playdateId", payload, attempts`,
    )
  }

  async function look() {
    do {
      isAsked = false
      if (isClosed || underWay.size >= maxAtOnce) return
      const room = maxAtOnce - underWay.size
      const taken = await take(room)
      hasMore = taken.length === room
      for (const due of taken) {
        const work = handle(due)
          .catch((error: unknown) => {
            // The lease expires, and a worker tries again.
            if (!(error instanceof DbUnavailable)) log.error({ err: error, kind: due.kind }, 'outbox')
          })
          .finally(() => {
            underWay.delete(due.id)
            if (hasMore) wake()
          })
        underWay.set(due.id, work)
      }
    } while (isAsked)
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

  async function handle(due: Due) {
    const sender = senders[due.kind]
    const outcome = await sender?.send(due).catch((error: unknown): Outcome => {
      if (error instanceof DbUnavailable) throw error
      log.error({ err: error, kind: due.kind }, 'outbox')
      return { failed: 'error' }
    })
    if (outcome === undefined || outcome === 'done') {
      counts.done += 1
      await db.run(sql`delete from outbox where id = ${due.id}`)
    } else if ('afterMs' in outcome) {
      await again(
        due,
        outcome.afterMs / 1000,
        sql`attempts = 0, payload = ${JSON.stringify(outcome.payload ?? due.payload)}::jsonb`,
      )
    } else {
      counts.failed += 1
      const waitS = backOffS[due.attempts - 1]
      if (waitS !== undefined && !outcome.isFinal) {
        const payload = JSON.stringify(outcome.payload ?? due.payload)
        return again(due, waitS, sql`payload = ${payload}::jsonb`)
      }
      counts.givenUp += 1
      log.warn({ kind: due.kind, attempts: due.attempts, reason: outcome.failed }, 'outbox: given up')
      await db.run(sql`delete from outbox where id = ${due.id}`)
      await sender?.onGivenUp?.(due)
    }
  }

  async function again({ id }: Due, afterS: number, change: Sql) {
    await db.run(
      sql`update outbox set due_at = now() + make_interval(secs => ${afterS}::float8), ${change} where id = ${id}`,
    )
  }

  async function renew() {
    if (underWay.size === 0) return
    await db.run(sql`
      update outbox set due_at = now() + make_interval(secs => ${leaseS}) where id = any(${[...underWay.keys()]}::bigint[])`)
  }

  const looks = setInterval(wake, lookEveryMs)
  const renewals = setInterval(() => void renew().catch(() => {}), renewEveryMs)
  bus.subscribe(changedTopic, wakeSoon)
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
