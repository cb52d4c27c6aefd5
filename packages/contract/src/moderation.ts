import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { Email, filled, Id, optionalText, Person, Timestamp, text, WideId } from './schema.ts'

export const reportTargets = [
  'user',
  'message',
  'chat',
  'playdate',
  'poll',
  'departure',
  'place',
  'state',
  'photo',
] as const
export type ReportTarget = (typeof reportTargets)[number]

export const reportReasons = [
  'child_safety',
  'harassment',
  'spam',
  'fake',
  'dangerous_place',
  'privacy',
  'illegal',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

export const decisions = ['dismiss', 'hide', 'restore', 'remove', 'warn', 'suspend'] as const
export type Decision = (typeof decisions)[number]

/** The possible decisions on each kind of content. Places are never deleted, and users only by themselves; a poll is short-lived. */
export const decisionsOn: Readonly<Record<ReportTarget, readonly Decision[]>> = {
  user: ['dismiss', 'warn', 'suspend', 'hide', 'restore'],
  chat: ['dismiss', 'warn', 'suspend', 'restore'],
  message: decisions,
  playdate: decisions,
  poll: ['dismiss', 'remove', 'warn', 'suspend', 'restore'],
  /** The sentence with which a father left a playdate, by the number of its notice. */
  departure: ['dismiss', 'warn', 'suspend', 'restore'],
  place: ['dismiss', 'hide', 'restore', 'warn', 'suspend'],
  /** What somebody reported of a place; it is short-lived. */
  state: ['dismiss', 'remove', 'warn', 'suspend', 'restore'],
  photo: decisions,
}

/** The lengths of a suspension in days; null means until a successful appeal. */
export const suspensionDays = [1, 7, 30, null] as const

/** The target of a report: an id, or a photo's address. */
const TargetId = z.union(
  [WideId, text(limits.url).check(z.minLength(1, issue('field.invalid')))],
  issue('field.invalid'),
)

export const NewReport = z.object({
  targetType: z.enum(reportTargets, issue('field.invalid')),
  targetId: TargetId,
  reason: z.enum(reportReasons, issue('report.reasonRequired')),
  text: optionalText(limits.reportText),
  /** Visitors give their name, except about child safety. */
  contactName: optionalText(limits.personName),
  contactEmail: z.optional(z.nullable(Email)),
})
export type NewReport = z.output<typeof NewReport>

export const sendReport = route('POST /api/reports', {
  access: 'public',
  summary:
    'Reports a person, message, chat, playdate, poll, parting message, place or photo. Repeating an open report updates its reason, adds to its text, and returns its reference.',
  repeats: 'natural',
  isForHidden: true,
  body: NewReport,
  reply: z.object({ id: Id }),
  status: 201,
  errors: ['auth.required', 'report.unknownTarget'],
  // Reports by several members hide content automatically.
  touches: ['moderation', 'person', 'playdate', 'place', 'chat', 'notices', 'account'],
  touchesOwn: ['/api/reports'],
})

/** The reporter's own report and its outcome, without anything about other people. */
export const OwnReport = z.object({
  id: Id,
  targetType: z.enum(reportTargets),
  reason: z.enum(reportReasons),
  createdAt: Timestamp,
  status: z.enum(['open', 'dismissed', 'acted']),
})
export type OwnReport = z.output<typeof OwnReport>

export const ownReports = route('GET /api/reports', {
  access: 'member',
  summary: 'Lists the caller’s reports and their outcomes, newest first.',
  reply: z.array(OwnReport),
})

/** A copy of the content at the time of the report. Its fields depend on the kind of content. */
export const Evidence = z.object({
  name: z.optional(z.nullable(z.string())),
  text: z.optional(z.nullable(z.string())),
  where: z.optional(z.nullable(z.string())),
  startTime: z.optional(z.nullable(z.string())),
  picture: z.optional(z.nullable(z.string())),
  messages: z.optional(
    z.array(
      z.object({
        id: WideId,
        senderId: Id,
        senderName: z.nullable(z.string()),
        content: z.string(),
        sentAt: Timestamp,
        isReported: z.boolean(),
      }),
    ),
  ),
})
export type Evidence = z.output<typeof Evidence>

export const ModeratedReport = z.object({
  id: Id,
  reason: z.enum(reportReasons),
  text: z.nullable(z.string()),
  evidence: z.nullable(Evidence),
  createdAt: Timestamp,
  /** The reporter's name; null for an anonymous visitor or a deleted account. */
  reporter: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  isOpen: z.boolean(),
})

/** All reports about one thing and one user, newest first. */
export const ModeratedItem = z.object({
  /** The report to decide on. */
  id: Id,
  targetType: z.enum(reportTargets),
  targetId: z.string(),
  /** The user it concerns. */
  subject: z.nullable(Person),
  isUrgent: z.boolean(),
  isHidden: z.boolean(),
  reports: z.array(ModeratedReport),
  /** Earlier decisions about it, oldest first. */
  decisions: z.array(
    z.object({
      id: Id,
      decision: z.string(),
      reason: z.string(),
      rule: z.string(),
      isAutomatic: z.boolean(),
      createdAt: Timestamp,
    }),
  ),
})
export type ModeratedItem = z.output<typeof ModeratedItem>

/** A place that is unconfirmed, disputed, or hidden by reports. */
export const ModeratedPlace = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['restaurant', 'playground']),
  address: z.nullable(z.string()),
  description: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  isNew: z.boolean(),
  isHidden: z.boolean(),
  createdAt: Timestamp,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** The member who added it and what else he has added; null for open data and deleted accounts. */
  contributor: z.nullable(z.extend(Person, { since: Timestamp, otherPlaces: z.int(), hiddenPlaces: z.int() })),
  proposals: z.array(z.object({ kind: z.enum(['change', 'gone']), text: z.nullable(z.string()) })),
})
export type ModeratedPlace = z.output<typeof ModeratedPlace>

export const moderationQueue = route('GET /api/moderation/queue', {
  access: 'member',
  summary:
    'Lists open reports grouped by item (child safety first, then oldest), recent decisions, and places to review. Moderators only, 404 for others.',
  reply: z.object({
    open: z.array(ModeratedItem),
    decided: z.array(ModeratedItem),
    places: z.array(ModeratedPlace),
  }),
})

export const decideOnReport = route('POST /api/moderation/reports/:id/decision', {
  access: 'member',
  summary:
    'Decides all reports about one item and person that the moderator has seen, and notifies that person and the reporters. Moderators only, 404 for others.',
  repeats: 'key',
  body: z.object({
    decision: z.enum(decisions, issue('field.required')),
    /** The facts, for the user concerned. */
    reason: filled(limits.description),
    /** The house rule or law the decision is based on. */
    rule: filled(limits.moderationRule),
    /** The last report the moderator has seen; later ones stay open. */
    lastReportId: Id,
    /** How long a suspension lasts; null means until a successful appeal. */
    days: z.optional(z.nullable(z.union([z.literal(1), z.literal(7), z.literal(30)], issue('field.invalid')))),
  }),
  errors: ['report.unknown', 'report.notPossible'],
  touches: ['moderation', 'report', 'person', 'playdate', 'poll', 'place', 'chat', 'notices', 'account'],
})

export const heldPicture = route('GET /api/moderation/reports/:id/picture', {
  access: 'member',
  summary: 'Gets the reported picture, even while it is hidden. Moderators only, 404 for others.',
  answers: 'picture',
  isUncached: true,
  errors: ['picture.unknown'],
})
