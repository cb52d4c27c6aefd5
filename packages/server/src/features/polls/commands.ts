import { limits } from '@papadag/contract/limits'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Choice, NewPoll } from '@papadag/contract/playdates/polls'
import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../domain/account.ts'
import { record } from '../../domain/facts.ts'
import { hashOf, newSalt, tokenOf } from '../../domain/links/link-tokens.ts'
import { mustBePlace } from '../../domain/places/must-be-place.ts'
import { PlannedPlace, plannedAt, plannedThere } from '../../domain/places/planned.ts'
import { plan } from '../../domain/playdates/plan.ts'
import { playdateSeenBy } from '../../domain/playdates/projection.ts'
import { seatEverybody } from '../../domain/playdates/seat-everybody.ts'
import { countsIn, erasePoll } from '../../domain/polls.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'
import type { RateLimiter } from '../../platform/rate-limits.ts'
import { askStrangers, mustReach, noteAnswered } from './contact-check.ts'
import { lock } from './queries.ts'
import { isPast, pastAt } from './rules.ts'

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
    const fathers = [...new Set(body.fathers)].filter(id => id !== creatorId)
    const strangers = fathers.length > 0 ? await mustReach(tx, parts.limiter, creatorId, fathers) : []
    if (parts.isLimited) await askStrangers(tx, creatorId, strangers)
    const [starts, ends] = [body.times.map(({ startTime }) => startTime), body.times.map(({ endTime }) => endTime)]
    const salt = newSalt()
    const created = await tx.one(
      Id,
      sql`insert into polls (creator_id, title, description, location, location_visibility, area, place_id, max_participants, salt,
                             token_hash, ends_at)
          select ${creatorId}, ${body.title}, ${body.description ?? null}, ${body.location}, ${body.locationVisibility ?? 'public'}, ${body.area ?? null},
                 ${body.placeId ?? null}::int, ${body.maxParticipants}, ${salt},
                 decode(${hashOf(tokenOf(parts.sessionSecret, 'poll', salt))}, 'hex'), least(max(${pastAt}), now() + make_interval(days => ${limits.pollDays}::int))
            from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) t (start_time, end_time)
          returning id`,
    )
    if (!created) throw new Error('an insert returned no row')
    const { id } = created
    await tx.run(sql`
      insert into poll_times (poll_id, start_time, end_time)
      select ${id}::int, * from unnest(${starts}::timestamptz[], ${ends}::timestamptz[])`)
    await tx.run(sql`insert into poll_fathers (poll_id, user_id) select ${id}::int, unnest(${fathers}::int[])`)
    await record(tx, { fact: 'pollAsked', pollId: id, creatorId })
    return id
  })
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
    const isFirst =
      (await tx.count(
        sql`from poll_fathers f where f.poll_id = ${id} and f.user_id = ${userId} and f.answered_at is not null`,
      )) === 0
    const isHisNew = await tx.run(sql`
      insert into poll_fathers (poll_id, user_id, children, answered_at) values (${id}, ${userId}, ${children ?? 0}, now())
      on conflict (poll_id, user_id) do update set children = coalesce(${children ?? null}::int, poll_fathers.children),
        answered_at = coalesce(poll_fathers.answered_at, now())
       where poll_fathers.answered_at is null or poll_fathers.children <> coalesce(${children ?? null}::int, poll_fathers.children)`)
    const isNew = await tx.run(sql`
      insert into poll_answers (poll_time_id, user_id, answer)
      select given.time_id, ${userId}::int, given.choice
        from unnest(${given.map(({ timeId }) => timeId)}::int[], ${given.map(({ choice }) => choice)}::text[])
             as given (time_id, choice)
      on conflict (poll_time_id, user_id) do update set answer = excluded.answer
       where poll_answers.answer <> excluded.answer`)
    await noteAnswered(tx, creatorId, userId)
    const changes = isFirst ? 'first' : isNew ? 'answers' : isHisNew ? 'children' : undefined
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

const Chosen = z.object({
  isPast: z.boolean(),
  title: z.string(),
  description: z.nullable(z.string()),
  location: z.string(),
  locationVisibility: z.enum(['public', 'participants']),
  area: z.nullable(z.string()),
  placeId: z.nullable(z.number()),
  at: PlannedPlace,
  maxParticipants: z.number(),
  startTime: z.string(),
  endTime: z.string(),
})

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
    const chosen = await tx.one(
      Chosen,
      sql`select ${isPast} as "isPast", q.title, q.description, q.location, q.location_visibility as "locationVisibility", q.area,
                 pl.id as "placeId", ${plannedAt(sql`q`)} as at, q.max_participants as "maxParticipants",
                 ${isoOf(sql`t.start_time`)} as "startTime", ${isoOf(sql`t.end_time`)} as "endTime"
            from polls q join poll_times t on t.poll_id = q.id
            left join ${plannedThere(sql`q.place_id`)}
           where q.id = ${id} and t.id = ${timeId}`,
    )
    if (!chosen) throw new Problem('request.invalid', { issues: [{ path: 'timeId', code: 'poll.unknownTime' }] })
    const { isPast: isTooLate, at, ...planned } = chosen
    if (isTooLate) throw new Problem('poll.timePassed')
    const madeId = await plan(tx, { ...planned, children }, userId, at)
    await tx.run(sql`update polls set chosen_time_id = ${timeId}, playdate_id = ${madeId} where id = ${id}`)
    await seatAnswered(tx, id, timeId, madeId)
    return playdateSeenBy(tx, madeId, userId)
  })
}

const Answered = z.object({ id: z.number(), children: z.number(), answer: z.string() })

/** Seats everybody who said yes to a time. */
async function seatAnswered(tx: Db, id: number, timeId: number, playdateId: number): Promise<void> {
  const answered = await tx.many(
    Answered,
    sql`select u.id, f.children, a.answer from polls q
          join poll_fathers f on f.poll_id = q.id
          join poll_answers a on a.poll_time_id = ${timeId} and a.user_id = f.user_id
          join users u on u.id = f.user_id and ${countsIn}
         where q.id = ${id} order by f.answered_at, u.id`,
  )
  const coming = answered.filter(({ answer: choice }) => choice === 'yes')
  const { seated, waiting } = await seatEverybody(tx, playdateId, coming)
  const left = coming.map(father => father.id).filter(father => ![...seated, ...waiting].includes(father))
  const perhaps = answered.filter(({ answer: choice }) => choice === 'maybe').map(father => father.id)
  await record(tx, { fact: 'pollChosen', pollId: id, playdateId, seated, waiting, left, perhaps })
}

export function remove(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    const { creatorId } = await lock(tx, id, userId)
    if (creatorId !== userId) throw new Problem('poll.notYours')
    await erasePoll(tx, id)
  })
}

/** Deletes polls a week after their end, chosen or not. */
export async function forgetPolls(db: Db): Promise<void> {
  const isOld = sql`ends_at < now() - make_interval(days => ${limits.pollKeptDays}::int)`
  const old = await db.many(Id, sql`select id from polls where ${isOld}`)
  for (const { id } of old) await db.transaction(tx => record(tx, { fact: 'pollForgotten', pollId: id }))
  await deleteInBatches(db, sql`polls`, isOld)
}
