import * as z from 'zod/mini'
import { limits, untitled } from '../limits.ts'
import { issue } from '../problems.ts'
import { route, serverPage } from '../route.ts'
import { Id, opaque, Person, Timestamp } from '../schema.ts'
import { Gathering } from './gathering.ts'
import { ChildrenAlong, Joining, Playdate, ProposedTime, plan } from './playdates.ts'

const choices = ['yes', 'maybe', 'no'] as const
const Choice = z.enum(choices, issue('field.invalid'))
export type Choice = z.output<typeof Choice>

const PollTime = z.object({
  id: Id,
  startTime: Timestamp,
  endTime: Timestamp,
  /** How many fathers gave each answer; blocked, hidden and suspended ones count nowhere. */
  yes: z.int(),
  maybe: z.int(),
  no: z.int(),
  /** The caller's answer; always null for the creator, who comes at every time. */
  mine: z.nullable(Choice),
  /** Whether it is too late to plan a playdate at this time. */
  isPast: z.boolean(),
  /** Each respondent's answer, for the creator and those who were asked. */
  who: z.array(z.object({ firstName: z.string(), answer: Choice })),
})
export type PollTime = z.output<typeof PollTime>

/**
 * What became of the chosen playdate: `gone` if it was deleted or this viewer cannot see it; null before a choice. While
 * he sees it, the chosen time is the time at which it now is.
 */
const Became = z.optional(z.nullable(z.enum(['planned', 'cancelled', 'gone'])))
export type Became = z.output<typeof Became>

/** A question which of several times suits everybody; one of them becomes a playdate, which it then describes. */
export const Poll = z.extend(Gathering, {
  maxParticipants: z.int(),
  creator: Person,
  isOwn: z.boolean(),
  /** Earliest first. */
  times: z.array(PollTime),
  /** `over` once the last time has passed without a choice. */
  state: z.enum(['open', 'chosen', 'over']),
  /** The time that the creator has chosen. */
  chosenTimeId: z.nullable(Id),
  /** The playdate it became; null before that, if it is gone, or if this viewer cannot see it. */
  playdateId: z.nullable(Id),
  became: Became,
  /** Its link, for the creator. */
  url: z.nullable(z.string()),
  /** Fathers whom the creator has invited or who have answered through the link, for the creator. */
  asked: z.optional(z.array(z.extend(Person, { hasAnswered: z.boolean() }))),
  /** How many children the caller would bring; null before he has answered. */
  children: z.nullable(z.int()),
})
export type Poll = z.output<typeof Poll>

/**
 * A poll as a visitor with its link sees it: counts, and only the neighbourhood of a home. Once a time is chosen it shows
 * of the playdate no more than an invitation would.
 */
export const PollForVisitor = z.object({
  state: z.enum(['open', 'chosen', 'over']),
  /** The time zone in which the times are shown: that of the place. */
  timeZone: z.string(),
  became: Became,
  title: z.nullable(z.string()),
  hostName: z.nullable(z.string()),
  place: z.nullable(z.string()),
  area: z.nullable(z.string()),
  times: z.array(z.extend(z.omit(PollTime, { mine: true, who: true }), { isChosen: z.boolean() })),
})
export type PollForVisitor = z.output<typeof PollForVisitor>

const Times = z.array(ProposedTime, issue('poll.times')).check(
  z.minLength(limits.pollTimesMin, issue('poll.times')),
  z.maxLength(limits.pollTimes, issue('poll.times')),
  z.refine(times => new Set(times.map(({ startTime, endTime }) => `${startTime} ${endTime}`)).size === times.length, {
    error: issue('poll.sameTime'),
  }),
)

/** The fathers to ask, each once; the creator does not ask himself. */
const Fathers = z.array(Id, issue('poll.fathers')).check(z.maxLength(limits.pollAsked, issue('poll.fathers')))

/** With `circleId` all members of that circle of the caller are asked, besides `fathers`. */
export const NewPoll = z.object({
  ...plan(untitled.create),
  times: Times,
  fathers: z.optional(Fathers),
  circleId: z.optional(z.nullable(Id)),
})
export type NewPoll = z.output<typeof NewPoll>

const TimeId = z.string().check(z.regex(/^[1-9]\d{0,9}$/, issue('poll.unknownTime')))
/** The token of the link, required unless the caller was asked by name. */
const Token = z.optional(opaque(100))

const Answers = z.record(TimeId, Choice).check(
  z.refine(answers => Object.keys(answers).length > 0, { error: issue('field.required') }),
  z.refine(answers => Object.keys(answers).length <= limits.pollTimes, { error: issue('poll.unknownTime') }),
)

export const polls = route('GET /api/polls', {
  access: 'member',
  summary: 'Lists the polls that the caller created, was asked in or has answered, newest first.',
  answers: 'list',
  reply: z.array(Poll),
})

export const onePoll = route('GET /api/polls/:id', {
  access: 'member',
  summary: 'Gets a poll. 404 unless the caller created it, was asked in it or has answered it.',
  reply: Poll,
  errors: ['poll.unknown'],
})

export const pollByLink = route('GET /api/polls/link/:token', {
  access: 'member',
  summary: 'Gets the poll behind a link. Names respondents only to fathers who were asked or have answered.',
  reply: Poll,
  errors: ['poll.unknown'],
})

export const createPoll = route('POST /api/polls', {
  access: 'member',
  summary: 'Creates a poll of two to five times for a playdate, open to the fathers asked and to anyone with the link.',
  repeats: 'key',
  body: NewPoll,
  reply: Poll,
  status: 201,
  errors: ['place.unknown', 'circle.unknown', 'user.unknown', 'poll.notWanted', 'poll.awaitAnswer', 'user.stopped'],
  touches: ['poll', 'chat', 'notices'],
})

export const answerPoll = route('PUT /api/polls/:id/answers', {
  access: 'member',
  summary:
    'Answers a poll. Omitted times keep their answers. Requires the link’s token unless the caller was asked by name.',
  repeats: 'natural',
  body: z.object({
    answers: Answers,
    /** How many children the caller would bring; none if omitted. */
    children: z.optional(ChildrenAlong),
    token: Token,
  }),
  reply: Poll,
  errors: ['poll.unknown', 'poll.chosen', 'poll.over', 'poll.full'],
  touches: ['poll', 'chat', 'notices'],
})

export const choosePollTime = route('POST /api/polls/:id/choose', {
  access: 'member',
  summary:
    'Creates the playdate at one of the poll’s times. Creator only. Fathers who answered yes join in the order of their answers while there is room.',
  repeats: 'natural',
  body: z.extend(Joining, { timeId: Id }),
  reply: Playdate,
  status: 201,
  errors: [
    'poll.unknown',
    'poll.notYours',
    'poll.chosen',
    'poll.over',
    'poll.timePassed',
    'playdate.tooFewPlaces',
    'user.stopped',
  ],
  touches: ['poll', 'playdate', 'notices'],
})

export const deletePoll = route('DELETE /api/polls/:id', {
  access: 'member',
  summary: 'Deletes a poll and its answers but keeps the playdate planned from it. Creator only.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['poll.unknown', 'poll.notYours'],
  touches: ['poll', 'notices'],
})

export const pollPage = serverPage('GET /p/:token', {
  access: 'link',
  summary: 'Shows which of several times suits how many.',
  answers: 'page',
  shows: z.nullable(z.extend(PollForVisitor, { token: z.string() })),
  forMembers: 'app',
  hasLanguages: true,
})
