import * as frames from '@papadag/contract/live/frame'
import type { Db } from '../../platform/db/db.ts'
import { onFrame, type ServedFrame } from '../../platform/live/served-frame.ts'
import { day, type RateLimit } from '../../platform/rate-limits.ts'
import type { ChatLine } from './chat.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'
import { inviteByLink, mayHaveInvitation } from './sending/invitation-links.ts'
import { forSender } from './sending/mailbox.ts'

export const messagesSent: RateLimit = { name: 'messages', windows: [{ times: 20_000, seconds: day }] }

export interface ChatFrameParts {
  line: ChatLine
  retentionDays: number
  /** Provided by the invitations feature. */
}

/** Records how far a member has come, and sends it to those who may see it. */
async function markAndTell(
  db: Db,
  { line }: ChatFrameParts,
  what: 'read' | 'delivered',
  at: { chatId: number; seq: number },
  userId: number,
) {
  const marked = await commands.mark(db, what, at, userId)
  if (!marked) return
  // The member's other devices update their count.
  const audience = what === 'read' ? [userId, ...marked.seenBy] : marked.seenBy
  line.relay(audience, { type: what, chatId: at.chatId, seq: marked.seq, userId })
}

/** The frames of chat (contract 10 and 12). */
export function chatFrames(parts: ChatFrameParts): ServedFrame[] {
  const { line, retentionDays } = parts
  return [
    onFrame(frames.getMessages, {}, async ({ db, frame, member, reply }) => {
      const { chatId, limit, peek, before, afterSeq } = frame
      // Includes what the same connection has just sent.
      await line.mailbox.settled(chatId)
      await queries.mustBeIn(db, chatId, member.id)
      const { messages, hasMore } = await queries.messages(db, chatId, frame, member.id, retentionDays)
      reply({ type: 'initial_messages', chatId, messages, ...(limit === undefined ? {} : { hasMore }) })
      const seq = messages.at(-1)?.seq ?? afterSeq
      if (!peek && before === undefined && seq !== undefined) {
        await markAndTell(db, parts, 'read', { chatId, seq }, member.id)
      }
    }),

    onFrame(frames.sendMessageFrame, { isPaced: true, limit: messagesSent }, async call => {
      const { chatId, content, clientId, announcement: isAnnouncement = false, replyTo, playdateId } = call.frame
      const stored = await line.mailbox.put({
        ...{ chatId, content, clientId, isAnnouncement, senderId: call.member.id },
        replyTo: replyTo ?? null,
        playdateId: playdateId ?? null,
      })
      if (!stored.isNew) {
        // A repeat: the connection missed the first reply.
        await line.deliverUpTo(stored)
        call.reply({ type: 'message', message: forSender(stored) })
      }
      if (mayHaveInvitation(content)) await inviteByLink(call.db, stored)
    }),

    onFrame(frames.markRead, {}, async ({ db, frame, member }) => {
      await queries.mustBeIn(db, frame.chatId, member.id)
      await markAndTell(db, parts, 'read', frame, member.id)
    }),

    onFrame(frames.markDelivered, {}, async ({ db, frame, member }) => {
      await queries.mustBeIn(db, frame.chatId, member.id)
      await markAndTell(db, parts, 'delivered', frame, member.id)
    }),

    onFrame(frames.typing, {}, async ({ db, frame: { chatId }, member }) => {
      await queries.mustBeIn(db, chatId, member.id)
      line.relay(await commands.whoSeesTyping(db, chatId, member.id), { type: 'typing', chatId, userId: member.id })
    }),
  ]
}
