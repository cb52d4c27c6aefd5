/** The frames of the `/ws` socket. Client frames are parsed on arrival; server frames are only described. */
import * as z from 'zod/mini'
import { AboutDate, ClientId, Content, IsAnnouncement, Message, ReplyTo, Seq } from '../chat.ts'
import { limits } from '../limits.ts'
import { problemStatus } from '../problems.ts'
import { Id, opaque } from '../schema.ts'

type Shape = Record<string, z.ZodMiniType>

function frame<const T extends string, S extends Shape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), ...shape })
}

/** A frame the browser sends. */
export const clientFrame = frame
/** A frame the server sends. */
export const serverFrame = frame

/**
 * The first frame of a connection: the user. The session decides, and this must match it (safety S22). `tab` names the
 * browser tab, so that its own writes are not echoed to it.
 */
export const authenticate = clientFrame('authenticate', {
  userId: Id,
  token: z.optional(z.nullable(opaque(200))),
  tab: z.optional(opaque(64)),
})

/**
 * The reads this tab shows; replaces the previous watch (contract 12). `readAgoMs` is the age of the oldest read:
 * changes since then are reported at once.
 */
export const watch = clientFrame('watch', {
  readAgoMs: z.optional(z.number().check(z.gte(0))),
  paths: z.array(opaque(limits.urlBytes)).check(z.maxLength(limits.watchedPaths)),
})

/**
 * Asks for a chat's messages; without `limit` all within retention. Marks the chat read unless `peek` says otherwise.
 */
export const getMessages = clientFrame('get_messages', {
  chatId: Id,
  afterSeq: z.optional(Seq),
  before: z.optional(Seq),
  limit: z.optional(z.int().check(z.gte(1), z.lte(limits.messagesAtOnce))),
  peek: z.optional(z.boolean()),
})

/** Stores a message; the `message` frame that comes back after the commit is the acknowledgement (safety S25). */
export const sendMessageFrame = clientFrame('send_message', {
  chatId: Id,
  content: Content,
  clientId: z.optional(ClientId),
  announcement: IsAnnouncement,
  replyTo: ReplyTo,
  playdateId: AboutDate,
})

/** The caller has seen this message; earlier ones count as read too. */
export const markRead = clientFrame('mark_read', { chatId: Id, seq: Seq })

/** The caller's device has received these messages. */
export const markDelivered = clientFrame('mark_delivered', { chatId: Id, seq: Seq })

/** The caller is typing; sent at most every few seconds. */
export const typing = clientFrame('typing', { chatId: Id })

/** Answer to `authenticate`. */
export const authenticated = serverFrame('authenticated', { userId: Id, retentionDays: z.number() })

/** Tells the client to repeat these watched reads, which have changed. */
export const changed = serverFrame('changed', { paths: z.array(z.string()) })

/** A refusal, with the same closed list of codes as HTTP. */
export const refused = serverFrame('error', {
  error: z.string(),
  code: z.enum(Object.keys(problemStatus)),
  chatId: z.optional(Id),
  clientId: z.optional(z.string()),
})

/** The server asks the client to reconnect after this many milliseconds. */
export const retry = serverFrame('retry', { afterMs: z.number() })

/** Answer to `get_messages`, oldest first. */
export const initialMessages = serverFrame('initial_messages', {
  chatId: Id,
  messages: z.array(Message),
  /** With a `limit`: there is more before these. */
  hasMore: z.optional(z.boolean()),
})

/** A stored message, to every open connection of all members. */
export const message = serverFrame('message', { message: Message })

/** A read receipt: of another member, if both show receipts, or of the caller on another device. */
export const read = serverFrame('read', { chatId: Id, seq: Seq, userId: Id })

/** Another member's device has received messages up to this number. */
export const delivered = serverFrame('delivered', { chatId: Id, seq: Seq, userId: Id })

/** Another member is typing. */
export const isTyping = serverFrame('typing', { chatId: Id, userId: Id })

export type ServerFrame =
  | z.output<typeof initialMessages>
  | z.output<typeof message>
  | z.output<typeof read>
  | z.output<typeof delivered>
  | z.output<typeof isTyping>
  | z.output<typeof authenticated>
  | z.output<typeof changed>
  | z.output<typeof refused>
  | z.output<typeof retry>

export type ClientFrame =
  | z.input<typeof getMessages>
  | z.input<typeof sendMessageFrame>
  | z.input<typeof markRead>
  | z.input<typeof markDelivered>
  | z.input<typeof typing>

/** Close codes of `/ws` (safety 5). */
export const closeCodes = {
  unauthenticated: 4401,
  wrongUser: 4403,
  slow: 4408,
  tooMany: 4409,
  policy: 1008,
  tooLarge: 1009,
  tryLater: 1013,
} as const
