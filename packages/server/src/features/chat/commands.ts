import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../domain/account.ts'
import { isPair, otherOfPair } from '../../domain/chats/memberships.ts'
import { isNewcomer, takesMessagesFrom } from '../../domain/chats/reach.ts'
import { record } from '../../domain/facts.ts'
import { questionsOf, rowFor } from '../../domain/notifications/subjects.ts'
import { isNotHiddenFrom, isOfCircleOf, isOn } from '../../domain/playdates/state.ts'
import { openChats } from '../../domain/playdates/threads.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { Problem } from '../../platform/problem.ts'
import { hasteS } from './sending/store.ts'

const Started = z.object({ id: z.number(), isNew: z.boolean() })

/** A user to whom a member wants to write: his setting decides who may start (safety S36). */
const Other = z.object({ takesMessages: z.boolean(), isCo: z.boolean() })

/**
 * Returns the chat of two members, creating it if needed; concurrent calls create one. `countNewcomer` is called before
 * a member who registered less than a day ago starts one (safety 7).
 */
export async function start(
  db: Db,
  userId: number,
  others: readonly number[],
  countNewcomer: () => Promise<void>,
): Promise<{ id: number; isNew: boolean }> {
  const [otherId, ...more] = new Set(others.filter(id => id !== userId))
  if (otherId === undefined || more.length > 0) {
    throw new Problem('request.invalid', { issues: [{ path: 'participants', code: 'chat.onePartner' }] })
  }
  // A pair is found, and made once, by its two numbers in this order.
  const [first, second] = userId < otherId ? [userId, otherId] : [otherId, userId]
  return db.transaction(async tx => {
    const other = await tx.one(
      Other,
      sql`select are_co(u.id, ${userId}) as "isCo",
                 ${takesMessagesFrom(userId)} as "takesMessages"
            from users u where u.id = ${otherId} and u.hidden_at is null and not are_blocked(u.id, ${userId})`,
    )
    if (!other) throw new Problem('user.unknown')
    if (!other.takesMessages) throw new Problem('chat.notWanted')
    const isNew =
      (await tx.run(sql`
      insert into chats (first_member, second_member, requested_by)
      values (${first}, ${second}, ${other.isCo ? null : userId}::int)
      on conflict (first_member, second_member) do nothing`)) > 0
    const started = await tx.one(
      Started,
      sql`select id, ${isNew}::boolean as "isNew" from chats where first_member = ${first} and second_member = ${second}`,
    )
    if (!started) throw new Error('a chat was neither made nor found')
    if (isNew) {
      await mustBeFreeToStart(tx, userId)
      if (await isNewcomer(tx, userId)) await countNewcomer()
      await tx.run(sql`
        insert into memberships (chat_id, user_id) values (${started.id}, ${first}), (${started.id}, ${second})`)
    }
    return started
  })
}

const Requester = z.object({ id: z.number() })

/**
 * Accepts or postpones a stranger's request; does nothing once it is accepted. The stranger learns only of an
 * acceptance.
 */
export function answerRequest(db: Db, chatId: number, userId: number, accept: boolean): Promise<void> {
  return db.transaction(async tx => {
    if (!accept) {
      await tx.run(sql`
        update memberships me set put_off = true from chats c
         where me.chat_id = ${chatId} and me.user_id = ${userId} and c.id = me.chat_id and c.requested_by <> ${userId}`)
      return
    }
    const requester = await tx.one(
      Requester,
      sql`update chats c set requested_by = null from chats b
           where c.id = ${chatId} and b.id = c.id and c.requested_by <> ${userId} returning b.requested_by as id`,
    )
    if (requester) await record(tx, { fact: 'requestAccepted', requesterId: requester.id })
  })
}

const Marked = z.object({ seq: z.number(), isThread: z.boolean(), seenBy: z.array(z.number()) })

/**
 * Records how far a member has read or received, never backwards and never beyond the last message; undefined if
 * nothing changed. `seenBy`: the other members who may know, in a pair the other one if both show it, and nobody in a
 * group. In a group, what he has received is not recorded, the next message notifies him again, and announcements he
 * has read count as read among his notices too.
 */
export async function mark(
  db: Db,
  what: 'read' | 'delivered',
  { chatId, seq }: { chatId: number; seq: number },
  userId: number,
): Promise<{ seq: number; seenBy: readonly number[] } | undefined> {
  const upTo = sql`least(${seq}, c.last_seq)`
  const isNew = what === 'read' ? sql`${upTo} > me.read_seq` : sql`${upTo} > me.delivered_seq and ${isPair}`
  // A read message has also been delivered.
  const read = what === 'read' ? sql`read_seq = ${upTo}, ` : sql``
  const subject = questionsOf(sql`marked.other`)
  // A row that is being sent is left alone.
  const heard = sql`, heard as (
          update outbox o set due_at = now() from marked
           where marked.is_pair and o.dedupe_key = ${rowFor(sql`${userId}::int`, subject)}
             and o.payload ? 'chatId' and o.attempts = 0 and o.due_at > now() + make_interval(secs => ${hasteS}))`
  const marked = await db.one(
    Marked,
    sql`with marked as (
          update memberships me set ${read}delivered_seq = greatest(me.delivered_seq, ${upTo})
            from chats c
           where me.chat_id = ${chatId} and me.user_id = ${userId} and c.id = me.chat_id and ${isNew}
          returning ${upTo} as seq, ${isPair} as is_pair, c.requested_by, c.first_member::bigint + c.second_member - ${userId} as other),
        told as (
          delete from outbox where dedupe_key = ${`message:${chatId}:${userId}`}::text
             and exists (select from marked where not is_pair))${what === 'read' ? heard : sql``}
        select seq, not is_pair as "isThread",
               case when is_pair and requested_by is null then array(
                 select they.user_id from memberships they
                   join users self on self.id = ${userId} and self.read_receipts and self.hidden_at is null
                   join users other on other.id = they.user_id and other.read_receipts
                  where they.chat_id = ${chatId} and they.user_id <> ${userId} and not are_blocked(self.id, they.user_id))
               else '{}' end as "seenBy"
          from marked`,
  )
  // In a group only what has been read is marked.
  if (marked?.isThread) {
    await db.transaction(tx => record(tx, { fact: 'announcementsRead', chatId, seq: marked.seq, userId }))
  }
  return marked
}

