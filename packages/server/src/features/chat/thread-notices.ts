import * as z from 'zod/mini'
import { record } from '../../domain/facts.ts'
import type { Job, OutgoingKind } from '../../domain/notifications/kind.ts'
import { messageNotice } from './message-notice.ts'

const Payload = z.object({ chatId: z.int(), seq: z.int() })

/** Tells a member of a thread that somebody has written, once until he reads it: its row stays until then (`mark`). */
export function threadNotice(retentionDays: number): OutgoingKind {
  const { isQuestion: _, ...like } = messageNotice(retentionDays)
  return {
    ...like,
    kind: 'thread.message',
    staysMs: retentionDays * 86_400_000,
  }
}

/** Tells everybody who was on the playdate, and still is, that its creator has posted an announcement. */
export const announcementNotice: Job = {
  kind: 'thread.announcement',
  async run(db, { payload }) {
    const { chatId, seq } = Payload.parse(payload)
    await db.transaction(tx => record(tx, { fact: 'announcementDue', chatId, seq }))
    return 'done'
  },
}
