import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { record } from '../facts.ts'
import { isNotLongOver, isOfCircleOf, isOpenHour } from './state.ts'

// The chats (`c`) of playdates, whose members follow `participants`, and of series, whose members follow `series_regulars`
// too. Those of circles are locked like them, and before those of their dates, which are made later.

const Id = z.object({ id: z.number() })
/** The first migration of a node that knows the chats of series. */
const known = '2026-11-29-1841-series-chats.sql'

/** What everybody sees of a series itself. */
export const seriesThing = (seriesId: number) => `series ${seriesId}`

/** The chat of a series, as the sheets of its dates show it. */
export const chatOfSeriesThing = (seriesId: number) => `chat of series ${seriesId}`

/**
 * Locks threads (a condition on the row `c` of `chats`) in the order in which messages are stored, so that a message is
 * either stored before, or afterwards reads anew who is in them. Lock their playdates first.
 */
export function lockThreads(tx: Db, which: Sql): Promise<unknown[]> {
  return tx.many(Id, sql`select c.id from chats c where c.first_member < 0 and ${which} order by c.id for update`)
}

/** For `lockThreads`: this user is in it. */
export function hasInIt(userId: number): Sql {
  return sql`exists (select from memberships t where t.chat_id = c.id and t.user_id = ${userId})`
}

/** The members of the chats of these playdates. */
export async function membersOfThreads(tx: Db, playdates: readonly number[]): Promise<number[]> {
  const members = await tx.many(
    Id,
    sql`select distinct t.user_id as id from playdates p
          join chats c on c.playdate_id = p.id or c.series_id = p.series_id
          join memberships t on t.chat_id = c.id where p.id = any(${playdates}::int[])`,
  )
  return members.map(({ id }) => id)
}

/** For `from`: who belongs in the chat of a series (`f.user_id`). */
const peopleOf = (seriesId: number | Sql) => sql`(select user_id from series_regulars where series_id = ${seriesId}
  union select x.user_id from participants x join playdates q on q.id = x.playdate_id
   where q.series_id = ${seriesId} and is_in_series(${seriesId}, x.user_id)) f`

/** A chat that the series `s` does not have yet, or has not joined into its own. */
const lacksChat = sql`(exists (select from chats c join playdates q on q.id = c.playdate_id where q.series_id = s.id)
  or not exists (select from chats c where c.series_id = s.id) and (select count(*) from ${peopleOf(sql`s.id`)}) > 1)`

/** Opens the chats that dates (a condition on `p`) need now that there are others on them. */
export async function openChats(tx: Db, which: Sql): Promise<void> {
  await openSeriesChats(tx, which)
  await openLines(tx, which)
}

/**
 * Opens the threads of circles' dates with guests, in which what is written about the date in the chat of the circle has a
 * second row for them.
 */
async function openLines(tx: Db, which: Sql): Promise<void> {
  await tx.run(sql`
    with line as (
      insert into chats (playdate_id, first_member, second_member)
      select p.id, -p.id, 0 from playdates p
       where p.circle_id is not null and not ${isOpenHour} and ${which}
         and exists (select from participants x where x.playdate_id = p.id and not ${isOfCircleOf(sql`x.user_id`)})
       order by p.id
      on conflict (first_member, second_member) do nothing returning id, playdate_id)
    insert into memberships (chat_id, user_id) select l.id, x.user_id from line l join participants x on x.playdate_id = l.playdate_id`)
}

/** Opens the chats of series in which there are several fathers now. */
async function openSeriesChats(tx: Db, which: Sql): Promise<void> {
  const lacking = await tx.many(
    Id,
    sql`select s.id from series s
         -- Those of a circle talk in its chat.
         where s.circle_id is null
           and exists (select from playdates p where p.series_id = s.id and not ${isOpenHour} and ${which}) and ${lacksChat}
           -- A node of the version before would take it for a chat of two.
           and not exists (select from nodes where knows < ${known} and seen_at > now() - interval '10 minutes')
         order by s.id`,
  )
  for (const { id } of lacking) await openSeriesChat(tx, id)
}

