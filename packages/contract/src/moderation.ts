import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { Email, filled, Id, optionalText, Person, Timestamp, text, WideId } from './schema.ts'

export const reportTargets = ['user', 'message', 'chat', 'playdate', 'place', 'photo'] as const
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

/** What can be decided about each kind of thing. Places are never deleted, people only by themselves. */
export const decisionsOn: Readonly<Record<ReportTarget, readonly Decision[]>> = {
  user: ['dismiss', 'warn', 'suspend', 'hide', 'restore'],
  chat: ['dismiss', 'warn', 'suspend', 'restore'],
  message: decisions,
  playdate: decisions,
  place: ['dismiss', 'hide', 'restore', 'warn', 'suspend'],
  photo: decisions,
}

/** For how many days somebody can be suspended; null is until he has appealed. */
export const suspensionDays = [1, 7, 30, null] as const

/** What a report is about: an id, or for a photo its address. */
const TargetId = z.union(
  [WideId, text(limits.url).check(z.minLength(1, issue('field.invalid')))],
  issue('field.invalid'),
)

export const NewReport = z.object({
  targetType: z.enum(reportTargets, issue('field.invalid')),
  targetId: TargetId,
  reason: z.enum(reportReasons, issue('report.reasonRequired')),
  text: optionalText(limits.reportText),
  /** Visitors say who they are, except about the safety of children. */
  contactName: optionalText(limits.personName),
  contactEmail: z.optional(z.nullable(Email)),
})
export type NewReport = z.output<typeof NewReport>

/** What changes when something is out of sight or back: where it stood, and what whoever it is of is told. */
const everywhere = [
  '/api/notifications',
  '/api/users',
  '/api/playdates',
  '/api/chats',
  '/api/places',
  '/api/map',
] as const

export const sendReport = route('POST /api/reports', {
  access: 'public',
  summary:
    'Reports a person, message, chat, playdate, place or photo to the moderators; a repeat while the first is open gives the same reference.',
  repeats: 'natural',
  isForHidden: true,
  body: NewReport,
  reply: z.object({ id: Id }),
  status: 201,
  errors: ['auth.required', 'report.unknownTarget'],
  // Several members' reports hide something by themselves.
  touches: ['/api/moderation', ...everywhere],
  touchesOwn: ['/api/reports'],
})

/** One's own report: what became of it, and nothing about anybody. */
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
  summary: 'What the caller has reported, the last one first, and what became of it.',
  reply: z.array(OwnReport),
})

/** What was reported, as it was at that moment. Which fields there are depends on what it is. */
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
  /** Whoever reported, as a name; null for a visitor without one, or an account that is gone. */
  reporter: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  isOpen: z.boolean(),
})

/** Everything reported about one thing and one person: the last reports, the newest first. */
export const ModeratedItem = z.object({
  /** The report by which it is decided on. */
  id: Id,
  targetType: z.enum(reportTargets),
  targetId: z.string(),
  /** Whom it concerns. */
  subject: z.nullable(Person),
  isUrgent: z.boolean(),
  isHidden: z.boolean(),
  reports: z.array(ModeratedReport),
  /** What was decided about it before, the first one first. */
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

/** A place that nobody has confirmed yet, that somebody says is wrong, or that its reports have hidden. */
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
  proposals: z.array(z.object({ kind: z.enum(['change', 'gone']), text: z.nullable(z.string()) })),
})
export type ModeratedPlace = z.output<typeof ModeratedPlace>

export const moderationQueue = route('GET /api/moderation/queue', {
  access: 'member',
  summary:
    'What moderators have to look at: reports by what they are about, the safety of children first, then the oldest; what was decided lately; places to review. For anybody else this call does not exist.',
  reply: z.object({
    open: z.array(ModeratedItem),
    decided: z.array(ModeratedItem),
    places: z.array(ModeratedPlace),
  }),
})

export const decideOnReport = route('POST /api/moderation/reports/:id/decision', {
  access: 'member',
  summary:
    'A moderator’s decision on everything reported about one thing and one person, as far as he has seen it; the one concerned and the reporters are told. For anybody else this call does not exist.',
  repeats: 'key',
  body: z.object({
    decision: z.enum(decisions, issue('field.required')),
    /** What happened, for the one concerned to read. */
    reason: filled(limits.description),
    /** The house rule or law the decision is based on. */
    rule: filled(limits.moderationRule),
    /** The last report the moderator has seen: what came after it stays open. */
    lastReportId: Id,
    /** How long a suspension lasts; null until he has appealed. */
    days: z.optional(z.nullable(z.union([z.literal(1), z.literal(7), z.literal(30)], issue('field.invalid')))),
  }),
  errors: ['report.unknown', 'report.notPossible'],
  touches: ['/api/moderation', '/api/reports', ...everywhere],
  touchesOwn: ['/api/users/me'],
})

export const heldPicture = route('GET /api/moderation/reports/:id/picture', {
  access: 'member',
  summary: 'The picture a report is about, also while nobody else sees it. For anybody but moderators there is none.',
  answers: 'picture',
  isUncached: true,
  errors: ['picture.unknown'],
})
