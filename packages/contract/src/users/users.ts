import * as z from 'zod/mini'
import { languages, limits } from '../limits.ts'
import { degrees } from '../places/position.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import {
  Email,
  filled,
  GivenPassword,
  HiddenBecause,
  Id,
  line,
  NewPassword,
  optionalLine,
  optionalText,
  Person,
  Timestamp,
  text,
  WideId,
} from '../schema.ts'
import { PapaDays } from './papa-days.ts'
import { isTimeZone } from './time-zone.ts'

export const Child = z.object({ name: z.string(), age: z.number(), birthMonth: z.string() })

/** A user as he sees himself; nobody else gets this projection (safety 2). */
export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  bio: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  city: z.nullable(z.string()),
  badge: z.string(),
  childrenInfo: z.array(Child),
  favoriteLocations: z.array(z.string()),
  /** Roughly where he lives: the neighbourhood he has chosen, or the centre of his city, if known. */
  home: z.optional(z.object({ latitude: z.number(), longitude: z.number(), isCity: z.boolean() })),
  /** Present only for a user who logs in with passkeys alone. */
  hasNoPassword: z.optional(z.literal(true)),
  /** Present only for moderators. */
  isModerator: z.optional(z.literal(true)),
  /** Present only for operators. */
  isOperator: z.optional(z.literal(true)),
  /** Present only while moderators have hidden the user. */
  hidden: z.optional(HiddenBecause),
})
export type User = z.output<typeof User>

/** Whether somebody born in that month (`2021-05`) is a child today, in the earliest time zone. */
function isMonthOfChild(month: string) {
  const now = new Date()
  const [year = 0, inYear = 0] = month.split('-').map(Number)
  const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - inYear
  return months >= -1 && months < (limits.childAgeMax + 1) * 12
}

/** A child as a form sends it: `birthMonth` (`2021-05`), or an age in whole years from which it is derived. */
export const ChildInput = z.object({
  name: text(limits.childName),
  age: z
    .int(issue('field.invalid'))
    .check(z.gte(0, issue('field.invalid')), z.lte(limits.childAgeMax, issue('field.invalid'))),
  birthMonth: z.optional(
    z
      .string()
      .check(
        z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, issue('field.invalid')),
        z.refine(isMonthOfChild, { error: issue('field.invalid') }),
      ),
  ),
})

export const Children = z
  .array(ChildInput, issue('field.invalid'))
  .check(z.maxLength(limits.children, issue('field.invalid')))
export const FavoriteLocations = z
  .array(filled(limits.favoriteLocation), issue('field.invalid'))
  .check(z.maxLength(limits.favoriteLocations, issue('field.invalid')))

/** Distance bands between fathers, in km; never more precise than this (safety S6). */
export const distances = ['<2', '<5', '<10', '10+'] as const
export type Distance = (typeof distances)[number]

/** A father as others see him (contract 3); fields that this viewer may not see are absent (safety 2). */
export const PublicUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  profileImage: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  city: z.nullable(z.string()),
  badge: z.string(),
  favoriteLocations: z.array(z.string()),
  childrenInfo: z.optional(z.array(z.object({ name: z.optional(z.string()), age: z.int() }))),
  phoneNumber: z.optional(z.string()),
  distance: z.optional(z.enum(distances)),
  /** Age ranges in which both he and the viewer have a child, if both allow matching (`matchAges`). */
  alikeAges: z.optional(z.array(z.object({ from: z.int(), to: z.int() }))),
  /** On his own profile: how many playdates with others he has joined in the last year. */
  playdatesHad: z.optional(z.int()),
  /** On his own profile: he registered less than a month ago. */
  isNew: z.optional(z.boolean()),
  /** On his own profile: two fathers who had not met each other say that they know him. Absent for fewer, and never more. */
  knownByFathers: z.optional(z.literal(2)),
  /** On his own profile: the caller has said that he knows him, which nobody else reads. */
  isKnown: z.optional(z.literal(true)),
})
export type PublicUser = z.output<typeof PublicUser>

export const ownProfile = route('GET /api/users/me', {
  access: 'member',
  summary: 'Gets the caller’s own profile.',
  reply: User,
})

const UserQuery = z.object({ q: z.optional(line(limits.search)) })

export const users = route('GET /api/users', {
  access: 'member',
  summary: 'Lists discoverable fathers, newest first. `q` matches full name, city or bio.',
  query: UserQuery,
  answers: 'list',
  reply: z.array(PublicUser),
})

export const suggestedUsers = route('GET /api/users/suggested', {
  access: 'member',
  summary:
    'Suggests fathers who live nearby or have children of similar ages, nearest first. Uses only what the caller may see.',
  reply: z.array(PublicUser),
})

export const featuredUser = route('GET /api/users/featured', {
  access: 'member',
  summary: 'Gets the caller’s father of the day. Excludes the caller and fathers who opted out.',
  reply: PublicUser,
  errors: ['user.nobody'],
})

