import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../domain/account.ts'
import { announceTo } from '../../domain/announce.ts'
import { markAnnouncedRead } from '../../domain/notices/playdate-announced.ts'
import { isNotHiddenFrom, isOn } from '../../domain/playdate-state.ts'
import { isNewcomer, isOpenTo } from '../../domain/reach/reach.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { Problem } from '../../platform/problem.ts'

const Started = z.object({ id: z.number(), isNew: z.boolean() })

/** Somebody a member wants to write to: his setting decides who may start (safety S36). */
const Partner = z.object({ isOpen: z.boolean(), isCo: z.boolean() })

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
  const partners = [...new Set(others)].filter(id => id !== userId)
  const [partnerId] = partners
  if (partnerId === undefined || partners.length > 1) {
    throw new Problem('request.invalid', { issues: [{ path: 'participants', code: 'chat.onePartner' }] })
  }
  const [first, second] = userId < partnerId ? [userId, partnerId] : [partnerId, userId]
  return db.transaction(async tx => {
    const partner = await tx.one(
      Partner,
      sql`select are_co(u.id, ${userId}) as "isCo",
                 ${isOpenTo(userId)} as "isOpen"
            from users u where u.id = ${partnerId} and u.hidden_at is null and not are_blocked(u.id, ${userId})`,
    )
    if (!partner) throw new Problem('user.unknown')
    if (!partner.isOpen) throw new Problem('chat.notWanted')
    const isNew =
      (await tx.run(sql`
      insert into chats (first_member, second_member, requested_by)
      values (${first}, ${second}, ${partner.isCo ? null : userId}::int)
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
        insert into chat_members (chat_id, user_id) values (${started.id}, ${first}), (${started.id}, ${second})`)
    }
    return started
  })
}

const Requester = z.object({ id: z.number() })

/** Accepts or postpones a stranger's request; does nothing once it is accepted. He hears of the acceptance alone. */
export function answerRequest(db: Db, chatId: number, userId: number, accept: boolean): Promise<void> {
  return db.transaction(async tx => {
    if (!accept) {
      await tx.run(sql`
        update chat_members me set put_off = true from chats c
         where me.chat_id = ${chatId} and me.user_id = ${userId} and c.id = me.chat_id and c.requested_by <> ${userId}`)
      return
    }
    const requester = await tx.one(
      Requester,
      sql`update chats c set requested_by = null from chats b
           where c.id = ${chatId} and b.id = c.id and c.requested_by <> ${userId} returning b.requested_by as id`,
    )
    if (requester) announceTo(tx, 'chat', [requester.id])
  })
}

const Marked = z.object({ seq: z.number(), partnerId: z.number(), isShown: z.boolean() })
export type Marked = z.output<typeof Marked>

/**
 * Records how far a member has read or received, never backwards and never beyond the last message. Undefined if
 * nothing changed; `isShown`: whether the partner may know.
 */
export function mark(
  db: Db,
  what: 'read' | 'delivered',
  { chatId, seq }: { chatId: number; seq: number },
  userId: number,
): Promise<Marked | undefined> {
  const column = what === 'read' ? sql`read_seq` : sql`delivered_seq`
  // A read message has also been delivered.
  const also = what === 'read' ? sql`, delivered_seq = greatest(me.delivered_seq, least(${seq}, c.last_seq))` : sql``
  return db.one(
    Marked,
    sql`update chat_members me set ${column} = least(${seq}, c.last_seq)${also}
          from chats c
          join chat_members they on they.chat_id = c.id and they.user_id <> ${userId}
          join users self on self.id = ${userId}
          left join users other on other.id = they.user_id
         where me.chat_id = ${chatId} and me.user_id = ${userId} and c.id = me.chat_id
           and least(${seq}, c.last_seq) > me.${column}
        returning least(${seq}, c.last_seq) as seq, they.user_id as "partnerId",
                  c.requested_by is null and coalesce(self.read_receipts and other.read_receipts, false)
                    and self.hidden_at is null and not are_blocked(self.id, they.user_id) as "isShown"`,
  )
}

