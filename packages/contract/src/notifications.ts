import * as z from 'zod/mini'
import { placeStateKinds } from './places/place-states.ts'
import { cancelReasonKinds } from './playdates/cancel-reasons.ts'
import { rhythms } from './playdates/repeats.ts'
import { route, serverPage } from './route.ts'
import { Id, Person, Timestamp, WideId } from './schema.ts'
import { movedFor } from './weather/advice.ts'

/** What has happened; the client composes the sentence in the reader's language. */
export const notificationKinds = [
  /** A playdate was cancelled, by its creator or with its creator's account. */
  'playdate.cancelled',
  /** A playdate has a new time or place; sent once until he reads it. */
  'playdate.changed',
  /** A cancelled playdate takes place after all. */
  'playdate.restored',
  /** The creator of a playdate he is on has posted an announcement in its thread; sent once until he reads it. */
  'playdate.announced',
  /**
   * A participant left his playdate, or somebody who was invited cannot come, perhaps with a sentence. Those who were invited and say no more
   * than that are one line.
   */
  'playdate.left',
  /** The place of his playdate has been edited or is gone; the playdate stays where he planned it. Sent once until he reads it. */
  'playdate.placeChanged',
  /** Somebody says that the place of his playdate is broken, dirty, closed or flooded. Sent once until he reads it. */
  'playdate.placeState',
  /**
   * A father joined the reader's playdate, sent once until he reads it; he himself moved up from its waiting list; or
   * the first father `near` him has joined Papadag.
   */
  'playdate.joined',
  /**
   * A father whom the reader has blocked joined a playdate in which the reader takes part; only the reader is notified
   * (safety S32).
   */
  'playdate.withBlocked',
  /** A playdate he is waiting for has room for him, and the first to join gets it; or for some of his family. */
  'playdate.hasRoom',
  /** A day before his playdate, fewer fathers are coming than it needs. */
  'playdate.tooFew',
  /** Asks a regular to confirm that he is coming to this date. */
  'playdate.confirm',
  /** His seat on this date was released because he did not answer. */
  'playdate.released',
  /** His standing place has ended because he did not answer twice in a row. */
  'series.standingEnded',
  /** His series is about to end. */
  'series.ending',
  /** A series in which he had a standing place has ended. */
  'series.ended',
  /** A day was chosen in a poll that he answered. */
  'playdate.chosen',
  /** The day he said yes to was chosen, but there was no longer room for him and his children. */
  'playdate.noRoom',
  /** A father asks which of several times suits him. */
  'poll.asked',
  /** Somebody answered his poll; sent once until he reads it. */
  'poll.answered',
  /** The app proposes a meeting. */
  'proposal.asked',
  /** A proposed meeting that he accepted has become a playdate. */
  'proposal.made',
  /** A father whom he knows is out now. */
  'playdate.now',
  /** He is asked to fetch newcomers at the entrance of a date of his circle: one line for each date. */
  'playdate.buddy',
  /** A keeper asks him to join a circle. */
  'circle.asked',
  /** Fathers have joined his circle, told once until he reads it. */
  'circle.joined',
  /** Fathers have come with the code of his circle and ask to be let in: one line for each circle. */
  'circle.wished',
  /** A keeper has let him into the circle whose code he had. */
  'circle.letIn',
  /** A keeper has removed him from a circle, perhaps with a reason. */
  'circle.removed',
  /** A member of his circle plans a date with it, or with `rhythm` a series. */
  'playdate.planned',
  /** His account has another passkey. */
  'passkey.added',
  /** Somebody has used a copy of his passkey, and was refused. */
  'passkey.copied',
  /** His account has new recovery codes in place of earlier ones. */
  'recoveryCodes.made',
  /** Another browser stays logged in to his account. */
  'device.new',
  /** The login of a browser was used in two places, and has been ended in both. */
  'device.copied',
  /** The outcome of his report (safety S33). */
  'report.decided',
  /** A decision about his content with its statement of reasons (safety S34). */
  'moderation.decided',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** How the reader was related to the playdate when it happened; `near`: to nothing but its place. */
export const readerRelations = ['creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'near'] as const
export type ReaderRelation = (typeof readerRelations)[number]

/** The readers of a notice about an event, whose relation to the playdate chooses the sentence. */
interface Readers {
  'playdate.cancelled': 'onIt' | 'usuallyThere' | 'waiting' | 'asked'
  'playdate.changed': 'onIt' | 'usuallyThere' | 'waiting' | 'asked'
  'playdate.restored': 'onIt' | 'usuallyThere' | 'waiting' | 'asked'
  'playdate.joined': 'creator' | 'waiting' | 'near'
}

/** One for each kind, or where its readers differ, one for each relation. */
export type ForReaders<K extends NotificationKind, Said> = K extends keyof Readers ? Record<Readers[K], Said> : Said

/** Values for the sentence, depending on the kind. Never contains a child's name (safety S4). */
export const NotificationDetails = z.object({
  playdateId: z.optional(Id),
  pollId: z.optional(Id),
  proposalId: z.optional(Id),
  circleId: z.optional(Id),
  deviceId: z.optional(Id),
  /** A browser, `Chrome, Android`; absent if unknown. */
  device: z.optional(z.string()),
  title: z.optional(z.string()),
  startTime: z.optional(Timestamp),
  /** For a series: how often it was held, in the time zone of its place. `day` is one of its days, `2026-11-25`. */
  rhythm: z.optional(z.object({ every: z.enum(rhythms), day: z.string(), time: z.string() })),
  /** For a change: the start he has last read. */
  before: z.optional(Timestamp),
  /**
   * Set where it chooses the sentence. `waiting` is also used for notices sent only to those who wait; `asked` means
   * invited.
   */
  relation: z.optional(z.enum(readerRelations)),
  /** For a change: whether the place is a different one. */
  isElsewhere: z.optional(z.boolean()),
  /** What is the matter with the place. */
  state: z.optional(z.enum(placeStateKinds)),
  /** For another place: the weather that was the reason. */
  movedFor: z.optional(z.enum(movedFor)),
  /** For a proposed meeting that goes ahead: whether the playdate is his, since he accepted first. */
  isOwn: z.optional(z.boolean()),
  /** For a chosen day: whether he has a seat. */
  isSeated: z.optional(z.boolean()),
  /** For a chosen day or a proposed meeting with too few places: whether he is on the waiting list. */
  isWaiting: z.optional(z.boolean()),
  /**
   * Why a participant left, or an invited father declined, in his own words, for the creator only; or why the reader was
   * removed.
   */
  message: z.optional(z.string()),
  /** For somebody who cannot come: whether he was invited and had not joined. */
  wasAsked: z.optional(z.boolean()),
  /** The kind of content reported or decided on. */
  target: z.optional(z.string()),
  /** For the reporter: whether the decision had consequences. */
  hasActed: z.optional(z.boolean()),
  /** The decision; `stop` means that he may not start anything until a moderator has decided. */
  decision: z.optional(z.string()),
  /** The facts, in the moderator's words; absent for an automatic decision. */
  reason: z.optional(z.string()),
  /** The house rule or law the decision is based on. */
  rule: z.optional(z.string()),
  /** The end of the measure; absent if indefinite. */
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
  /** The father who caused the notification, if he is shown: the one who left, whose playdate it is, or the latest of `people`. */
  person: z.optional(z.nullable(Person)),
  /** Why a playdate was cancelled, while the reader can see it. */
  cancelReason: z.optional(z.nullable(z.string())),
  cancelReasonKind: z.optional(z.nullable(z.enum(cancelReasonKinds))),
  /** For a change: where a public playdate is when he reads the notification. */
  place: z.optional(z.nullable(z.string())),
  /**
   * The fathers for whom one line stands and whom the reader may see when he reads it: those who joined and still
   * participate, with their children; who cannot come, comes for the first time, is or wants to be in the circle, latest first.
   */
  people: z.optional(z.array(z.extend(Person, { children: z.optional(z.int()) }))),
  /** For a free place: how many are left when he reads it, and how many he needs; null if he is no longer waiting. */
  places: z.optional(z.object({ free: z.int(), wanted: z.nullable(z.int()) })),
  /** While a question about a playdate is open: with how many children he would come; null for one to its creator. */
  question: z.optional(z.object({ children: z.nullable(z.int()) })),
  /** For a new device: whether it is still logged in. */
  isThere: z.optional(z.boolean()),
  createdAt: Timestamp,
  isRead: z.boolean(),
})
export type Notification = z.output<typeof Notification>

export const notifications = route('GET /api/notifications', {
  access: 'member',
  summary: 'Lists the caller’s notifications of the last three months, newest first.',
  answers: 'list',
  reply: z.array(Notification),
})

export const readNotifications = route('POST /api/notifications/read', {
  access: 'member',
  summary: 'Marks notifications as read: all, or those about one playdate, poll or proposal.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ playdateId: z.optional(Id), pollId: z.optional(Id), proposalId: z.optional(Id) }),
  touchesOwn: ['/api/notifications'],
})

export const readNotification = route('POST /api/notifications/:id/read', {
  access: 'member',
  summary: 'Marks one notification as read. Idempotent.',
  hasWideId: true,
  repeats: 'natural',
  isForHidden: true,
  errors: ['notification.unknown'],
  touchesOwn: ['/api/notifications'],
})

export const unread = route('GET /api/notifications/unread', {
  access: 'member',
  summary: 'Counts the caller’s unread notifications and messages. Their sum is the badge.',
  reply: z.object({
    notifications: z.int(),
    messages: z.int(),
    /** Unread items, latest first: `notice-7`, the playdates they are about (`playdate-5`), and `chat-3`. */
    waiting: z.array(z.string()),
    /** Whether there are more than these. */
    hasMore: z.boolean(),
    /** When these counts were correct, in milliseconds by the database's clock; see `PushMessage`. */
    asOf: z.number(),
  }),
})

/** Whether the mails have stopped. */
const Unsubscribing = z.nullable(z.object({ isDone: z.boolean() }))

export const askUnsubscribe = serverPage('GET /unsubscribe/:token', {
  access: 'link',
  summary: 'Asks whether to stop the mails that contain this link, since programs open links by themselves.',
  answers: 'page',
  shows: Unsubscribing,
})

export const unsubscribe = serverPage('POST /unsubscribe/:token', {
  access: 'link',
  summary: 'Stops these mails.',
  answers: 'page',
  shows: Unsubscribing,
})