const Thread = z.object({ id: z.nullable(z.number()) })

const Talk = z.object({ id: z.nullable(z.number()), lasts: z.boolean() })

/**
 * Returns the chat of a playdate, creating it if needed; concurrent calls create one. It is that of its circle for the members
 * of that, and that of its series if it has one. Throws `chat.unknown` for anybody who does not take part, and for a father who is alone on it while nothing has been
 * written.
 */
export async function openThread(db: Db, playdateId: number, userId: number): Promise<number> {
  const find = () =>
    db.one(
      Talk,
      sql`select c.id, c.series_id is not null or c.circle_id is not null as lasts from playdates p
            left join chats c on c.playdate_id = p.id or c.series_id = p.series_id or c.circle_id = p.circle_id
           where p.id = ${playdateId} and ${isNotHiddenFrom(userId)}
             and case when c.series_id is not null or c.circle_id is not null
                      then exists (select from memberships me where me.chat_id = c.id and me.user_id = ${userId})
                      else ${isOn(userId)} and not ${isOfCircleOf(userId)}
                        and (c.last_seq > 0 or (select count(*) from participants x where x.playdate_id = p.id) > 1) end
           order by c.circle_id nulls last, c.series_id nulls last limit 1`,
    )
  const found = await find()
  if (!found) throw new Problem('chat.unknown')
  if (found.lasts && found.id) return found.id
  return db.transaction(async tx => {
    await tx.run(
      sql`select from series s join playdates p on p.series_id = s.id where p.id = ${playdateId} for update of s`,
    )
    await openChats(tx, sql`p.id = ${playdateId}`)
    const opened = await tx.one(
      Thread,
      sql`select c.id from playdates p join chats c on c.series_id = p.series_id where p.id = ${playdateId}`,
    )
    return opened?.id ?? found.id ?? createThread(tx, playdateId)
  })
}

async function createThread(tx: Db, playdateId: number): Promise<number> {
  // Prevents seats from being taken or freed at the same time.
  await tx.run(sql`select from playdates where id = ${playdateId} for update`)
  await tx.run(sql`
    with thread as (
      insert into chats (playdate_id, first_member, second_member) select id, -id, 0 from playdates where id = ${playdateId}
      on conflict (first_member, second_member) do nothing returning id)
    insert into memberships (chat_id, user_id, since_seq, read_seq)
    select t.id, x.user_id, 0, 0 from thread t, participants x where x.playdate_id = ${playdateId}`)
  const made = await tx.one(Thread, sql`select id from chats where playdate_id = ${playdateId}`)
  if (!made?.id) throw new Problem('chat.unknown')
  return made.id
}

const Seeing = z.object({ id: z.number() })

/**
 * Who may see that this member is typing: the other of a pair, if both show such activity and he is not a stranger whom this
 * member has not answered; nobody in a group.
 */
export async function whoSeesTyping(db: Db, chatId: number, userId: number): Promise<number[]> {
  const seeing = await db.many(
    Seeing,
    sql`select they.user_id as id from chats c
          join memberships me on me.chat_id = c.id and me.user_id = ${userId}
          join ${otherOfPair}
          join users self on self.id = me.user_id and self.read_receipts and self.hidden_at is null
          join users other on other.id = they.user_id and other.read_receipts
         where c.id = ${chatId} and (c.requested_by is null or c.requested_by = me.user_id)
           and not are_blocked(me.user_id, they.user_id)`,
  )
  return seeing.map(({ id }) => id)
}

/** No statement that stores messages takes this long. */
const quietS = 10

/**
 * Deletes messages past their retention, for a job. A chat in which nobody can write any more is deleted with its last
 * message.
 */
export async function forget(db: Db, retentionDays: number): Promise<void> {
  await deleteInBatches(
    db,
    sql`messages`,
    sql`sent_at <= now() - make_interval(secs => ${retentionDays * 86_400}::float8)`,
  )
  // A message being committed is not visible yet, but the activity of its chat is.
  await deleteInBatches(
    db,
    sql`chats`,
    // The chat of a playdate, series or circle is deleted with it.
    sql`chats.first_member > 0 and chats.active_at < now() - make_interval(secs => ${quietS})
        and not exists (select from messages m where m.chat_id = chats.id)
        and exists (select from memberships x where x.chat_id = chats.id
                       and not exists (select from users u where u.id = x.user_id))`,
  )
}