export const oneUser = route('GET /api/users/:id', {
  access: 'member',
  summary: 'Gets the parts of another father’s profile that the caller may see.',
  reply: PublicUser,
  errors: ['user.unknown'],
})

export const sharedWith = route('GET /api/users/:id/shared', {
  access: 'member',
  summary: 'Lists what the caller and another father have in common, limited to what the caller may see.',
  reply: z.object({
    /** Playdates both are on, soonest first. */
    playdates: z.array(z.object({ id: Id, title: z.string(), startTime: Timestamp })),
    /** Places that both have saved; only between fathers who meet or chat, since they reveal where somebody goes. */
    places: z.array(z.object({ id: Id, name: z.string() })),
    /** The language that both use; null if they differ. */
    language: z.nullable(z.enum(languages)),
  }),
  errors: ['user.unknown'],
})

/** A minimum length, with the sentence of the profile form (specification 5). */
function named(max: number, min: number, tooShort: Parameters<typeof filled>[1]) {
  return filled(max, tooShort).check(z.minLength(min, tooShort))
}

/** Editable fields of the caller's own profile; omitted fields keep their value. */
export const EditedUser = z.object({
  firstName: z.optional(named(limits.personName, limits.personNameMin, issue('user.firstNameTooShort'))),
  lastName: z.optional(named(limits.personName, limits.personNameMin, issue('user.lastNameTooShort'))),
  bio: optionalText(limits.bio, issue('user.bioTooLong')),
  email: z.optional(Email),
  phoneNumber: optionalLine(limits.phoneNumber),
  city: z.optional(named(limits.city, limits.cityMin, issue('user.cityTooShort'))),
  childrenInfo: z.optional(Children),
  favoriteLocations: z.optional(FavoriteLocations),
})
export type EditedUser = z.output<typeof EditedUser>

const own = ['/api/user', '/api/users/me'] as const
/** Reads of what the caller shows to others, and of what he sees of them. */
const ownAndOthers = [
  ...own,
  '/api/users',
  '/api/playdates',
  '/api/chats',
  '/api/circles',
  '/api/places',
  '/api/notifications',
] as const

export const editProfile = route('PATCH /api/users/me', {
  access: 'member',
  summary: 'Edits the caller’s profile. Ignores username, password and badge.',
  repeats: 'natural',
  body: EditedUser,
  reply: User,
  errors: ['auth.emailTaken', 'user.nameIsFixed'],
  touches: ['person'],
  touchesOwn: ownAndOthers,
})

export const deleteAccount = route('DELETE /api/users/me', {
  access: 'member',
  summary: 'Deletes the caller’s account and ends all his sessions. The privacy page says what remains.',
  repeats: 'natural',
  isForHidden: true,
  touches: ['person', 'place', 'notices', 'relation', 'poll', 'account', 'moderation'],
  touchesOwn: ownAndOthers,
})

/** The kinds of messages outside the open tab, each with its own switch (contract 13). */
export const noticeSettings = ['messages', 'playdates', 'reminders', 'nearby', 'evening'] as const
export type NoticeSetting = (typeof noticeSettings)[number]
const switches = {
  messages: z.boolean(),
  playdates: z.boolean(),
  reminders: z.boolean(),
  nearby: z.boolean(),
  evening: z.boolean(),
}

/** A time of day, `21:00`. */
const ClockTime = z.string(issue('field.invalid')).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, issue('field.invalid')))