/** Makes the chat of a series with everybody who belongs in it, and joins the threads of its dates into it in order. */
async function openSeriesChat(tx: Db, seriesId: number): Promise<void> {
  const isOfDate = sql`c.playdate_id in (select p.id from playdates p where p.series_id = ${seriesId})`
  await lockThreads(tx, sql`(${isOfDate} or c.series_id = ${seriesId})`)
  await tx.run(sql`
    insert into chats (series_id, first_member, second_member) values (${seriesId}, ${-seriesId - 2}, -2)
    on conflict (first_member, second_member) do nothing`)
  const chat = await tx.one(Id, sql`select id from chats where series_id = ${seriesId} for update`)
  if (!chat) throw new Error('the chat of a series was neither made nor found')
  await joinThreads(tx, chat.id, seriesId)
  await tx.run(sql`delete from chats c where ${isOfDate}`)
  await record(tx, { fact: 'seriesChatOpened', chatId: chat.id })
}

/**
 * Moves the messages of the dates' threads into the chat of their series. Whoever was in a thread keeps all that was written
 * to him, and reads on from there; whoever was in none reads what comes.
 */
async function joinThreads(tx: Db, chatId: number, seriesId: number): Promise<void> {
  const threads = sql`select c.id from chats c join playdates p on p.id = c.playdate_id where p.series_id = ${seriesId}`
  const moved = sql`
    select m.chat_id, m.seq, t.playdate_id, ${chatId}::int as into_chat,
           ((select last_seq from chats where id = ${chatId}) + row_number() over (order by m.sent_at, m.id))::int as into_seq
      from messages m join chats t on t.id = m.chat_id where t.id in (${threads})`
  const last = sql`(select coalesce(max(into_seq), (select last_seq from chats where id = ${chatId})) from moved)`
  await tx.run(sql`
    with moved as materialized (${moved})
    insert into memberships (chat_id, user_id, since_seq, read_seq)
    select ${chatId}, f.user_id,
           coalesce((select min(v.into_seq) - 1 from moved v
                       join memberships t on t.chat_id = v.chat_id and t.user_id = f.user_id and v.seq > t.since_seq), ${last}),
           coalesce((select min(v.into_seq) - 1 from moved v
                       join memberships t on t.chat_id = v.chat_id and t.user_id = f.user_id and v.seq > greatest(t.since_seq, t.read_seq)), ${last})
      from ${peopleOf(seriesId)}
    on conflict do nothing`)
  // Who has left may still report what he has received.
  await tx.run(sql`
    with moved as materialized (${moved})
    insert into received (target_type, target_id, user_id, since_seq, until_seq, lost_at)
    select 'chat', ${chatId}, r.user_id, min(v.into_seq) - 1, max(v.into_seq), r.lost_at
      from received r join moved v on v.chat_id = r.target_id and v.seq > r.since_seq and v.seq <= r.until_seq
     where r.target_type = 'chat' group by r.user_id, r.since_seq, r.lost_at
    on conflict do nothing`)
  await tx.run(sql`
    with moved as materialized (${moved})
    update outbox o set payload = jsonb_build_object('chatId', v.into_chat, 'seq', v.into_seq) from moved v
     where o.kind = 'thread.announcement' and o.payload ->> 'chatId' = v.chat_id::text and o.payload ->> 'seq' = v.seq::text`)
  // Reactions go with the number of their message, so their authors have to be in the chat that they come to.
  await tx.run(sql`delete from reactions x where x.chat_id in (${threads}) and not exists (
    select from memberships t where t.chat_id = ${chatId} and t.user_id = x.user_id)`)
  await tx.run(sql`
    with moved as materialized (${moved}),
    gone as (
      update messages m set chat_id = v.into_chat, seq = v.into_seq, playdate_id = v.playdate_id,
             reply_to = (select a.into_seq from moved a where a.chat_id = m.chat_id and a.seq = m.reply_to)
        from moved v where m.chat_id = v.chat_id and m.seq = v.seq
      returning m.seq, m.sent_at)
    update chats c set last_seq = greatest(c.last_seq, g.last_seq), active_at = greatest(c.active_at, g.sent_at)
      from (select max(seq) as last_seq, max(sent_at) as sent_at from gone having count(*) > 0) g where c.id = ${chatId}`)
}

/** For a job: opens the chats of series that were made while older nodes were running, and ends memberships after their week. */
export async function keepSeriesChats(db: Db): Promise<void> {
  await db.transaction(tx => openSeriesChats(tx, isNotLongOver))
  await db.transaction(async tx => {
    const isOver = sql`c.series_id is not null and exists (
      select from memberships t where t.chat_id = c.id and not is_in_series(c.series_id, t.user_id))`
    await lockThreads(tx, isOver)
    await tx.run(sql`delete from memberships t using chats c
      where c.id = t.chat_id and c.series_id is not null and not is_in_series(c.series_id, t.user_id)`)
  })
}
