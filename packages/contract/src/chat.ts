import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { filled, Id, Person, Timestamp, WideId } from './schema.ts'

/** The latest message of a chat, for the list. */
const LastMessage = z.object({
  content: z.string(),
  sentAt: Timestamp,
  senderId: Id,
  /** The sender's first name. */
  senderName: z.string(),
})

/** How far another member has received and read a chat's messages. */
const Marks = z.object({ userId: Id, deliveredSeq: z.int(), readSeq: z.int() })
export type Marks = z.output<typeof Marks>

export const Chat = z.object({
  id: Id,
  /**
   * `pair`: two members. `playdate`: the thread of a playdate, whose members are its participants; of a date of a circle,
   * only those from outside, who read what those on it write about it. `series`: that of all dates of a series, with its
   * regulars and whoever is on one of them, until a week after it. `circle`: that of a circle, its dates and series.
   */
  kind: z.enum(['pair', 'playdate', 'series', 'circle']),
  /** The playdate of a thread, or the next date of a series. */
  playdateId: z.nullable(Id),
  seriesId: z.nullable(Id),
  circleId: z.nullable(Id),
  /** The title of the playdate or series, or the name of the circle. */
  title: z.nullable(z.string()),
  /** When the playdate of a thread starts, or the next date of a series. */
  startTime: z.nullable(Timestamp),
  /**
   * Both members of a pair; a deleted account has a substitute name and no picture. Otherwise the members the
   * caller may see, himself first.
   */
  participants: z.array(Person),
  /** Messages of others that the caller has not read. */
  unreadCount: z.int(),
  lastMessage: z.nullable(LastMessage),
  /** Nothing can be written: the other of a pair is gone, the thread is closed, or there is no other member. */
  readOnly: z.boolean(),
  /** A stranger wrote first, and the caller has not answered yet (safety S36). */
  isRequest: z.boolean(),
  /** The caller wrote first, or is about to, to somebody who does not know him and has not answered yet. */
  isAwaiting: z.boolean(),
  /** How many messages the caller may still send before he gets an answer; null without a limit. */
  messagesLeft: z.nullable(z.int()),
  /** The caller has created the playdate, series, or a coming date of the circle, which an announcement is then about. */
  canAnnounce: z.boolean(),
  /** The marks of the other members that are shown to the caller: only those of a pair. */
  marks: z.array(Marks),
  /** The caller has read messages up to this `seq`. */
  ownReadSeq: z.int(),
  /** The last message's number. */
  lastSeq: z.int(),
})
export type Chat = z.output<typeof Chat>

/** How a member can react to a message of several. */
export const reactionEmojis = ['👍', '❤️', '😂', '🙏', '❓'] as const
const Emoji = z.enum(reactionEmojis, issue('field.invalid'))
export type Emoji = z.output<typeof Emoji>

/** Who has reacted to a message, of those whom the caller may see; `names` are first names, in the order of their reactions. */
const Reactions = z.partialRecord(Emoji, z.object({ count: z.int(), mine: z.boolean(), names: z.array(z.string()) }))
export type Reactions = z.output<typeof Reactions>

export const Message = z.object({
  id: WideId,
  chatId: Id,
  senderId: Id,
  content: z.string(),
  sentAt: Timestamp,
  /**
   * 1, 2, 3, … without a gap within a chat, the order that everybody sees. The first numbers disappear with their
   * messages.
   */
  seq: z.int(),
  /** The sender's client id; sent to the sender only. */
  clientId: z.optional(z.string()),
  /** A message from the creator of a playdate to everybody in its thread. */
  announcement: z.optional(z.literal(true)),
  /** The number of the message that it answers, until that is gone. */
  replyTo: z.nullable(z.int()),
  /** The date that it is about, in the chat of a series or circle. */
  playdateId: z.nullable(Id),
  /** Empty in frames, which carry new messages. */
  reactions: Reactions,
})
export type Message = z.output<typeof Message>

/** A client's id for its message (a UUID), which prevents storing a repeat twice. */
export const ClientId = z
  .string(issue('field.invalid'))
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, issue('field.invalid')),
    z.toLowerCase(),
  )
/** Trimmed and not empty; otherwise stored as typed. */
export const Content = filled(limits.message, issue('chat.messageRequired'), issue('chat.tooLong'))
/** Whether this is the creator's announcement to everybody: members who are not in the thread are notified. */
export const IsAnnouncement = z.optional(z.boolean(issue('field.invalid')))
/** A position in a chat's order; 0 is before its first message. */
export const Seq = z.int().check(z.gte(0), z.lte(limits.idMax))

