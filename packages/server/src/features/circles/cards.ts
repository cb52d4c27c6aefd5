import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { circleCardsOf, isAlreadyIn } from '../../domain/circle-cards.ts'
import { comeIn } from '../../domain/circle-codes.ts'
import { type About, make, mustBeMakeable, mustHaveRoom } from '../../domain/circle-making.ts'
import { hasRoomForCircle, keepersOf } from '../../domain/circles.ts'
import { record } from '../../domain/facts.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { Problem } from '../../platform/problem.ts'

/** How long an answer is kept: no card that it could be about is left. */
const keptDays = 30

const Card = z.object({
  name: z.string(),
  others: z.array(z.number()),
  circleId: z.nullable(z.number()),
  isAlreadyIn: z.boolean(),
})
const Answer = z.object({ circleId: z.nullable(z.number()), isMember: z.boolean() })

const cardOf = (tx: Db, id: number, userId: number) =>
  tx.one(
    Card,
    sql`select card.name, card.others, card.circle_id as "circleId", ${isAlreadyIn(userId)} as "isAlreadyIn"
          from ${circleCardsOf(userId)} where card.id = ${id}`,
  )

interface Answering {
  cardId: number
  userId: number
}

/**
 * Locks a card and its circles, so that one answer after another is decided about; `circleId` is the circle that his yes
 * has brought him into. Throws `circle.noCard` for whoever has none, or is no longer in that circle.
 */
async function lock(tx: Db, { cardId, userId }: Answering) {
  await tx.run(sql`select from playdates where id = ${cardId} for no key update`)
  await tx.run(sql`
    select from circles g where g.id in (select circle_id from circle_answers where playdate_id = ${cardId}
      union all select circle_id from circle_members where user_id = ${userId}) order by g.id for update`)
  const answer = await tx.one(
    Answer,
    sql`select a.circle_id as "circleId",
               exists (select from circle_members x where x.circle_id = a.circle_id and x.user_id = a.user_id) as "isMember"
          from circle_answers a where a.playdate_id = ${cardId} and a.user_id = ${userId}`,
  )
  const card = await cardOf(tx, cardId, userId)
  const circleId = answer?.circleId ?? null
  if (!card || (circleId === null ? !answer && card.isAlreadyIn : !answer?.isMember)) throw new Problem('circle.noCard')
  return { card, circleId }
}

const note = (tx: Db, { cardId, userId }: Answering, saysYes: boolean) =>
  tx.run(sql`
    insert into circle_answers (playdate_id, user_id, says_yes) values (${cardId}, ${userId}, ${saysYes})
    on conflict (playdate_id, user_id) do update set says_yes = excluded.says_yes, answered_at = excluded.answered_at`)

/** Keeps what a father says to a card; returns the circle that he is in with a yes, or null. */
export function answer(
  db: Db,
  { yes, circleId: read, ...answering }: Answering & { yes: boolean; circleId?: number | null | undefined },
): Promise<number | null> {
  return db.transaction(async tx => {
    if (yes) return sayYes(tx, { ...answering, read })
    const { circleId } = await lock(tx, answering)
    // Whoever is in it leaves by leaving.
    if (circleId !== null) return circleId
    await note(tx, answering, false)
    await record(tx, { fact: 'circleCardAnswered', userId: answering.userId })
    return null
  })
}

/**
 * Brings him into the circle of this card: the first that one of its keepers has said yes to, else the one that he keeps
 * himself, else that of those who have said yes, which the second one makes; with `about` even alone. Whoever has read
 * that it would be another circle (`read`) has another card.
 */
export async function sayYes(tx: Db, answering: Saying): Promise<number | null>
export async function sayYes(tx: Db, answering: Saying & { about: About }): Promise<number>
export async function sayYes(
  tx: Db,
  { about, read, ...answering }: Saying & { about?: About },
): Promise<number | null> {
  const { cardId, userId } = answering
  await mustBeMakeable(tx, userId)
  const { card, circleId } = await lock(tx, answering)
  if (circleId !== null) return circleId
  if (read !== undefined && read !== card.circleId) throw new Problem('circle.noCard')
  if (card.circleId === null || about) await mustHaveRoom(tx, userId)
  await note(tx, answering, true)
  const agreed = await agreedOn(tx, cardId)
  for (const circle of new Set(agreed.flatMap(one => one.circle ?? [])))
    if (await join(tx, { cardId, circle, agreed }, userId)) return circle
  if (card.circleId !== null && !about) {
    await open(tx, { cardId, circle: card.circleId, agreed }, userId)
    return card.circleId
  }
  // Those who have said yes before and are in none, first come first served.
  const together = [userId]
  for (const { id, circle, hasRoom } of agreed)
    if (circle === null && hasRoom && together.every(one => areAgreed(agreed, one, id)) && id !== userId)
      together.push(id)
  if (together.length === 1 && !about) {
    await record(tx, { fact: 'circleCardAnswered', userId })
    return null
  }
  const made = await make(tx, about ?? { name: card.name }, together)
  await settle(tx, cardId, made, together)
  await record(tx, { fact: 'circleJoined', circleId: made, userId })
  return made
}

