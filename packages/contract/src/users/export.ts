import * as z from 'zod/mini'
import { Chat, Message } from '../chat.ts'
import { Notification } from '../notifications.ts'
import { placeTypes } from '../places/places.ts'
import { Playdate } from '../playdates/playdates.ts'
import { route } from '../route.ts'
import { Id, Person, Timestamp } from '../schema.ts'
import { Settings, User } from './users.ts'

/** Without a name if moderators have hidden a place that somebody else added. */
const ofPlace = { placeId: Id, placeName: z.nullable(z.string()) }
/** How another Papadag finds the place; null if it has no name. */
const wherePlace = {
  type: z.nullable(z.enum(placeTypes)),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
}

/** Everything Papadag stores about a user; a new version number means that fields have changed. */
export const Export = z.object({
  format: z.literal('papadag-export'),
  version: z.literal(1),
  createdAt: Timestamp,
  /** An introduction to the file, in the reader's language. */
  about: z.string(),
  account: z.extend(User, {
    isModerator: z.boolean(),
    isOperator: z.boolean(),
    isHost: z.boolean(),
    emailConfirmed: z.boolean(),
    /** The address that gets reset links while a changed one is unconfirmed. */
    resetEmail: z.nullable(z.string()),
    /** Since when the receiving mail server has refused his address. */
    emailRefusedAt: z.nullable(Timestamp),
    createdAt: Timestamp,
    lastActiveAt: Timestamp,
    /** When he last said that he lives somewhere else. */
    neighbourhoodSince: z.nullable(Timestamp),
    /** When he was warned that his unused account would be deleted. */
    toldOfInactivityAt: z.nullable(Timestamp),
    suspendedUntil: z.nullable(Timestamp),
    /** Whether the user may not start chats and playdates until a moderator has decided. */
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
  /** Browsers that stay logged in, with days of his time zone. */
  devices: z.array(
    z.object({
      id: Id,
      name: z.nullable(z.string()),
      createdOn: z.string(),
      lastUsedOn: z.string(),
      endsOn: z.string(),
    }),
  ),
  /** Playdates he created or joined, as he sees them. */
  playdates: z.array(Playdate),
  /** The rules of his series of playdates; the dates that exist are among `playdates`. */
  series: z.array(
    z.object({
      id: Id,
      every: z.string(),
      firstDay: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      until: z.string(),
      title: z.string(),
      description: z.nullable(z.string()),
      location: z.string(),
      area: z.nullable(z.string()),
      kind: z.string(),
      maxParticipants: z.int(),
      minimumFathers: z.nullable(z.int()),
      children: z.int(),
      endedAt: z.nullable(Timestamp),
      createdAt: Timestamp,
    }),
  ),
  standingPlaces: z.array(z.object({ seriesId: Id, children: z.int(), unanswered: z.int(), since: Timestamp })),
  participations: z.array(z.object({ playdateId: Id, children: z.int(), joinedAt: Timestamp })),
  /** The waiting lists he is on; `byStanding`: his standing place put him there. */
  waits: z.array(z.object({ playdateId: Id, children: z.int(), byStanding: z.boolean(), since: Timestamp })),
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
  favoritePlaces: z.array(z.object({ ...ofPlace, ...wherePlace, savedAt: Timestamp })),
  reviews: z.array(
    z.object({
      ...ofPlace,
      ...wherePlace,
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
  /** What the user has reported of places. */
  placeStates: z.array(
    z.object({
      ...ofPlace,
      kind: z.string(),
      text: z.nullable(z.string()),
      imageUrl: z.nullable(z.string()),
      since: z.iso.date(),
      until: z.iso.date(),
    }),
  ),
  /** What the user has said of such reports: still so, or mended. */
  placeStateVoices: z.array(z.object({ ...ofPlace, kind: z.string(), says: z.string() })),
  /** What the user has answered about playgrounds. */
  placeAnswers: z.array(z.object({ ...ofPlace, key: z.string(), value: z.unknown(), day: z.iso.date() })),
  /** The user's decisions as a moderator. */
  placeDecisions: z.array(
    z.object({
      ...ofPlace,
      decision: z.string(),
      reason: z.string(),
      rule: z.nullable(z.string()),
      createdAt: Timestamp,
    }),
  ),
  /** The user's reports, and decisions about his content. */
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
  /** Members the user has blocked, not those who have blocked him. */
  blocks: z.array(Person),
  /** With all messages still stored. */
  chats: z.array(z.extend(Chat, { messages: z.array(Message) })),
  notifications: z.array(Notification),
  /** The user's messages to creators when he left a playdate, or could not come to one. */
  departures: z.array(z.object({ message: z.nullable(z.string()), createdAt: Timestamp })),
  /** The user's invitation links, without their tokens, of which only hashes are stored. */
  invitations: z.array(z.object({ playdateId: Id, showsName: z.nullable(z.boolean()), createdAt: Timestamp })),
  parentLinks: z.array(z.object({ playdateId: Id, createdAt: Timestamp })),
  /** The user's polls, without their links. */
  polls: z.array(
    z.object({
      id: Id,
      title: z.string(),
      description: z.nullable(z.string()),
      location: z.string(),
      locationVisibility: z.string(),
      area: z.nullable(z.string()),
      placeId: z.nullable(Id),
      maxParticipants: z.int(),
      createdAt: Timestamp,
      times: z.array(z.object({ startTime: Timestamp, endTime: Timestamp })),
    }),
  ),
  /** Polls in which the user was asked or has answered, and his answers. */
  pollAnswers: z.array(
    z.object({
      pollId: Id,
      children: z.int(),
      answeredAt: z.nullable(Timestamp),
      answers: z.array(z.object({ startTime: Timestamp, answer: z.string() })),
    }),
  ),
  /** Meetings that the app has proposed to the user, and his answers. */
  proposals: z.array(
    z.object({
      placeId: Id,
      startTime: Timestamp,
      endTime: Timestamp,
      answer: z.nullable(z.string()),
      children: z.int(),
      answeredAt: z.nullable(Timestamp),
    }),
  ),
  /** Fathers whom the user has invited to upcoming playdates, and fathers who have invited him. */
  asked: z.array(z.object({ playdateId: Id, userId: Id, askedBy: Id, askedAt: Timestamp })),
  /** The circles the user is in. */
  circles: z.array(
    z.object({
      id: Id,
      name: z.string(),
      text: z.string(),
      picture: z.nullable(z.string()),
      isKeeper: z.boolean(),
      isBuddy: z.boolean(),
      joinedAt: Timestamp,
    }),
  ),
  /** Who fetches whom at the entrance of a date, as newcomer or buddy. */
  buddies: z.array(z.object({ playdateId: Id, userId: Id, buddyId: Id, askedAt: Timestamp })),
  /** Fathers whom the user has asked into circles, and who has asked him; whether one declined is his alone. */
  circleAsked: z.array(
    z.object({ circleId: Id, userId: Id, askedBy: Id, askedAt: Timestamp, declinedAt: z.nullable(Timestamp) }),
  ),
  /** Whether the user wants a circle with those whom he met for the second time on these playdates. */
  circleAnswers: z.array(z.object({ playdateId: Id, saysYes: z.boolean(), answeredAt: Timestamp })),
  /** The circles that the user has asked to enter with a code. */
  circleWishes: z.array(z.object({ circleId: Id, wishedAt: Timestamp })),
  /** The user’s passkeys, without their keys. */
  passkeys: z.array(z.object({ id: Id, name: z.string(), createdAt: Timestamp, lastUsedOn: z.nullable(z.iso.date()) })),
  /** Whether the user says that he knows fathers whom he has met. */
  knownAnswers: z.array(z.object({ userId: Id, playdateId: Id, saysYes: z.boolean(), answeredAt: Timestamp })),
  /** What was shown to the user because it may help him, and what he answered. */
  hints: z.array(z.object({ name: z.string(), answer: z.string(), shownAt: Timestamp })),
  /** To which upcoming playdates the user cannot come. */
  declines: z.array(z.object({ playdateId: Id, message: z.nullable(z.string()), declinedAt: Timestamp })),
  /** The user's devices with push messages, without their endpoints, which are secrets. */
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
  /** The user's events in the audit trail. */
  events: z.array(z.object({ event: z.string(), at: Timestamp })),
  /** The user's uploads, as base64. */
  pictures: z.array(
    z.object({ address: z.string(), type: z.literal('image/webp'), createdAt: Timestamp, base64: z.string() }),
  ),
})
export type Export = z.output<typeof Export>

export const exportAccount = route('GET /api/users/me/export', {
  access: 'member',
  summary: 'Downloads all data stored about the caller.',
  reply: Export,
  answers: 'file',
})
