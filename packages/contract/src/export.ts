import * as z from 'zod/mini'
import { Chat, Message } from './chat.ts'
import { Notification } from './notifications.ts'
import { Playdate } from './playdates.ts'
import { route } from './route.ts'
import { Id, Person, Timestamp } from './schema.ts'
import { Settings, User } from './users.ts'

/** Without a name when moderators have hidden a place that somebody else added. */
const ofPlace = { placeId: Id, placeName: z.nullable(z.string()) }

/** What Papadag keeps about somebody, as he gets it himself; another version says that fields have changed. */
export const Export = z.object({
  format: z.literal('papadag-export'),
  version: z.literal(1),
  createdAt: Timestamp,
  /** What this file is, in the reader's language. */
  about: z.string(),
  account: z.extend(User, {
    isModerator: z.boolean(),
    emailConfirmed: z.boolean(),
    /** Where links for a new password go while a changed address is not confirmed. */
    resetEmail: z.nullable(z.string()),
    createdAt: Timestamp,
    lastActiveAt: Timestamp,
    /** When he was told that the account would go for lack of use. */
    toldOfInactivityAt: z.nullable(Timestamp),
    suspendedUntil: z.nullable(Timestamp),
    /** No new chats and playdates until a moderator has looked. */
    mayNotStart: z.boolean(),
    safeMeetingSeenAt: z.nullable(Timestamp),
  }),
  settings: Settings,
  sessions: z.array(
    z.object({
      id: Id,
      userAgent: z.nullable(z.string()),
      createdAt: Timestamp,
      lastUsedAt: Timestamp,
      expiresAt: Timestamp,
    }),
  ),
  /** Made and joined, as he sees them. */
  playdates: z.array(Playdate),
  /** The playdates he is on; like above not those that he cannot see any more, which look deleted to him. */
  participations: z.array(z.object({ playdateId: Id, children: z.int(), joinedAt: Timestamp })),
  places: z.array(
    z.object({
      id: Id,
      type: z.string(),
      name: z.string(),
      description: z.nullable(z.string()),
      address: z.nullable(z.string()),
      latitude: z.number(),
      longitude: z.number(),
      features: z.array(z.string()),
      imageUrl: z.nullable(z.string()),
      createdAt: Timestamp,
    }),
  ),
  favoritePlaces: z.array(z.object({ ...ofPlace, savedAt: Timestamp })),
  reviews: z.array(
    z.object({
      ...ofPlace,
      rating: z.int(),
      text: z.nullable(z.string()),
      createdAt: Timestamp,
      updatedAt: Timestamp,
    }),
  ),
  placeEdits: z.array(z.object({ ...ofPlace, before: z.unknown(), after: z.unknown(), createdAt: Timestamp })),
  placeConfirmations: z.array(z.object({ ...ofPlace, createdAt: Timestamp })),
  placeProposals: z.array(
    z.object({
      ...ofPlace,
      kind: z.string(),
      text: z.nullable(z.string()),
      createdAt: Timestamp,
      closedAt: z.nullable(Timestamp),
    }),
  ),
  /** What he decided as a moderator. */
  placeDecisions: z.array(
    z.object({
      ...ofPlace,
      decision: z.string(),
      reason: z.string(),
      rule: z.nullable(z.string()),
      createdAt: Timestamp,
    }),
  ),
  /** What he reported, and what was decided about something of his. */
  reports: z.array(
    z.object({
      id: Id,
      targetType: z.string(),
      targetId: z.string(),
      reason: z.string(),
      text: z.nullable(z.string()),
      createdAt: Timestamp,
      closedAt: z.nullable(Timestamp),
    }),
  ),
  moderationDecisions: z.array(
    z.object({
      targetType: z.string(),
      decision: z.string(),
      reason: z.string(),
      rule: z.string(),
      isAutomatic: z.boolean(),
      createdAt: Timestamp,
    }),
  ),
  /** Whom he has blocked; not who has blocked him. */
  blocks: z.array(Person),
  /** With all messages that are still kept. */
  chats: z.array(z.extend(Chat, { messages: z.array(Message) })),
  notifications: z.array(Notification),
  /** What he told creators when he did not come after all. */
  departures: z.array(z.object({ message: z.nullable(z.string()), createdAt: Timestamp })),
  /** Links that he made to playdates; the links themselves are known to nobody but those who have them. */
  invitations: z.array(z.object({ playdateId: Id, showsName: z.boolean(), createdAt: Timestamp })),
  /** Devices that get push messages; not their addresses, which are keys to them. */
  pushDevices: z.array(z.object({ id: Id, name: z.nullable(z.string()), service: z.string(), createdAt: Timestamp })),
  calendarFeeds: z.array(
    z.object({
      id: Id,
      name: z.string(),
      variant: z.string(),
      showsHomeAddress: z.boolean(),
      createdAt: Timestamp,
      lastReadAt: z.nullable(Timestamp),
    }),
  ),
  /** What the audit trail says of him. */
  events: z.array(z.object({ event: z.string(), at: Timestamp })),
  /** His uploads, as base64. */
  pictures: z.array(
    z.object({ address: z.string(), type: z.literal('image/webp'), createdAt: Timestamp, base64: z.string() }),
  ),
})
export type Export = z.output<typeof Export>

export const exportAccount = route('GET /api/users/me/export', {
  access: 'member',
  summary: 'Everything that is kept about the caller, as a file.',
  reply: Export,
  answers: 'file',
})
