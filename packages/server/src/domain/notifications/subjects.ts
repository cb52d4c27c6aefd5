import { limits } from '@papadag/contract/limits'
import { type Sql, sql } from '../../platform/db/db.ts'

/** What replaces many notices outside the app: a series with all its dates, or a single playdate `p` (safety 7). */
export const subjectOfPlaydate = sql`coalesce('series ' || p.series_id, 'playdate ' || p.id)`
/** What a member asks of or writes to one who has not asked for it: one subject, whatever it is and however often. */
export const questionsOf = (askerId: Sql) => sql`'questions of ' || ${askerId}`
/** The key of the outbox row for a subject and a reader. */
export const rowFor = (readerId: Sql | number, subject: Sql) => sql`'notice:' || ${readerId} || ':' || ${subject}`

const window = sql`now() + make_interval(secs => ${limits.noticeEveryMs / 1000}::float8)`
/** Notices that one outbox row remembers. */
const rememberedAtMost = 20
/** Whether a question that was sent has been read, so that the next one need not wait. */
const isQuestionRead = sql`outbox.payload ? 'isSent' and outbox.dedupe_key like 'notice:%:questions of %' and exists (
  select from notifications n where n.id = (outbox.payload ->> 'notificationId')::bigint and n.read_at is not null)`

const latest = sql`(select jsonb_agg(one) from (
  select one from jsonb_array_elements(coalesce(outbox.payload -> 'also', '[]') || coalesce(excluded.payload -> 'also', '[]')) one
   order by one desc limit ${rememberedAtMost}) latest)`

/**
 * Ends the insert of a subject's row: it waits for the window of what was sent before, and remembers what has not been
 * sent yet.
 */
export const joinsItsSubject = sql`on conflict (dedupe_key) do update set attempts = 0, causer = excluded.causer,
  due_at = least(outbox.due_at, case when ${isQuestionRead} then excluded.due_at else ${window} end),
  payload = case when outbox.payload ? 'isSent' then excluded.payload else excluded.payload || jsonb_strip_nulls(jsonb_build_object(
    'notificationId', coalesce(excluded.payload -> 'notificationId', outbox.payload -> 'notificationId'),
    'chatId', coalesce(excluded.payload -> 'chatId', outbox.payload -> 'chatId'), 'also', ${latest})) end`