interface Saying extends Answering {
  read?: number | null | undefined
}

const settle = (tx: Db, cardId: number, circleId: number, fathers: readonly number[]) =>
  tx.run(sql`
    update circle_answers set circle_id = ${circleId} where playdate_id = ${cardId} and user_id = any(${fathers}::int[])`)

const Agreed = z.object({ id: z.number(), circle: z.nullable(z.number()), isKeeper: z.boolean(), hasRoom: z.boolean() })
type Agreed = z.output<typeof Agreed> & { others: readonly number[] }

/** Those who have said yes to a card, in that order, with whom they read on theirs, and the circle that they are in by it. */
async function agreedOn(tx: Db, cardId: number): Promise<Agreed[]> {
  const all = await tx.many(
    Agreed,
    sql`select a.user_id as id, x.circle_id as circle, a.user_id = any(${keepersOf(sql`x.circle_id`)}) as "isKeeper",
               ${hasRoomForCircle(sql`a.user_id`)} as "hasRoom"
          from circle_answers a join users u on u.id = a.user_id and u.hidden_at is null
          left join circle_members x on x.circle_id = a.circle_id and x.user_id = a.user_id
         where a.playdate_id = ${cardId} and a.says_yes and (a.circle_id is null or x.user_id is not null)
         order by a.answered_at, a.user_id`,
  )
  const agreed: Agreed[] = []
  for (const one of all) agreed.push({ ...one, others: (await cardOf(tx, cardId, one.id))?.others ?? [] })
  return agreed
}

/** Whether each reads the other on his card: nobody comes into a circle by the yes of somebody whom he was not asked about. */
function areAgreed(agreed: readonly Agreed[], one: number, other: number): boolean {
  const reads = (reader: number, id: number) => agreed.some(a => a.id === reader && a.others.includes(id))
  return reads(one, other) && reads(other, one)
}

interface Joining {
  cardId: number
  circle: number
  agreed: readonly Agreed[]
  /** Who lets him in now; else he says yes himself. */
  keeperId?: number
}

/**
 * Lets him into a circle, which is locked, of whose keepers one has said yes, if all who are in it by this card are
 * agreed with him; returns whether he is in it. Who else is in it plays no part, as for whoever is asked.
 */
async function join(tx: Db, { cardId, circle, agreed, keeperId }: Joining, userId: number): Promise<boolean> {
  const inIt = agreed.filter(one => one.circle === circle)
  if (!inIt.some(one => one.isKeeper) || !inIt.every(one => areAgreed(agreed, one.id, userId))) return false
  const members = sql`from circle_members x where x.circle_id = ${circle}`
  const wasIn = (await tx.count(sql`${members} and x.user_id = ${userId}`)) > 0
  const hasRoom = agreed.some(one => one.id === userId && one.hasRoom)
  if (!wasIn && (!hasRoom || (await tx.count(members)) >= limits.circleMembers)) return false
  await settle(tx, cardId, circle, [userId])
  if (wasIn) await record(tx, { fact: 'circleCardAnswered', userId })
  else await comeIn(tx, circle, userId)
  if (!wasIn && keeperId !== undefined) await record(tx, { fact: 'circleLetIn', circleId: circle, userId })
  return true
}

/** Lets those into the circle of this keeper who have said yes and are in none by it; whoever does later joins. */
async function open(tx: Db, { cardId, circle, agreed }: Joining, keeperId: number): Promise<void> {
  await settle(tx, cardId, circle, [keeperId])
  await record(tx, { fact: 'circleCardAnswered', userId: keeperId })
  const now = agreed.map(one => (one.id === keeperId ? { ...one, circle, isKeeper: true } : { ...one }))
  for (const one of now)
    if (one.circle === null && (await join(tx, { cardId, circle, agreed: now, keeperId }, one.id))) one.circle = circle
}

/** Deletes answers to cards that have ended, for a job. */
export async function forgetAnswers(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    sql`circle_answers`,
    sql`answered_at < now() - make_interval(days => ${sql.number(keptDays)})`,
  )
}
