import type { FactKey } from '@papadag/contract/places/facts'
import * as z from 'zod/mini'
import { isModerator } from '../../../domain/account.ts'
import { record } from '../../../domain/facts.ts'
import { wasEstablishedOrKnown } from '../../../domain/known.ts'
import { settleFacts } from '../../../domain/places/facts/settle.ts'
import { today } from '../../../domain/places/states.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { lock } from '../editing/changes.ts'
import { mayAnswer } from './presence.ts'

const Known = z.object({ facts: z.record(z.string(), z.looseObject({ value: z.unknown() })) })

async function factsOf(tx: Db, placeId: number) {
  const known = await tx.one(Known, sql`select facts from places where id = ${placeId}`)
  return known?.facts ?? {}
}

/** Stores what a father says of a playground where he was; his last word counts. */
export function answer(
  db: Db,
  { placeId, key }: { placeId: number; key: FactKey },
  value: unknown,
  { id: userId, network }: { id: number; network: string },
): Promise<void> {
  return db.transaction(async tx => {
    await lock(tx, placeId)
    if ((await tx.count(sql`from places p where p.id = ${placeId} and ${mayAnswer(userId)}`)) === 0)
      throw new Problem('place.notThere')
    await tx.run(sql`
      insert into place_fact_answers (place_id, key, user_id, network, value, is_established, day)
      values (${placeId}, ${key}, ${userId}, ${network}, nullif(${JSON.stringify(value)}::jsonb, 'null'),
              ${wasEstablishedOrKnown(sql`${userId}::int`)}, ${today})
      on conflict (place_id, key, user_id) do update
        -- A new number, since the last word of a network counts.
        set id = default, network = excluded.network, value = excluded.value, is_established = excluded.is_established, day = excluded.day`)
    await settle(tx, placeId, userId)
  })
}

/** Takes a father's own answer back. */
export function takeBack(db: Db, { placeId, key }: { placeId: number; key: FactKey }, userId: number): Promise<void> {
  return db.transaction(async tx => {
    await lock(tx, placeId)
    const taken = await tx.run(
      sql`delete from place_fact_answers where place_id = ${placeId} and key = ${key} and user_id = ${userId}`,
    )
    if (taken > 0) await settle(tx, placeId, userId)
  })
}

const Id = z.object({ id: z.number() })
const atOnce = 500

/** An answer of a new account decides once the account is some days old. */
export async function settleEstablished(db: Db): Promise<void> {
  const isNow = sql`not a.is_established and ${wasEstablishedOrKnown(sql`a.user_id`)}`
  const places = await db.many(
    Id,
    sql`select distinct a.place_id as id from place_fact_answers a where ${isNow} order by id limit ${atOnce}`,
  )
  for (const { id } of places) {
    await db.transaction(async tx => {
      // As an answer does, before its own row.
      await tx.run(sql`select from places where id = ${id} for update`)
      await tx.run(sql`update place_fact_answers a set is_established = true where a.place_id = ${id} and ${isNow}`)
      await settle(tx, id, null)
    })
  }
}

/** Decides anew; what changes is in the history of the place, with a day and without anybody. */
async function settle(tx: Db, placeId: number, userId: number | null): Promise<void> {
  const before = await factsOf(tx, placeId)
  await settleFacts(tx, [placeId])
  const after = await factsOf(tx, placeId)
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const differ = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
  await keepHistory(
    tx,
    placeId,
    { before, after },
    keys.filter(key => differ(before[key]?.value, after[key]?.value)),
  )
  const changed = keys.filter(key => differ(before[key], after[key]))
  await record(tx, { fact: 'factAnswered', placeId, userId, keys: changed })
}

type Known = z.output<typeof Known>['facts']

async function keepHistory(tx: Db, placeId: number, facts: { before: Known; after: Known }, keys: readonly string[]) {
  if (keys.length === 0) return
  const fields = (known: Known) =>
    JSON.stringify({ facts: Object.fromEntries(keys.map(key => [key, known[key]?.value ?? null])) })
  await tx.run(sql`
    insert into place_revisions (place_id, before, after, created_at)
    values (${placeId}, ${fields(facts.before)}::jsonb, ${fields(facts.after)}::jsonb, ${today}::timestamp at time zone 'utc')`)
}

/** A moderator undoes what fathers have answered: the answers about these facts go. Others answer themselves. */
export async function undoFacts(tx: Db, placeId: number, facts: Readonly<Record<string, unknown>>, userId: number) {
  if (!(await isModerator(tx, userId))) throw new Problem('place.unknownRevision')
  await tx.run(
    sql`delete from place_fact_answers where place_id = ${placeId} and key = any(${Object.keys(facts)}::text[])`,
  )
  await settle(tx, placeId, userId)
}
