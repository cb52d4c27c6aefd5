import { limits } from '@papadag/contract/limits'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Choice, NewPoll } from '@papadag/contract/playdates/polls'
import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../domain/account.ts'
import { record } from '../../domain/facts.ts'
import { hashOf, newSalt, tokenOf } from '../../domain/links/link-tokens.ts'
import { mustBePlace } from '../../domain/places/must-be-place.ts'
import { mustBeInCircle } from '../../domain/playdates/members-first.ts'
import { playdateSeenBy } from '../../domain/playdates/projection.ts'
import { countsIn, erasePoll, pastAt } from '../../domain/polls.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { Problem } from '../../platform/problem.ts'
import type { RateLimiter } from '../../platform/rate-limits.ts'
import { askStrangers, mustReach, noteAnswered } from './contact-check.ts'
import { lock } from './queries.ts'
import { answeredAbout, ask, become, give } from './steps.ts'

export interface Parts {
  sessionSecret: string
  limiter: RateLimiter
  /** False with `RATE_LIMIT=off`. */
  isLimited: boolean
}

const Id = z.object({ id: z.number() })

/** Creates a poll and asks these fathers; returns its id. */
export function create(db: Db, body: NewPoll, creatorId: number, parts: Parts): Promise<number> {
  return db.transaction(async tx => {
    await mustBeFreeToStart(tx, creatorId)
    await mustBeAhead(tx, body.times)
    if (body.placeId) await mustBePlace(tx, body.placeId)
    const members = body.circleId ? await membersOf(tx, body.circleId, creatorId) : []
    const fathers = [...new Set(body.fathers)].filter(id => id !== creatorId && !members.includes(id))
    const strangers = fathers.length > 0 ? await mustReach(tx, parts.limiter, creatorId, fathers) : []
    if (parts.isLimited) await askStrangers(tx, creatorId, strangers)
    const salt = newSalt()
    const tokenHash = hashOf(tokenOf(parts.sessionSecret, 'poll', salt))
    const endsAt = sql`least(max(${pastAt}), now() + make_interval(days => ${limits.pollDays}::int))`
    const asked = [...new Set([...fathers, ...members])]
    const id = await ask(tx, { ...body, asker: { id: creatorId, title: body.title, salt, tokenHash }, endsAt }, asked)
    await tx.run(sql`
      update poll_fathers set of_circle = true where poll_id = ${id} and user_id = any(${members}::int[])`)
    await record(tx, { fact: 'pollAsked', pollId: id, creatorId })
    return id
  })
}

/** The others in his circle, who know him, however many they are; without those who would not find his question. */
async function membersOf(tx: Db, circleId: number, creatorId: number): Promise<number[]> {
  await mustBeInCircle(tx, circleId, creatorId)
  const members = await tx.many(
    Id,
    sql`select u.id from circle_members m join users u on u.id = m.user_id
         where m.circle_id = ${circleId} and u.id <> ${creatorId} and u.hidden_at is null and not are_blocked(u.id, ${creatorId})
         order by u.id`,
  )
  return members.map(({ id }) => id)
}

/** Refuses a time that has already begun by the database's clock. */
async function mustBeAhead(tx: Db, times: NewPoll['times']) {
  const begun = await tx.many(
    z.object({ at: z.number() }),
    sql`select (n - 1)::int as at from unnest(${times.map(({ startTime }) => startTime)}::timestamptz[])
          with ordinality as t (begins, n) where begins <= now() order by n`,
  )
  if (begun.length === 0) return
  const issues = begun.map(({ at }) => ({ path: `times.${at}.startTime`, code: 'playdate.startInPast' as const }))
  throw new Problem('request.invalid', { issues })
}

interface Answer {
  answers: Readonly<Record<string, Choice>>
  children: number | undefined
  token: string | undefined
}

/** Stores a father's answers; the first one by the link puts him on the poll. */
export function answer(db: Db, id: number, { answers, children, token }: Answer, userId: number): Promise<void> {
  return db.transaction(async tx => {
    const { creatorId, state, isOn } = await lock(tx, id, userId, token)
    if (state === 'chosen') throw new Problem('poll.chosen')
    if (state === 'over') throw new Problem('poll.over')
    const given = Object.entries(answers).map(([timeId, choice]) => ({ timeId: Number(timeId), choice }))
    await mustBeTimesOf(tx, id, given)
    // He is available at every time that he proposes.
    if (creatorId === userId) return
    if (!isOn && (await tx.count(sql`from poll_fathers where poll_id = ${id}`)) >= limits.pollFathers)
      throw new Problem('poll.full')
    const changes = await give(tx, id, userId, { answers: given, children, isByLatest: false })
    await noteAnswered(tx, creatorId, userId)
    if (changes) await record(tx, { fact: 'pollAnswered', pollId: id, userId, changes })
  })
}

async function mustBeTimesOf(tx: Db, id: number, given: readonly { timeId: number }[]) {
  const known = await tx.many(Id, sql`select id from poll_times where poll_id = ${id}`)
  const issues = given
    .filter(({ timeId }) => !known.some(time => time.id === timeId))
    .map(({ timeId }) => ({ path: `answers.${timeId}`, code: 'poll.unknownTime' as const }))
  if (issues.length > 0) throw new Problem('request.invalid', { issues })
}

/** Creates the playdate at one of the times and seats everybody who said yes, in the order of their answers. */
export function choose(
  db: Db,
  id: number,
  { timeId, children }: { timeId: number; children: number | undefined },
  userId: number,
): Promise<Playdate> {
  return db.transaction(async tx => {
    const { creatorId, state, chosenTimeId, playdateId } = await lock(tx, id, userId)
    if (creatorId !== userId) throw new Problem('poll.notYours')
    // A repeat after a lost answer.
    if (chosenTimeId === timeId && playdateId !== null) return playdateSeenBy(tx, playdateId, userId)
    if (state === 'chosen') throw new Problem('poll.chosen')
    if (state === 'over') throw new Problem('poll.over')
    const answered = await answeredAbout(tx, timeId, countsIn)
    const coming = answered.filter(({ answer: choice }) => choice === 'yes')
    const { playdateId: madeId, ...seats } = await become(tx, id, { timeId, creatorId, children, coming })
    const placed = [...seats.seated, ...seats.waiting]
    const left = coming.map(father => father.id).filter(father => !placed.includes(father))
    const perhaps = answered.filter(({ answer: choice }) => choice === 'maybe').map(father => father.id)
    await record(tx, { fact: 'pollChosen', pollId: id, playdateId: madeId, ...seats, left, perhaps })
    return playdateSeenBy(tx, madeId, userId)
  })
}

export function remove(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    const { creatorId } = await lock(tx, id, userId)
    if (creatorId !== userId) throw new Problem('poll.notYours')
    await erasePoll(tx, id)
  })
}

/**
 * Deletes polls a week after their end, chosen or not, and proposals after two weeks: until then they show who has been
 * asked recently.
 */
export async function forgetPolls(db: Db): Promise<void> {
  const isOld = sql`(creator_id is not null and ends_at < now() - make_interval(days => ${limits.pollKeptDays}::int)
    or creator_id is null and created_at < now() - make_interval(days => ${limits.proposalKeptDays}::int))`
  const old = await db.many(Id, sql`select id from polls where ${isOld}`)
  for (const { id } of old) await db.transaction(tx => record(tx, { fact: 'pollForgotten', pollId: id }))
  await deleteInBatches(db, sql`polls`, isOld)
}