export const NotificationSettings = z.object({
  push: z.object(switches),
  mail: z.object(switches),
  /** Reminders in minutes before a playdate; without any, none are sent. */
  remindBeforeMin: z
    .array(
      z
        .int()
        .check(z.gte(5, issue('settings.reminders')), z.lte(limits.remindBeforeMinMax, issue('settings.reminders'))),
    )
    .check(z.maxLength(limits.reminders, issue('settings.reminders'))),
  /** The hours in which only messages about the next 12 hours are sent; null: no quiet hours. */
  quietHours: z.nullable(z.object({ from: ClockTime, to: ClockTime })),
  /** The hour at which he is notified, on the evening before one of his papa days, of what it brings. */
  eveningHour: z
    .int(issue('field.invalid'))
    .check(z.gte(limits.eveningHourMin, issue('field.invalid')), z.lte(limits.eveningHourMax, issue('field.invalid'))),
  timeZone: z
    .string(issue('settings.timeZone'))
    .check(z.maxLength(64, issue('settings.timeZone')), z.refine(isTimeZone, issue('settings.timeZone'))),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

/** Partial settings; omitted ones keep their value. */
export const EditedNotificationSettings = z.extend(z.partial(NotificationSettings), {
  push: z.optional(z.partial(z.object(switches))),
  mail: z.optional(z.partial(z.object(switches))),
})
export type EditedNotificationSettings = z.output<typeof EditedNotificationSettings>

export const Settings = z.object({
  /** Who can see his children's ages: nobody, members he meets or chats with, or every member. */
  childrenVisibility: z.enum(['none', 'contacts', 'members']),
  /**
   * Whether fathers with a child in the same age range can find him by it, and he them, if they allow it too. Has no
   * effect while nobody may see the ages.
   */
  matchAges: z.boolean(),
  showChildNames: z.boolean(),
  showPhone: z.boolean(),
  lastNameInitialOnly: z.boolean(),
  discoverable: z.boolean(),
  spotlight: z.boolean(),
  /** Who may start a chat with him. */
  messagesFrom: z.enum(['everyone', 'co', 'nobody']),
  readReceipts: z.boolean(),
  language: z.enum(languages),
  /**
   * The centre of the square kilometre he lives in. Null: he sees no distances, and nobody sees his. After a change he
   * sees distances again three days later.
   */
  neighbourhood: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  /** Whether every member sees his distance, or only members he meets or chats with. */
  showDistance: z.boolean(),
  /** The half days he spends with his children. Never sent to anybody else (safety S6b). */
  papaDays: PapaDays,
  /** Whether fathers who have entered their own days see which of them he shares. */
  papaDaysVisible: z.boolean(),
  /** Whether the app may propose meetings to him. */
  proposals: z.boolean(),
  /** Whether he wants to be notified of the first father who registers within 10 km; off once he has been. */
  tellFirstNearby: z.boolean(),
  /** Whether he is asked what a playground is like where he has been. */
  placeQuestions: z.boolean(),
  notifications: NotificationSettings,
})
export type Settings = z.output<typeof Settings>

export const EditedSettings = z.extend(z.partial(Settings), {
  neighbourhood: z.optional(
    z.nullable(
      z.object({ latitude: degrees(90, issue('field.invalid')), longitude: degrees(180, issue('field.invalid')) }),
    ),
  ),
  /** The name of a town, whose centre becomes the neighbourhood. */
  town: z.optional(line(limits.city)),
  notifications: z.optional(EditedNotificationSettings),
})
export type EditedSettings = z.output<typeof EditedSettings>

export const settings = route('GET /api/users/me/settings', {
  access: 'member',
  summary: 'Gets the caller’s settings: privacy, notifications and language.',
  reply: Settings,
})

export const editSettings = route('PATCH /api/users/me/settings', {
  access: 'member',
  summary: 'Updates the given settings and keeps the others.',
  repeats: 'natural',
  body: EditedSettings,
  reply: Settings,
  errors: ['user.unknownTown'],
  touches: ['person'],
  touchesOwn: ownAndOthers,
})

export const Session = z.object({
  id: WideId,
  /** The browser's User-Agent. */
  userAgent: z.nullable(z.string()),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  isCurrent: z.boolean(),
  isRemembered: z.boolean(),
})
export type Session = z.output<typeof Session>

export const sessions = route('GET /api/users/me/sessions', {
  access: 'member',
  summary: 'Lists the caller’s sessions, most recently used first.',
  reply: z.array(Session),
})

export const endSession = route('DELETE /api/users/me/sessions/:id', {
  access: 'member',
  summary: 'Ends one of the caller’s sessions.',
  hasWideId: true,
  repeats: 'natural',
  isForHidden: true,
  errors: ['session.unknown'],
  touchesOwn: own,
})

const PasswordChange = z.object({
  /** Absent while there is none. */
  currentPassword: z.optional(GivenPassword),
  newPassword: NewPassword,
  /** For a user whose password others may know: they may have copied the addresses of his feeds. */
  endCalendarFeeds: z.optional(z.boolean()),
  /** Likewise; they end unless this is false. */
  endParentLinks: z.optional(z.boolean()),
})
export type PasswordChange = z.output<typeof PasswordChange>

export const changePassword = route('POST /api/users/me/password', {
  access: 'member',
  summary:
    'Changes the password and ends other sessions and devices, and whatever else the caller chooses. Without `currentPassword`, sets the first password of an account and ends nothing.',
  repeats: 'natural',
  isForHidden: true,
  body: PasswordChange,
  errors: ['auth.wrongPassword'],
  touchesOwn: own,
})

export const block = route('POST /api/users/:id/block', {
  access: 'member',
  summary: 'Blocks a user, immediately and in both directions. Idempotent.',
  repeats: 'natural',
  errors: ['user.unknown'],
  touches: ['person', 'notices', 'relation', 'place', 'poll'],
  touchesOwn: ownAndOthers,
})

export const unblock = route('DELETE /api/users/:id/block', {
  access: 'member',
  summary: 'Unblocks a user. Idempotent.',
  repeats: 'natural',
  touches: ['person', 'relation', 'place', 'poll'],
  touchesOwn: ownAndOthers,
})

export const blocks = route('GET /api/users/me/blocks', {
  access: 'member',
  summary: 'Lists blocked users, newest first.',
  reply: z.array(Person),
})
