import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { filled, GivenCode, Id, optionalText, Person, Timestamp, text } from './schema.ts'

/** The pictures of the house that a circle may have. */
export const circlePictures = ['sandbox', 'bike', 'picnic', 'water', 'sun', 'playCorner'] as const

/** A father in a circle, with the age ranges of those of his children whose ages he shows to the caller. */
const CircleMember = z.extend(Person, {
  isKeeper: z.boolean(),
  ages: z.array(z.object({ from: z.int(), to: z.int() })),
})
export type CircleMember = z.output<typeof CircleMember>

const NextDate = z.object({
  id: Id,
  title: z.string(),
  startTime: Timestamp,
  endTime: Timestamp,
  /** How many fathers are coming, and the caller's part in it. */
  coming: z.int(),
  myStatus: z.enum(['creator', 'joined', 'none']),
})

/** Fathers who keep meeting each other; whoever is neither a member nor asked cannot tell that it exists. */
export const Circle = z.object({
  id: Id,
  name: z.string(),
  text: z.string(),
  picture: z.nullable(z.enum(circlePictures)),
  /** Those whom the caller may see, himself first; none while he is only asked. */
  members: z.array(CircleMember),
  /** The keeper who asks the caller to join, and the end of the question; null for a member. */
  askedBy: z.nullable(Person),
  askedUntil: z.nullable(Timestamp),
  /** For its keepers: whom they have asked and who has not joined, whatever his answer; null for others. */
  asked: z.nullable(z.array(Person)),
  /** For its keepers: who has come with the code and asks to be let in, and whether there is a code; null for others. */
  wishes: z.nullable(z.array(Person)),
  hasCode: z.nullable(z.boolean()),
  /** Whether the caller may be asked to fetch newcomers at the entrance, as a regular is until he says no; null for others. */
  isBuddy: z.nullable(z.boolean()),
  /** Null while he is only asked. */
  chatId: z.nullable(Id),
  /** Its first date that has not ended and that the caller can see; null while he is only asked. */
  nextDate: z.nullable(NextDate),
  /** Where those of its dates are or were that the caller can see, most used first; none while he is only asked. */
  places: z.array(z.object({ id: Id, name: z.string(), address: z.nullable(z.string()) })),
})
export type Circle = z.output<typeof Circle>

/** Those with whom the caller has met for the second time, and the name that their circle would have. */
export const CircleCard = z.object({
  id: Id,
  name: z.string(),
  fathers: z.array(Person),
  /** A circle that he keeps and that the `fathers` are not in: may they come in? Null for a new one. */
  circle: z.nullable(z.object({ id: Id, name: z.string() })),
  endsAt: Timestamp,
})
export type CircleCard = z.output<typeof CircleCard>

const Name = filled(limits.circleName)
const Text = text(limits.circleText)
const Picture = z.nullable(z.enum(circlePictures, issue('field.invalid')))
const Fathers = z
  .array(Id, issue('field.invalid'))
  .check(z.minLength(1, issue('field.required')), z.maxLength(limits.circleMembers - 1, issue('field.invalid')))

export const circles = route('GET /api/circles', {
  access: 'member',
  summary: 'Lists the caller’s circles and those he is asked to join, newest first.',
  answers: 'list',
  reply: z.array(Circle),
})

export const oneCircle = route('GET /api/circles/:id', {
  access: 'member',
  summary: 'Gets a circle. Members and fathers asked to join only, 404 for others.',
  reply: Circle,
  errors: ['circle.unknown'],
})

export const createCircle = route('POST /api/circles', {
  access: 'member',
  summary:
    'Creates a circle with the caller as its keeper, and asks these acquaintances to join. Refused if one of them is no acquaintance of the caller. With a card, lets in those who say yes to it.',
  repeats: 'key',
  body: z
    .object({
      name: Name,
      text: z.optional(Text),
      picture: z.optional(Picture),
      fathers: z.optional(Fathers),
      fromCardId: z.optional(Id),
    })
    .check(
      z.refine(({ fathers, fromCardId }) => fathers !== undefined || fromCardId !== undefined, {
        error: issue('field.required'),
        path: ['fathers'],
      }),
    ),
  reply: Circle,
  status: 201,
  errors: ['circle.noCard', 'circle.notContact', 'circle.tooMany', 'circle.notYet', 'user.stopped'],
  touches: ['circle', 'notices'],
})

export const circleSuggestions = route('GET /api/circles/suggestions', {
  access: 'member',
  summary:
    'Lists groups of three or more fathers, the caller among them, who have met twice and could form a circle. Nobody sees the others’ answers.',
  reply: z.array(CircleCard),
})

export const answerSuggestion = route('PUT /api/circles/suggestions/:id/answer', {
  access: 'member',
  summary:
    'Answers a card: whether the caller wants a circle with the others on it, or them in his own circle if the card names it. Otherwise the second yes creates one, which later ones join; until then `circleId` is null. With `circleId`, refused unless the card still names that circle.',
  repeats: 'natural',
  body: z.object({ yes: z.boolean(issue('field.invalid')), circleId: z.optional(z.nullable(Id)) }),
  reply: z.object({ circleId: z.nullable(Id) }),
  errors: ['circle.noCard', 'circle.tooMany', 'circle.notYet', 'user.stopped'],
  touches: ['circle', 'notices'],
})

