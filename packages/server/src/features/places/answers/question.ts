import { createHmac } from 'node:crypto'
import { limits } from '@papadag/contract/limits'
import { askedKeys } from '@papadag/contract/places/asked-keys'
import * as z from 'zod/mini'
import { visible } from '../../../domain/places/projection.ts'
import { today } from '../../../domain/places/states.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { wasAt } from './presence.ts'

const Open = z.object({ placeId: z.number(), key: z.enum(askedKeys) })
const Asked = z.object({ question: z.string(), isToday: z.boolean() })

export type Question = z.output<typeof Open>

/** A question as it is remembered, which does not say about which place it was. */
function nameOf(secret: string, userId: number, { placeId, key }: Question): string {
  return createHmac('sha256', secret).update(`question:${userId}:${placeId}:${key}`).digest('base64url').slice(0, 16)
}

/**
 * What to ask a father today: what nobody knows, or nobody has said for a year, of a playground where he was; what one
 * has answered first, since he decides it. Each day one, each once, the same until he has answered.
 */
export async function questionFor(db: Db, userId: number, secret: string): Promise<Question | null> {
  const open = await openQuestions(db, userId)
  if (open.length === 0) return null
  return db.transaction(async tx => {
    // So that two tabs are asked the same.
    await tx.run(sql`select from users where id = ${userId} for no key update`)
    const asked = await tx.many(
      Asked,
      sql`select question, day = ${today} as "isToday" from place_questions where user_id = ${userId}`,
    )
    const ofToday = asked.find(({ isToday }) => isToday)
    if (ofToday) return open.find(one => nameOf(secret, userId, one) === ofToday.question) ?? null
    const known = new Set(asked.map(({ question }) => question))
    const next = open.find(one => !known.has(nameOf(secret, userId, one)))
    if (!next) return null
    await tx.run(
      sql`insert into place_questions (user_id, question, day) values (${userId}, ${nameOf(secret, userId, next)}, ${today})`,
    )
    return next
  })
}

function openQuestions(db: Db, userId: number): Promise<Question[]> {
  const isFresh = sql`(p.facts -> k.key ->> 'at')::date > ${today} - ${limits.factFreshDays}::int`
  const isTied = sql`exists (select from jsonb_array_elements(p.facts -> k.key -> 'others') o
    where (o ->> 'agreed')::int >= (p.facts -> k.key ->> 'agreed')::int)`
  const answers = sql`(select count(*) from place_fact_answers a where a.place_id = p.id and a.key = k.key and a.value is not null)`
  return db.many(
    Open,
    sql`select p.id as "placeId", k.key
          from places p cross join unnest(${[...askedKeys]}::text[]) with ordinality k (key, n)
         where p.id in ${wasAt(userId)} and p.type = 'playground' and ${visible} and p.locked_at is null
           and exists (select from users u where u.id = ${userId} and u.place_questions)
           and (not p.facts ? k.key or not ${isFresh} or ${isTied})
           and not exists (select from place_fact_answers a where a.place_id = p.id and a.key = k.key and a.user_id = ${userId}
             and a.day > ${today} - ${limits.factFreshDays}::int)
         order by ${answers} > 0 desc, k.n, p.id limit ${limits.listItems}`,
  )
}
