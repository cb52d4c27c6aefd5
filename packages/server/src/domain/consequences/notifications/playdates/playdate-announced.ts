import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { rowsOfMessage } from '../../../chats/reactions.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { isComing, isOn, isTalkedAbout } from '../../../playdates/state.ts'
import { lockThreads } from '../../../playdates/threads.ts'
import { aboutPlaydate, isAbout, markRead, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.announced'

/** For `join`: the playdate (`p`) of a chat (`c`), of a series or circle the date that the message (`m`) is about, or the next one. */
const announcedAbout = sql`playdates p on p.id = coalesce(c.playdate_id, m.playdate_id, (
  select p.id from playdates p where p.series_id = c.series_id and ${isComing} order by p.start_time, p.id limit 1))`

/**
 * Tells everybody in a thread, or on the circle's date that it is about, who joined before this message and has not read it, except its sender; replaces an unread
 * notice of an earlier one, so that nobody can flood the others.
 */
export async function tellAnnounced(tx: Db, chatId: number, seq: number): Promise<void> {
  const told = sql`
    select t.user_id, p.id, p.series_id, p.start_time, p.title
      from chats c
      join messages m on m.chat_id = c.id and m.seq = ${seq} and m.hidden_at is null and m.announcement
      join ${announcedAbout} and ${isTalkedAbout}
      join messages o on (o.chat_id, o.seq) in ${rowsOfMessage}
      join memberships t on t.chat_id = o.chat_id and t.user_id <> o.sender_id and t.read_seq < o.seq
       and t.user_id = any(thread_hearers(o.chat_id, o.sender_id, o.seq)) and (c.circle_id is null or ${isOn(sql`t.user_id`)})
     where c.id = ${chatId}`
  // Two announcements that are due together are handled in order, so the second replaces the first.
  await lockThreads(tx, sql`c.id = ${chatId}`)
  await tx.run(sql`
    delete from notifications n using (${told}) x
     where n.user_id = x.user_id and n.kind = ${kind} and n.read_at is null and ${isAbout(sql`x.id`)}`)
  await tell(
    tx,
    sql`select p.user_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate} from (${told}) p`,
  )
}

/** Somebody who has read every announcement of a thread up to this message needs no more notices of them. */
export async function markAnnouncedRead(db: Db, { chatId, seq }: { chatId: number; seq: number }, userId: number) {
  await markRead(
    db,
    sql`n.user_id = ${userId} and n.kind = ${kind}
        and exists (select from chats c join playdates p on p.id = c.playdate_id or p.series_id = c.series_id or p.circle_id = c.circle_id
                     where c.id = ${chatId} and ${isAbout(sql`p.id`)})
        and not exists (select from messages m where m.chat_id = ${chatId} and m.seq > ${seq} and m.announcement)`,
  )
}