const Read = z.object({ seq: z.number() })

/**
 * Records how far a member has read a thread, as `mark` does, and lets the next message notify him again. Announcements he
 * has read there are read under the bell too. Nobody else learns of it.
 */
export async function markThread(
  db: Db,
  { chatId, seq }: { chatId: number; seq: number },
  userId: number,
): Promise<number | undefined> {
  const read = await db.one(
    Read,
    sql`with marked as (
          update thread_members me set read_seq = least(${seq}, c.last_seq) from chats c
           where me.chat_id = ${chatId} and me.user_id = ${userId} and c.id = me.chat_id
             and least(${seq}, c.last_seq) > me.read_seq
          returning me.read_seq as seq),
        told as (
          delete from outbox where kind = 'thread.message' and dedupe_key = ${`message:${chatId}:${userId}`}::text
             and exists (select from marked))
        select seq from marked`,
  )
  if (read) await db.transaction(tx => markAnnouncedRead(tx, { chatId, seq: read.seq }, userId))
  return read?.seq
}

const Thread = z.object({ id: z.nullable(z.number()) })

/**
 * Returns the thread of a playdate, creating it if needed; concurrent calls create one. Throws `chat.unknown` for anybody
 * who is not on the playdate, and for one who is alone on it while nothing has been written.
 */
export async function openThread(db: Db, playdateId: number, userId: number): Promise<number> {
  const found = await db.one(
    Thread,
    sql`select c.id from playdates p left join chats c on c.playdate_id = p.id
         where p.id = ${playdateId} and ${isOn(userId)} and ${isNotHiddenFrom(userId)}
           and (c.last_seq > 0 or (select count(*) from participants x where x.playdate_id = p.id) > 1)`,
  )
  if (!found) throw new Problem('chat.unknown')
  return found.id ?? db.transaction(tx => createThread(tx, playdateId))
}

async function createThread(tx: Db, playdateId: number): Promise<number> {
  // Nobody takes or frees a seat meanwhile.
  await tx.run(sql`select from playdates where id = ${playdateId} for update`)
  await tx.run(sql`
    with thread as (
      insert into chats (playdate_id, first_member, second_member) select id, -id, 0 from playdates where id = ${playdateId}
      on conflict (first_member, second_member) do nothing returning id)
    insert into thread_members (chat_id, user_id, since_seq, read_seq)
    select t.id, x.user_id, 0, 0 from thread t, participants x where x.playdate_id = ${playdateId}`)
  const made = await tx.one(Thread, sql`select id from chats where playdate_id = ${playdateId}`)
  if (!made?.id) throw new Problem('chat.unknown')
  return made.id
}

/**
 * Who may see that this member is typing: his partner, if both show such activity and the partner is not a stranger he
 * has not answered.
 */
export async function whoSeesTyping(db: Db, chatId: number, userId: number): Promise<number | undefined> {
  const found = await db.one(
    z.object({ partnerId: z.number() }),
    sql`select they.user_id as "partnerId" from chat_members me
          join chat_members they on they.chat_id = me.chat_id and they.user_id <> me.user_id
          join users self on self.id = me.user_id and self.read_receipts and self.hidden_at is null
          join users other on other.id = they.user_id and other.read_receipts
          join chats c on c.id = me.chat_id and (c.requested_by is null or c.requested_by = me.user_id)
         where me.chat_id = ${chatId} and me.user_id = ${userId} and not are_blocked(me.user_id, they.user_id)`,
  )
  return found?.partnerId
}

/** No statement that stores messages takes this long. */
const quietS = 10

/**
 * Deletes messages past their retention, for a job. A chat in which nobody can write any more goes with its last
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
    // A thread goes with its playdate.
    sql`chats.playdate_id is null and chats.active_at < now() - make_interval(secs => ${quietS})
        and not exists (select from messages m where m.chat_id = chats.id)
        and (not exists (select from users u where u.id = chats.first_member)
          or not exists (select from users u where u.id = chats.second_member))`,
  )
}