export const editCircle = route('PATCH /api/circles/:id', {
  access: 'member',
  summary: 'Changes the name, text or picture of a circle. Keepers only.',
  repeats: 'natural',
  body: z.object({ name: z.optional(Name), text: z.optional(Text), picture: z.optional(Picture) }),
  reply: Circle,
  errors: ['circle.unknown', 'circle.notKeeper'],
  touches: ['circle'],
})

export const endCircle = route('DELETE /api/circles/:id', {
  access: 'member',
  summary: 'Ends a circle with its chat. Keepers only.',
  repeats: 'natural',
  errors: ['circle.unknown', 'circle.notKeeper'],
  touches: ['circle', 'notices'],
})

export const askIntoCircle = route('POST /api/circles/:id/asked', {
  access: 'member',
  summary:
    'Asks acquaintances of the caller to join. Keepers only. Refused if one of them is no acquaintance of the caller; members and those already asked are skipped.',
  repeats: 'natural',
  body: z.object({ fathers: Fathers }),
  reply: Circle,
  errors: ['circle.unknown', 'circle.notKeeper', 'circle.notContact', 'circle.full'],
  touches: ['circle', 'notices'],
})

export const answerCircle = route('PUT /api/circles/:id/answer', {
  access: 'member',
  summary: 'Joins a circle, or declines without anybody being told. 404 unless the caller was asked. Idempotent.',
  repeats: 'natural',
  body: z.object({ yes: z.boolean(issue('field.invalid')) }),
  errors: ['circle.unknown', 'circle.full', 'circle.tooMany'],
  touches: ['circle', 'notices'],
})

export const changeCircleMember = route('PUT /api/circles/:id/members/:userId', {
  access: 'member',
  summary:
    'Makes a member a keeper or an ordinary member, or lets in a father who came with the code. Keepers only. With `buddy` and the caller’s own id, sets whether he fetches newcomers at the entrance, as regulars do by default; regulars only.',
  repeats: 'natural',
  body: z
    .object({
      keeper: z.optional(z.boolean(issue('field.invalid'))),
      buddy: z.optional(z.boolean(issue('field.invalid'))),
    })
    .check(
      z.refine(({ keeper, buddy }) => keeper !== undefined || buddy !== undefined, {
        error: issue('field.required'),
        path: ['keeper'],
      }),
    ),
  reply: Circle,
  errors: ['circle.unknown', 'circle.notKeeper', 'circle.notRegular', 'circle.noMember', 'circle.full'],
  touches: ['circle', 'notices'],
})

export const removeCircleMember = route('DELETE /api/circles/:id/members/:userId', {
  access: 'member',
  summary:
    'Leaves a circle (the caller’s own id), removes a member or refuses a father who came with the code. Only keepers remove and refuse. Only the removed member sees the reason, and the code ends; whoever is refused is not told.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ reason: optionalText(limits.leaveMessage) }),
  errors: ['circle.unknown', 'circle.notKeeper', 'circle.noMember'],
  touches: ['circle', 'notices'],
})

/** The code of a circle, for its keepers. */
const CircleCode = z.object({
  code: z.string(),
  /** The page on which somebody else enters it. */
  url: z.string(),
  /** Whoever has it is in at once; else a keeper lets him in. */
  letsIn: z.boolean(),
  usesLeft: z.int(),
  expiresAt: Timestamp,
})
export type CircleCode = z.output<typeof CircleCode>

export const circleCode = route('GET /api/circles/:id/code', {
  access: 'member',
  summary: 'Gets the code of a circle. Keepers only; 404 without one.',
  reply: CircleCode,
  errors: ['circle.unknown', 'circle.notKeeper', 'circle.codeUnknown'],
})

export const makeCircleCode = route('POST /api/circles/:id/code', {
  access: 'member',
  summary: 'Creates a code for a circle and ends the previous one. Keepers only.',
  repeats: 'natural',
  body: z.object({ letsIn: z.optional(z.boolean(issue('field.invalid'))) }),
  reply: CircleCode,
  status: 201,
  errors: ['circle.unknown', 'circle.notKeeper'],
  touches: ['circle'],
})

export const endCircleCode = route('DELETE /api/circles/:id/code', {
  access: 'member',
  summary: 'Ends the code of a circle. Keepers only. Idempotent.',
  repeats: 'natural',
  errors: ['circle.unknown', 'circle.notKeeper'],
  touches: ['circle'],
})

export const enterCircle = route('POST /api/circles/enter', {
  access: 'member',
  summary:
    'Joins the circle of a code, or asks its keepers to be let in. The same 404 for a code that is used up, replaced, ended, unknown or not for the caller.',
  repeats: 'natural',
  body: z.object({ code: GivenCode }),
  /** Without `isIn` a keeper decides, and `circleId` is null. */
  reply: z.object({ isIn: z.boolean(), circleId: z.nullable(Id) }),
  errors: ['circle.codeUnknown', 'circle.tooMany', 'circle.notYet'],
  touches: ['circle', 'notices'],
})
