import * as frames from '@papadag/contract/live/frame'
import type { Db } from '../../platform/db/db.ts'
import { onFrame, type ServedFrame } from '../../platform/live/served-frame.ts'
import { day, type RateLimit } from '../../platform/rate-limits.ts'
import type { ChatLine } from './chat.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'
import { forSender } from './sending/mailbox.ts'

export const messagesSent: RateLimit = { name: 'messages', windows: [{ times: 20_000, seconds: day }] }

export interface ChatFrameParts {
  line: ChatLine
  retentionDays: number
}

/** Sends a receipt to whoever may see it: to the partner of a pair, and to nobody in a thread. */
async function markAndTell(
  db: Db,
  { line }: ChatFrameParts,
  what: 'read' | 'delivered',
  at: { chatId: number; seq: number; isThread: boolean },
  userId: number,
) {
  if (at.isThread) {
    const seq = what === 'read' ? await commands.markThread(db, at, userId) : undefined
    if (seq !== undefined) line.relay(userId, { type: 'read', chatId: at.chatId, seq, userId })
    return
  }
  const marked = await commands.mark(db, what, at, userId)
  if (!marked) return
  const frame = { type: what, chatId: at.chatId, seq: marked.seq, userId } as const
  // The member's other devices update their count.
  if (what === 'read') line.relay(userId, frame)
  if (marked.isShown) line.relay(marked.partnerId, frame)
}

/** The frames of chat (contract 10 and 12). */
export function chatFrames(parts: ChatFrameParts): ServedFrame[] {
  const { line, retentionDays } = parts
  return [
    onFrame(frames.getMessages, {}, async ({ db, frame, member, reply }) => {
      const { chatId, limit, peek, before, afterSeq } = frame
      // Includes what the same connection has just sent.
      await line.mailbox.settled(chatId)
      const { isThread } = await queries.mustBeIn(db, chatId, member.id)
      const { messages, hasMore } = await queries.messages(db, chatId, frame, member.id, retentionDays)
      reply({ type: 'initial_messages', chatId, messages, ...(limit === undefined ? {} : { hasMore }) })
      const seq = messages.at(-1)?.seq ?? afterSeq
      if (!peek && before === undefined && seq !== undefined) {
        await markAndTell(db, parts, 'read', { chatId, seq, isThread }, member.id)
      }
    }),

    onFrame(
      frames.sendMessageFrame,
      { isPaced: true, limit: messagesSent },
      async ({ frame: { chatId, content, clientId, announcement: isAnnouncement = false }, member, reply }) => {
        const stored = await line.mailbox.put({ chatId, content, clientId, isAnnouncement, senderId: member.id })
        if (stored.isNew) return
        // A repeat: the connection missed the first answer.
        await line.deliverUpTo(stored)
        reply({ type: 'message', message: forSender(stored) })
      },
    ),

    onFrame(frames.markRead, {}, async ({ db, frame, member }) => {
      const { isThread } = await queries.mustBeIn(db, frame.chatId, member.id)
      await markAndTell(db, parts, 'read', { ...frame, isThread }, member.id)
    }),

    onFrame(frames.markDelivered, {}, async ({ db, frame, member }) => {
      const { isThread } = await queries.mustBeIn(db, frame.chatId, member.id)
      await markAndTell(db, parts, 'delivered', { ...frame, isThread }, member.id)
    }),

    onFrame(frames.typing, {}, async ({ db, frame: { chatId }, member }) => {
      const { isThread } = await queries.mustBeIn(db, chatId, member.id)
      if (isThread) return
      const partnerId = await commands.whoSeesTyping(db, chatId, member.id)
      if (partnerId !== undefined) line.relay(partnerId, { type: 'typing', chatId, userId: member.id })
    }),
  ]
}
