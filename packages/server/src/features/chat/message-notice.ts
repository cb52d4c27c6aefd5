import * as z from 'zod/mini'
import { isKept, isWrittenTo, membershipOf } from '../../domain/chats/memberships.ts'
import type { Content, OutgoingKind } from '../../domain/notifications/kind.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Due } from '../../platform/outbox/outbox.ts'

const Payload = z.object({ chatId: z.int() })
const Writer = z.object({ name: z.string() })

/** Tells a member of a chat that somebody has written, unless he has already read it. */
export function messageNotice(retentionDays: number): OutgoingKind {
  return {
    kind: 'message',
    isQuestion: true,
    setting: 'messages',
    hasMail: true,
    contentOf: (db, dues) => Promise.all(dues.map(due => unreadOf(db, due, retentionDays))),
    text: {
      title: {
        nl: 'Nieuw bericht van {name}',
        en: 'New message from {name}',
        de: 'Neue Nachricht von {name}',
        fr: 'Nouveau message de {name}',
        es: 'Nuevo mensaje de {name}',
      },
      nameless: {
        nl: 'Nieuw bericht',
        en: 'New message',
        de: 'Neue Nachricht',
        fr: 'Nouveau message',
        es: 'Nuevo mensaje',
      },
      body: {
        nl: 'Open Papadag om het te lezen.',
        en: 'Open Papadag to read it.',
        de: 'Öffne Papadag, um sie zu lesen.',
        fr: 'Ouvre Papadag pour le lire.',
        es: 'Abre Papadag para leerlo.',
      },
    },
  }
}

async function unreadOf(db: Db, { userId, payload }: Due, retentionDays: number): Promise<Content | undefined> {
  const { chatId } = Payload.parse(payload)
  const reader = sql`${userId}::int`
  const writer = await db.one(
    Writer,
    sql`select u.first_name as name
          from chats c
          join ${membershipOf(reader)}
          join messages m on ${isWrittenTo(reader)} and m.seq > me.read_seq and m.sender_id <> me.user_id and ${isKept(retentionDays)}
           -- A stranger's request waits in the app (safety S36).
           and (c.requested_by is distinct from m.sender_id or are_co(me.user_id, m.sender_id))
          join users u on u.id = m.sender_id and u.id <> all (${blockedWith(reader)})
         where c.id = ${chatId} order by m.seq desc limit 1`,
  )
  return writer && { tag: `chat-${chatId}`, waits: `chat-${chatId}`, path: `/chat/${chatId}`, name: writer.name }
}
