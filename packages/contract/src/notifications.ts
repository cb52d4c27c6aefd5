import * as z from 'zod/mini'
import { route } from './route.ts'
import { Id, Person, Timestamp, WideId } from './schema.ts'

/** What somebody is told about; the sentence is made where it is read, in his language. */
export const notificationKinds = [
  /** A playdate he had joined does not take place: its creator cancelled it, or is gone. */
  'playdate.cancelled',
  /** A playdate he has joined is at another time or place; once, until he has read it. */
  'playdate.changed',
  /** A cancelled playdate that he had joined takes place after all. */
  'playdate.restored',
  /** Somebody who had joined a playdate of his does not come after all; with a sentence, if he wrote one. */
  'playdate.left',
  /** Somebody joins a playdate of his; once, until he has read it. */
  'playdate.joined',
  /** Somebody he has blocked is on a playdate that he is on himself; he alone is told (safety S32). */
  'playdate.withBlocked',
  /** What became of something he reported (safety S33). */
  'report.decided',
  /** What moderators decided about something of his, and why: the statement of reasons (safety S34). */
  'moderation.decided',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What the sentence needs; which of them are there depends on the kind. Never the name of a child (safety S4). */
export const NotificationDetails = z.object({
  playdateId: z.optional(Id),
  title: z.optional(z.string()),
  startTime: z.optional(Timestamp),
  /** Why somebody does not come, in his own words, for the creator alone. */
  message: z.optional(z.string()),
  /** What was reported or decided about: one of the kinds a report names. */
  target: z.optional(z.string()),
  /** For the reporter: whether anything was done. */
  hasActed: z.optional(z.boolean()),
  /** What was decided, `stop` for one who may not begin anything until a moderator has looked. */
  decision: z.optional(z.string()),
  /** The facts, in the moderator's words; absent where nobody decided. */
  reason: z.optional(z.string()),
  /** The house rule or law the decision is based on. */
  rule: z.optional(z.string()),
  /** Until when; absent for as long as nothing else is decided. */
  until: z.optional(Timestamp),
  isAutomatic: z.optional(z.boolean()),
  /** The reference to quote in an objection. */
  reference: z.optional(z.string()),
})
export type NotificationDetails = z.output<typeof NotificationDetails>

export const Notification = z.object({
  id: WideId,
  kind: z.enum(notificationKinds),
  details: NotificationDetails,
  /** Who did it, where it says that. */
  person: z.optional(z.nullable(Person)),
  /** Who has joined, of those who still come and whom the reader may see; looked up when it is read. */
  people: z.optional(z.array(z.extend(Person, { children: z.int() }))),
  createdAt: Timestamp,
  isRead: z.boolean(),
})
export type Notification = z.output<typeof Notification>

export const notifications = route('GET /api/notifications', {
  access: 'member',
  summary: 'What the caller was told in the last three months, newest first.',
  answers: 'list',
  reply: z.array(Notification),
})

export const readNotifications = route('POST /api/notifications/read', {
  access: 'member',
  summary: 'Marks what the caller was told as read: everything, or what is about one playdate.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ playdateId: z.optional(Id) }),
  touchesOwn: ['/api/notifications'],
})

export const readNotification = route('POST /api/notifications/:id/read', {
  access: 'member',
  summary: 'Marks one thing the caller was told as read; harmless when it is read already.',
  hasWideId: true,
  repeats: 'natural',
  isForHidden: true,
  errors: ['notification.unknown'],
  touchesOwn: ['/api/notifications'],
})

export const unread = route('GET /api/notifications/unread', {
  access: 'member',
  summary: 'How much the caller has not read: what he was told, and messages. Together they are the badge.',
  reply: z.object({
    notifications: z.int(),
    messages: z.int(),
    /** What is not read, the latest first: `notice-7`, the playdates those are about (`playdate-5`), and `chat-3`. */
    waiting: z.array(z.string()),
  }),
})
