import * as z from 'zod/mini'
import type { Job, News, OutboxKind } from '../../domain/notices/kind.ts'
import { tellAnnounced } from '../../domain/notices/playdate-announced.ts'
import { isWrittenTo, threadSeat } from '../../domain/threads.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Due } from '../../platform/outbox/outbox.ts'
import { messageNotice } from './message-notice.ts'
import { isKept } from './queries.ts'

const Payload = z.object({ chatId: z.int(), seq: z.int() })
const Writer = z.object({ name: z.string() })

/** Tells a member of a thread that somebody has written, once until he reads it: its row stays until then (`markThread`). */
export function threadNotice(retentionDays: number): OutboxKind {
  return {
    ...messageNotice(retentionDays),
    kind: 'thread.message',
    newsOf: (db, dues) => Promise.all(dues.map(due => unreadOf(db, due, retentionDays))),
    staysMs: retentionDays * 86_400_000,
  }
}

async function unreadOf(db: Db, { userId, payload }: Due, retentionDays: number): Promise<News | undefined> {
  const { chatId } = Payload.parse(payload)
  const reader = sql`${userId}::int`
  const writer = await db.one(
    Writer,
    sql`select u.first_name as name
          from chats c ${threadSeat(reader)}
          join messages m on ${isWrittenTo(reader)} and m.seq > me.read_seq and m.sender_id <> me.user_id and ${isKept(retentionDays)}
          join users u on u.id = m.sender_id
         where c.id = ${chatId} order by m.seq desc limit 1`,
  )
  return writer && { tag: `chat-${chatId}`, waits: `chat-${chatId}`, path: `/chat/${chatId}`, name: writer.name }
}

/** Tells everybody who was on the playdate, and still is, that its creator has announced something. */
export const announcementNotice: Job = {
  kind: 'thread.announcement',
  async run(db, { payload }) {
    const { chatId, seq } = Payload.parse(payload)
    await db.transaction(tx => tellAnnounced(tx, chatId, seq))
    return 'done'
  },
}
