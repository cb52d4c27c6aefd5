import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { circleCardsOf, isAlreadyIn } from '../../domain/circle-cards.ts'
import { type About, make, mustBeMakeable, mustHaveRoom } from '../../domain/circle-making.ts'
import { hasRoomForCircle } from '../../domain/circles.ts'
import { record } from '../../domain/facts.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { Problem } from '../../platform/problem.ts'

/** How long an answer is kept: no card that it could be about is left. */
const keptDays = 30

const Card = z.object({ name: z.string(), others: z.array(z.number()), isAlreadyIn: z.boolean() })
const Answer = z.object({ circleId: z.nullable(z.number()), isMember: z.boolean() })

const cardOf = (tx: Db, id: number, userId: number) =>
  tx.one(
    Card,
    sql`select card.name, card.others, ${isAlreadyIn(userId)} as "isAlreadyIn"
          from ${circleCardsOf(userId)} where card.id = ${id}`,
  )

interface Answering {
  cardId: number
  userId: number
}

/**
 * Locks a card, so that one answer after another is decided about; `circleId` is the circle that his yes has brought him
 * into. Throws `circle.noCard` for whoever has none, or is no longer in that circle.
 */
async function lock(tx: Db, { cardId, userId }: Answering) {
  await tx.run(sql`select from playdates where id = ${cardId} for no key update`)
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
export function answer(db: Db, { yes, ...answering }: Answering & { yes: boolean }): Promise<number | null> {
  return db.transaction(async tx => {
    if (yes) return sayYes(tx, answering)
    const { circleId } = await lock(tx, answering)
    // Whoever is in it leaves by leaving.
    if (circleId !== null) return circleId
    await note(tx, answering, false)
    await record(tx, { fact: 'circleCardAnswered', userId: answering.userId })
    return null
  })
}

/** Brings him into the circle of those who have said yes, which the second one makes; with `about` even alone. */
export async function sayYes(tx: Db, answering: Answering): Promise<number | null>
export async function sayYes(tx: Db, answering: Answering & { about: About }): Promise<number>
export async function sayYes(tx: Db, { about, ...answering }: Answering & { about?: About }): Promise<number | null> {
  const { cardId, userId } = answering
  await mustBeMakeable(tx, userId)
  const { card, circleId } = await lock(tx, answering)
  if (circleId !== null) return circleId
  await mustHaveRoom(tx, userId)
  await note(tx, answering, true)
  const agreed = await agreedOn(tx, cardId)
  const joined = await join(tx, userId, agreed)
  if (joined !== null) {
    await settle(tx, { cardId, userId, circleId: joined, fathers: [userId] })
    return joined
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
  await settle(tx, { cardId, userId, circleId: made, fathers: together })
  return made
}

async function settle(
  tx: Db,
  { cardId, userId, circleId, fathers }: Answering & { circleId: number; fathers: readonly number[] },
): Promise<void> {
  await tx.run(sql`
    update circle_answers set circle_id = ${circleId} where playdate_id = ${cardId} and user_id = any(${fathers}::int[])`)
  await record(tx, { fact: 'circleJoined', circleId, userId })
}

const Agreed = z.object({ id: z.number(), circle: z.nullable(z.number()), hasRoom: z.boolean() })
type Agreed = z.output<typeof Agreed> & { others: readonly number[] }

/** Those who have said yes to a card, in that order, with whom they read on theirs, and the circle that they are in by it. */
async function agreedOn(tx: Db, cardId: number): Promise<Agreed[]> {
  const all = await tx.many(
    Agreed,
    sql`select a.user_id as id, x.circle_id as circle,
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

/** Whether each reads the other on his card: nobody gets into a circle with somebody whom he was not asked about. */
function areAgreed(agreed: readonly Agreed[], one: number, other: number): boolean {
  const reads = (reader: number, id: number) => agreed.some(a => a.id === reader && a.others.includes(id))
  return reads(one, other) && reads(other, one)
}

/** Lets him into the first circle of this card in which he is wanted by all; null without any. */
async function join(tx: Db, userId: number, agreed: readonly Agreed[]): Promise<number | null> {
  for (const circle of new Set(agreed.flatMap(one => one.circle ?? []))) {
    if (!agreed.every(one => one.circle !== circle || areAgreed(agreed, one.id, userId))) continue
    await tx.run(sql`select from circles where id = ${circle} for update`)
    const members = sql`from circle_members x where x.circle_id = ${circle}`
    if ((await tx.count(sql`${members} and are_blocked(x.user_id, ${userId})`)) > 0) continue
    if ((await tx.count(members)) >= limits.circleMembers) continue
    await tx.run(
      sql`insert into circle_members (circle_id, user_id) values (${circle}, ${userId}) on conflict do nothing`,
    )
    return circle
  }
  return null
}

/** Deletes answers to cards that have ended, for a job. */
export async function forgetAnswers(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    sql`circle_answers`,
    sql`answered_at < now() - make_interval(days => ${sql.number(keptDays)})`,
  )
}
