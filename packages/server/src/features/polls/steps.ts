import { languages } from '@papadag/contract/limits'
import type { Choice } from '@papadag/contract/playdates/polls'
import * as z from 'zod/mini'
import { plannedThere } from '../../domain/places/planned.ts'
import { plan } from '../../domain/playdates/plan.ts'
import { type Planned, PlannedRow, plannedOf, pollColumns } from '../../domain/playdates/plan-columns.ts'
import { type Seated, seatEverybody } from '../../domain/playdates/seat-everybody.ts'
import { isPast } from '../../domain/polls.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'

// The steps of a poll, whether a member asks or, with one time, the app: a proposal.

interface Question extends Omit<Planned, 'title'> {
  /** Who asks, for what and how his link is made; undefined if the app asks. */
  asker: { id: number; title: string; salt: string; tokenHash: string } | undefined
  placeAddress?: string | null | undefined
  circleId?: number | null | undefined
  times: readonly { startTime: string; endTime: string }[]
  /** When it ends, of its times `t`. */
  endsAt: Sql
}

const Id = z.object({ id: z.int() })

/** Asks these fathers; returns the poll's id. */
export async function ask(tx: Db, question: Question, fathers: readonly number[]): Promise<number> {
  const { asker, times } = question
  const offered = sql`unnest(${times.map(({ startTime }) => startTime)}::timestamptz[],
    ${times.map(({ endTime }) => endTime)}::timestamptz[]) t (start_time, end_time)`
  const asked = await tx.one(
    Id,
    sql`insert into polls (creator_id, ${pollColumns.names}, place_address, circle_id, salt, token_hash, ends_at)
        select ${asker?.id ?? null}::int, ${pollColumns.valuesIn({ ...question, title: asker?.title })},
               ${question.placeAddress ?? null}::text, ${question.circleId ?? null}::int, ${asker?.salt ?? null}::text, decode(${asker?.tokenHash ?? null}::text, 'hex'),
               ${question.endsAt}
          from ${offered}
        returning id`,
  )
  if (!asked) throw new Error('an insert returned no row')
  await tx.run(
    sql`insert into poll_times (poll_id, start_time, end_time) select ${asked.id}::int, start_time, end_time from ${offered}`,
  )
  await tx.run(sql`insert into poll_fathers (poll_id, user_id) select ${asked.id}::int, unnest(${fathers}::int[])`)
  return asked.id
}

interface Given {
  answers: readonly { timeId: number; choice: Choice }[]
  /** As before if undefined. */
  children: number | undefined
  /** Whether he comes after those who answered before he changed his mind. */
  isByLatest: boolean
}

/** Stores a father's answers, which puts him on the poll; returns what that changes. */
export async function give(
  tx: Db,
  id: number,
  userId: number,
  { answers, children, isByLatest }: Given,
): Promise<'first' | 'answers' | 'children' | undefined> {
  const hasAnswered = await tx.count(
    sql`from poll_fathers where poll_id = ${id} and user_id = ${userId} and answered_at is not null`,
  )
  const changed = await tx.run(sql`
    insert into poll_answers (poll_time_id, user_id, answer)
    select given.time_id, ${userId}::int, given.choice
      from unnest(${answers.map(({ timeId }) => timeId)}::int[], ${answers.map(({ choice }) => choice)}::text[])
           as given (time_id, choice)
    on conflict (poll_time_id, user_id) do update set answer = excluded.answer
     where poll_answers.answer <> excluded.answer`)
  const isLater = changed > 0 && isByLatest
  const brings = sql`coalesce(${children ?? null}::int, poll_fathers.children)`
  const changedOwn = await tx.run(sql`
    insert into poll_fathers (poll_id, user_id, children, answered_at) values (${id}, ${userId}, ${children ?? 0}, now())
    on conflict (poll_id, user_id) do update set children = ${brings},
      answered_at = case when ${isLater} then now() else coalesce(poll_fathers.answered_at, now()) end
     where ${isLater} or poll_fathers.answered_at is null or poll_fathers.children <> ${brings}`)
  if (!hasAnswered) return 'first'
  return changed ? 'answers' : changedOwn ? 'children' : undefined
}

const Answered = z.object({ id: z.int(), children: z.int(), answer: z.string(), language: z.enum(languages) })
export type Answered = z.output<typeof Answered>

/** Who has answered about a time of a poll, and counts (`u`, `q`): in the order of their answers. */
export function answeredAbout(tx: Db, timeId: number, counts: Sql): Promise<Answered[]> {
  return tx.many(
    Answered,
    sql`select u.id, f.children, a.answer, u.language from poll_times t
          join polls q on q.id = t.poll_id
          join poll_fathers f on f.poll_id = q.id
          join poll_answers a on a.poll_time_id = t.id and a.user_id = f.user_id
          join users u on u.id = f.user_id and ${counts}
         where t.id = ${timeId} order by f.answered_at, u.id`,
  )
}

const Chosen = z.extend(PlannedRow, {
  circleId: z.nullable(z.int()),
  isPast: z.boolean(),
  startTime: z.string(),
  endTime: z.string(),
})

interface Meeting {
  timeId: number
  creatorId: number
  children: number | undefined
  /** Those who come besides him, who get their seats in this order. */
  coming: readonly Answered[]
  /** What a playdate that the app has asked for is called. */
  title?: string
  minimumFathers?: number
}

/** Creates the playdate at one of a poll's times, and seats everybody who comes. */
export async function become(tx: Db, id: number, meeting: Meeting): Promise<Seated & { playdateId: number }> {
  const { timeId, creatorId, children, coming, title, minimumFathers } = meeting
  const chosen = await tx.one(
    Chosen,
    sql`select ${isPast} as "isPast", q.circle_id as "circleId", ${plannedOf(sql`q`, sql`pl.id`)},
               ${isoOf(sql`t.start_time`)} as "startTime", ${isoOf(sql`t.end_time`)} as "endTime"
          from polls q join poll_times t on t.poll_id = q.id
          left join ${plannedThere(sql`q.place_id`)}
         where q.id = ${id} and t.id = ${timeId}`,
  )
  if (!chosen) throw new Problem('request.invalid', { issues: [{ path: 'timeId', code: 'poll.unknownTime' }] })
  const { isPast: isTooLate, at, ...planned } = chosen
  if (isTooLate) throw new Problem('poll.timePassed')
  const playdateId = await plan(
    tx,
    { ...planned, title: title ?? planned.title ?? '', children, minimumFathers },
    creatorId,
    at,
  )
  await tx.run(sql`update polls set chosen_time_id = ${timeId}, playdate_id = ${playdateId} where id = ${id}`)
  // Of a circle, whoever has spoken about this time is not asked again.
  await tx.run(sql`
    delete from asked a using poll_answers given
     where a.playdate_id = ${playdateId} and given.poll_time_id = ${timeId} and given.user_id = a.user_id`)
  return { playdateId, ...(await seatEverybody(tx, playdateId, coming)) }
}
