import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from './bus/bus.ts'
import { type Db, DbUnavailable, type Sql, sql } from './db/db.ts'
import { changedTopic } from './live/watch.ts'

/** A worker that dies loses what it had taken to the others after this time; it renews it for what takes longer. */
const leaseS = 45
const renewEveryMs = 15_000
const lookEveryMs = 1000
/** What other writes wake it for is looked for at most this often. */
const coalesceMs = 50
/** So many rows are under way at once on one node. */
const maxAtOnce = 32
/** Before the second try, the third and so on; after the last one a row is given up. */
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

/** What became of a row: it is done (sent, or nobody wants it any more), or to be tried again. */
export type Outcome =
  | 'done'
  /** Not the right moment: nothing has failed. */
  | { afterMs: number; payload?: Due['payload'] }
  /** It failed, with what is left to do; `isFinal` when another try makes no sense. */
  | { failed: string; isFinal?: boolean; payload?: Due['payload'] }

export interface Sender {
  send(due: Due): Promise<Outcome>
  /** Called when the last try has failed. */
  onGivenUp?(due: Due): Promise<unknown>
}

/** What is to be sent or to happen later. */
export interface Entry {
  kind: string
  userId?: number
  /**
   * The one word of the product in this file: a foreign key, by which rows about a deleted playdate go with it. A
   * neutral subject could have no foreign key, and each kind would have to clean up after itself.
   */
  playdateId?: number
  payload?: object
  /** While a row with this key waits, the same is not written again. */
  dedupeKey?: string
}

/** Writes a row in the transaction of the change it belongs to. */
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

/** Does what is due, on every node: a row is taken by one of them, and by another one when that one dies. */
export interface Outbox {
  /** Looks at once; otherwise every second. */
  wake(): void
  /** How many rows were done, failed and given up since the start. */
  counts: Readonly<Record<'done' | 'failed' | 'givenUp', number>>
  /** Finishes what is under way, for a short while. */
  close(): Promise<void>
}

export function createOutbox({ db, bus, log, senders }: OutboxParts): Outbox {
  const counts = { done: 0, failed: 0, givenUp: 0 }
  const underWay = new Map<number, Promise<void>>()
  const kinds = Object.keys(senders)
  let looking: Promise<void> | undefined
  let isAsked = false
  let soon: NodeJS.Timeout | undefined
  /** There was more than could be taken. */
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
            // The lease runs out, and somebody does it again.
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