/** The message that this one answers; in chats of more than two. */
export const ReplyTo = z.optional(z.nullable(Seq))

/** The date that it is about; in the chat of its series or circle. */
export const AboutDate = z.optional(z.nullable(Id))

export const chats = route('GET /api/chats', {
  access: 'member',
  summary: 'Lists the caller’s chats, latest activity first.',
  answers: 'list',
  reply: z.array(Chat),
})

export const oneChat = route('GET /api/chats/:id', {
  access: 'member',
  summary: 'Gets one of the caller’s chats.',
  reply: Chat,
  errors: ['chat.unknown'],
})

export const threadOf = route('GET /api/playdates/:id/thread', {
  access: 'member',
  summary:
    'Gets the chat of a playdate with at least two participants: its circle’s chat for members of the circle, otherwise its series’ chat or its own. 404 for others.',
  reply: Chat,
  errors: ['chat.unknown'],
})

/** Ids in addition to the caller's own; exactly one other must remain. */
export const startChat = route('POST /api/chats', {
  access: 'member',
  summary: 'Opens the chat with a user: the existing one (200) or a new one (201).',
  repeats: 'key',
  body: z.object({
    participants: z.array(Id, issue('chat.onePartner')).check(z.maxLength(10, issue('chat.onePartner'))),
  }),
  reply: Chat,
  status: 201,
  errors: ['user.unknown', 'chat.notWanted', 'user.stopped'],
  touchesOwn: ['/api/chats'],
})

/** Digits of a query as a number. */
function fromQuery<S extends z.ZodMiniType>(schema: S) {
  return z.optional(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value)),
      schema,
    ),
  )
}

export const chatMessages = route('GET /api/chats/:id/messages', {
  access: 'member',
  summary:
    'Lists retained messages, oldest first: the latest, or those after or before a sequence number. Does not mark them as read.',
  query: z.object({ afterSeq: fromQuery(Seq), before: fromQuery(Seq) }),
  answers: 'list',
  reply: z.array(Message),
  errors: ['chat.unknown'],
})

export const answerRequest = route('POST /api/chats/:id/request', {
  access: 'member',
  summary:
    'Accepts or dismisses a message request. Dismissing removes it from the list without notifying the sender. Idempotent.',
  repeats: 'natural',
  body: z.object({ accept: z.boolean() }),
  reply: Chat,
  errors: ['chat.unknown'],
  touches: ['chat'],
  touchesOwn: ['/api/chats', '/api/today'],
})

export const sendMessage = route('POST /api/chats/:id/messages', {
  access: 'member',
  summary: 'Sends a message when no socket is available. A client id makes retries safe.',
  repeats: 'key',
  body: z.object({
    content: Content,
    clientId: z.optional(ClientId),
    announcement: IsAnnouncement,
    replyTo: ReplyTo,
    playdateId: AboutDate,
    /**
     * The playdate to which this message invites the others: until they join, they are notified when it is moved or
     * cancelled.
     */
    asksTo: z.optional(Id),
  }),
  reply: Message,
  status: 201,
  errors: [
    'chat.unknown',
    'chat.partnerGone',
    'chat.awaitAnswer',
    'chat.messageRemoved',
    'chat.closed',
    'chat.alone',
    'chat.notYoursToAnnounce',
    'chat.notAGroup',
    'user.stopped',
    'playdate.unknown',
    'playdate.cancelled',
    'playdate.over',
    'playdate.declined',
    'invite.notPossible',
  ],
})

export const chatReactions = route('GET /api/chats/:id/reactions', {
  access: 'member',
  summary: 'Lists the reactions to the retained messages of a chat.',
  reply: z.array(z.object({ seq: z.int(), reactions: Reactions })),
  errors: ['chat.unknown'],
})

export const react = route('PUT /api/chats/:id/messages/:seq/reaction', {
  access: 'member',
  summary: 'Adds the caller’s reaction to a message in a group chat. Nobody is notified. Idempotent.',
  repeats: 'natural',
  body: z.object({ emoji: Emoji }),
  reply: Reactions,
  touches: ['chat'],
  errors: ['chat.unknown', 'chat.messageGone', 'chat.notAGroup', 'chat.closed'],
})

export const takeReactionBack = route('DELETE /api/chats/:id/messages/:seq/reaction', {
  access: 'member',
  summary: 'Removes one of the caller’s reactions. Idempotent.',
  repeats: 'natural',
  body: z.object({ emoji: Emoji }),
  reply: Reactions,
  touches: ['chat'],
  errors: ['chat.unknown', 'chat.messageGone', 'chat.notAGroup'],
})
