import type { FactKey } from '@papadag/contract/places/facts'
import * as z from 'zod/mini'
import { isModerator } from '../../../domain/account.ts'
import { wasEstablished } from '../../../domain/established.ts'
import { record } from '../../../domain/facts.ts'
import { settleFacts } from '../../../domain/places/facts/settle.ts'
import { today } from '../../../domain/places/states.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { lock } from '../editing/changes.ts'
import { mayAnswer } from './presence.ts'

const Known = z.object({ facts: z.record(z.string(), z.object({ value: z.unknown() })) })

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
              ${wasEstablished(sql`${userId}::int`)}, ${today})
      on conflict (place_id, key, user_id) do update
        set network = excluded.network, value = excluded.value, is_established = excluded.is_established, day = excluded.day`)
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

/** Decides anew; what changes is in the history of the place, with a day and without anybody. */
async function settle(tx: Db, placeId: number, userId: number): Promise<void> {
  const before = await factsOf(tx, placeId)
  const isShown = (await settleFacts(tx, [placeId])).length > 0
  if (isShown) await keepHistory(tx, placeId, before)
  await record(tx, { fact: 'factAnswered', placeId, userId, isShown })
}

async function keepHistory(tx: Db, placeId: number, before: z.output<typeof Known>['facts']) {
  const after = await factsOf(tx, placeId)
  const valueIn = (facts: typeof before, key: string) => facts[key]?.value ?? null
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    key => JSON.stringify(valueIn(before, key)) !== JSON.stringify(valueIn(after, key)),
  )
  if (changed.length === 0) return
  const fields = (facts: typeof before) =>
    JSON.stringify({ facts: Object.fromEntries(changed.map(key => [key, valueIn(facts, key)])) })
  await tx.run(sql`
    insert into place_revisions (place_id, before, after, created_at)
    values (${placeId}, ${fields(before)}::jsonb, ${fields(after)}::jsonb, ${today}::timestamp at time zone 'utc')`)
}

/** A moderator undoes what fathers have answered: the answers about these facts go. Others answer themselves. */
export async function undoFacts(tx: Db, placeId: number, facts: Readonly<Record<string, unknown>>, userId: number) {
  if (!(await isModerator(tx, userId))) throw new Problem('place.unknownRevision')
  await tx.run(
    sql`delete from place_fact_answers where place_id = ${placeId} and key = any(${Object.keys(facts)}::text[])`,
  )
  await settle(tx, placeId, userId)
}
