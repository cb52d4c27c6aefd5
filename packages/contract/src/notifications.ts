import * as z from 'zod/mini'
import { route } from './route.ts'
import { Id, Timestamp } from './schema.ts'

/** What somebody is told about; the sentence is made where it is read, in his language. */
export const notificationKinds = [
  /** A playdate he had joined does not take place: its creator cancelled it, or is gone. */
  'playdate.cancelled',
  /** Somebody he has blocked is on a playdate that he is on himself; he alone is told (safety S32). */
  'playdate.withBlocked',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What the sentence needs; which of them are there depends on the kind. Never the name of a child (safety S4). */
export const NotificationDetails = z.object({
  playdateId: z.optional(Id),
  title: z.optional(z.string()),
  startTime: z.optional(Timestamp),
})
export type NotificationDetails = z.output<typeof NotificationDetails>

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  details: NotificationDetails,
  createdAt: Timestamp,
  isRead: z.boolean(),
})
export type Notification = z.output<typeof Notification>

export const notifications = route('GET /api/notifications', {
  access: 'member',
  summary: 'What the caller was told in the last three months, newest first.',
  paged: true,
  reply: z.array(Notification),
})

export const readNotifications = route('POST /api/notifications/read', {
  access: 'member',
  summary: 'Marks everything the caller was told as read.',
  touchesOwn: ['/api/notifications'],
})
