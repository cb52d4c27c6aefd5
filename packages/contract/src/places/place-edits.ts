import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { filled, optionalText, Timestamp, WideId } from '../schema.ts'
import { allFeatureKeys, Place, PlaceDetail } from './places.ts'

/** The fields that a revision can contain. */
export const PlaceFields = z.object({
  name: z.optional(z.string()),
  description: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  features: z.optional(z.array(z.enum(allFeatureKeys))),
  /** Known facts by their keys, which fathers' answers have changed; null: not known. */
  facts: z.optional(z.record(z.string(), z.unknown())),
  /** Whether there was a picture; a replaced one is deleted. */
  hasImage: z.optional(z.boolean()),
})
export type PlaceFields = z.output<typeof PlaceFields>

export const Revision = z.object({
  id: WideId,
  at: Timestamp,
  /** Whether the caller made this edit; other authors are not shown (safety 2). */
  isMine: z.boolean(),
  /** Whether it reverted another edit. */
  isUndo: z.boolean(),
  /** Whether it can be reverted. */
  mayUndo: z.boolean(),
  /** Whether it waits for a second member, since its author’s account is new: the place is as before. */
  waits: z.boolean(),
  /** Whether the caller can be that second member. */
  mayApply: z.boolean(),
  /** The fields that changed. */
  before: PlaceFields,
  after: PlaceFields,
})
export type Revision = z.output<typeof Revision>

export const placeRevisions = route('GET /api/places/:id/revisions', {
  access: 'member',
  summary: 'Lists a place’s edits, newest first.',
  answers: 'list',
  reply: z.array(Revision),
  errors: ['place.unknown'],
})

export const undoRevision = route('POST /api/places/:id/revert', {
  access: 'member',
  summary:
    'Reverts one edit, or withdraws one that waits. A replaced picture is not restored. The revert of a new account waits like its edits.',
  repeats: 'natural',
  body: z.object({ revisionId: WideId }),
  reply: Place,
  errors: ['place.unknown', 'place.notYours', 'place.locked', 'place.unknownRevision'],
  touches: ['place', 'notices', 'proposal', 'moderation'],
})

export const applyRevision = route('POST /api/places/:id/apply', {
  access: 'member',
  summary: 'Carries out an edit that waits for a second member: an established one, or a moderator.',
  repeats: 'natural',
  body: z.object({ revisionId: WideId }),
  reply: PlaceDetail,
  errors: ['place.unknown', 'place.locked', 'place.yourEdit', 'place.newAccount', 'place.unknownRevision'],
  touches: ['place', 'notices', 'proposal', 'moderation'],
})

export const confirmPlace = route('POST /api/places/:id/confirm', {
  access: 'member',
  summary:
    'Confirms that a new or changed place is as described. It takes two members other than its contributor and whoever changed it.',
  repeats: 'natural',
  reply: PlaceDetail,
  errors: ['place.unknown', 'place.yours', 'place.yourEdit'],
  touches: ['place', 'moderation'],
})

export const proposeForPlace = route('POST /api/places/:id/proposals', {
  access: 'member',
  summary:
    'Reports a wrong or missing place to the moderators. The third report that it is gone hides it until they decide.',
  repeats: 'natural',
  body: z.object({
    kind: z.enum(['change', 'gone'], issue('field.required')),
    text: optionalText(limits.description),
  }),
  errors: ['place.unknown'],
  touches: ['place', 'playdate', 'notices', 'moderation'],
})

export const decideOnPlace = route('POST /api/moderation/places/:id/decision', {
  access: 'member',
  summary: 'Decides on a place. Moderators only, 404 for others.',
  repeats: 'key',
  body: z.object({
    decision: z.enum(['confirm', 'hide', 'restore', 'lock', 'unlock'], issue('field.invalid')),
    /** The facts, shown to the contributor. */
    reason: filled(limits.description),
    /** The house rule or law the decision is based on. */
    rule: optionalText(limits.moderationRule),
  }),
  errors: ['place.unknown'],
  touches: ['place', 'playdate', 'notices', 'moderation'],
})
