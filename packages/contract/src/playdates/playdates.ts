import * as z from 'zod/mini'
import { limits, untitled } from '../limits.ts'
import { PlaceState } from '../places/place-states.ts'
import { bothOrNone, where } from '../places/position.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { HiddenBecause, Id, Moment, optionalText, orAbsent, Person, Timestamp, text } from '../schema.ts'
import { distances } from '../users/users.ts'
import { moving } from '../weather/advice.ts'
import { ofBuddies } from './buddies.ts'
import { cancelReasonKinds, ofCancellation } from './cancel-reasons.ts'
import { answersOfAsked } from './declines.ts'
import { Gathering } from './gathering.ts'
import { isForMembers, ofCircle, withCircle } from './of-circle.ts'
import { Repeats, SeriesOfPlaydate, scopes } from './repeats.ts'

/** A participant and how many children he brings. */
export const Participant = z.extend(Person, { children: z.int() })
export type Participant = z.output<typeof Participant>

/** A position on a waiting list, starting at 1, and the children who would come along. */
export const Waiting = z.object({ position: z.int(), children: z.int() })

export const Playdate = z.extend(Gathering, {
  /** The position of its place; viewers who may not see the address get the centre of its grid cell. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** In lists of future playdates, the distance to a public place in metres; null if unknown. */
  metresAway: z.optional(z.nullable(z.int())),
  /** The distance band of a private address; null where this viewer may not know it. */
  distance: z.optional(z.nullable(z.enum(distances))),
  /** In the list in parts: the radius of the one near the caller, else null; and whether nothing is known of the distance. */
  nearKm: z.optional(z.nullable(z.int())),
  isSomewhere: z.optional(z.boolean()),
  startTime: Timestamp,
  endTime: Timestamp,
  /** 1–50 people, including the creator and children. */
  maxParticipants: z.int(),
  /** The creator first, then in order of joining. */
  participants: z.array(Participant),
  /**
   * How many regulars have a seat that they have not confirmed, for viewers who do not take part: they are not listed
   * as participants.
   */
  unconfirmed: z.optional(z.int()),
  /** Taken seats: participants and the children they bring. */
  placesTaken: z.int(),
  /** The caller's own position on the waiting list; null if he is not waiting. */
  waiting: z.optional(z.nullable(Waiting)),
  /** How many fathers are waiting; null for viewers who are not on the playdate. */
  waitingCount: z.optional(z.nullable(z.int())),
  /** The caller's role. */
  myStatus: z.enum(['creator', 'joined', 'none']),
  /**
   * Participants and fathers on the waiting list see a cancelled playdate until the end of its day; nobody else does
   * (contract 13).
   */
  state: z.enum(['planned', 'cancelled']),
  /** What is the matter with its place for now, where the caller is shown the place. */
  placeState: z.optional(z.nullable(PlaceState)),
  /** Grows with every change of time, place or state. */
  sequence: z.int(),
  ...ofCancellation,
  /** The series it is a date of. */
  series: z.optional(z.nullable(SeriesOfPlaydate)),
  /** The number of fathers it needs to take place; null if there is no minimum. */
  minimumFathers: z.optional(z.nullable(z.int())),
  /** How many fathers it still needs. */
  fathersMissing: z.optional(z.nullable(z.int())),
  /**
   * For the caller only: whether he still has to confirm (`due`) or has done so. Regulars are asked, and the creator if
   * there are too few fathers a day before.
   */
  confirmation: z.optional(z.nullable(z.enum(['due', 'confirmed']))),
  /**
   * `open`: an open hour at a public place, which counts no people and cannot be joined. `now`: a father is there now, and
   * only whom he knows finds it. Absent: `playdate`.
   */
  kind: z.optional(z.enum(['playdate', 'open', 'now'])),
  /** The name of the organisation that holds an open hour; null if a member does. */
  host: z.optional(z.nullable(z.string())),
  /** How many members usually come to an open hour; null for fewer than three. */
  regulars: z.optional(z.nullable(z.int())),
  /**
   * In a single playdate, the range of its children's ages in whole years, counting those whose ages the caller may
   * see. Null for fewer than three.
   */
  ages: z.optional(z.nullable(z.object({ from: z.int(), to: z.int() }))),
  ...answersOfAsked,
  ...ofCircle,
  ...ofBuddies,
  /** Set for the creator if moderators have hidden the playdate, which only he still sees. */
  hidden: z.optional(z.nullable(HiddenBecause)),
})
export type Playdate = z.output<typeof Playdate>

/** Whether every seat is taken. */
export function isFull(playdate: Pick<Playdate, 'placesTaken' | 'maxParticipants'>): boolean {
  return playdate.placesTaken >= playdate.maxParticipants
}

/** 1–50; numeric text is accepted, and anything that is not a number becomes the default (contract 5). */
export const MaxParticipants = z.pipe(
  z.transform((value: unknown) => {
    const number = typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : limits.maxParticipantsDefault
  }),
  z
    .int(issue('playdate.maxParticipants'))
    .check(
      z.gte(limits.maxParticipantsMin, issue('playdate.maxParticipants')),
      z.lte(limits.maxParticipants, issue('playdate.maxParticipants')),
    ),
)

function orElse(max: number, name: string) {
  return z.pipe(
    z.optional(z.nullable(text(max))),
    z.transform((value: string | null | undefined) => value || name),
  )
}

/** How many children a participant brings. */
export const ChildrenAlong = z
  .int(issue('playdate.childrenAlong'))
  .check(z.gte(0, issue('playdate.childrenAlong')), z.lte(limits.childrenAlong, issue('playdate.childrenAlong')))

/** The number of fathers, including the creator, that the playdate needs to take place. */
const MinimumFathers = z
  .int(issue('playdate.minimumFathers'))
  .check(
    z.gte(limits.minimumFathersMin, issue('playdate.minimumFathers')),
    z.lte(limits.maxParticipants, issue('playdate.minimumFathers')),
  )

/** What a playdate is about and where; a poll describes the playdate that it leads to. */
export function plan(title: string) {
  return {
    title: orElse(limits.title, title),
    description: optionalText(limits.description),
    location: orElse(limits.location, untitled.location),
    /** If omitted: public for a new playdate; an existing one keeps its visibility and area. */
    locationVisibility: z.optional(z.enum(['public', 'participants'], issue('field.invalid'))),
    area: optionalText(limits.area),
    maxParticipants: MaxParticipants,
    /** The place it is at; omitted or null for none. */
    placeId: z.optional(z.nullable(Id)),
  }
}

type SomeTimes = { startTime?: string | undefined; endTime?: string | undefined }
const endsAfterStart = z.refine<SomeTimes>(
  ({ startTime, endTime }) => startTime === undefined || endTime === undefined || startTime < endTime,
  { error: issue('playdate.endBeforeStart'), path: ['endTime'] },
)
const isNotTooLong = z.refine<SomeTimes>(
  ({ startTime, endTime }) =>
    startTime === undefined ||
    endTime === undefined ||
    Date.parse(endTime) - Date.parse(startTime) <= limits.playdateMs,
  { error: issue('playdate.tooLong'), path: ['endTime'] },
)

/** The maximum leaves no room for the minimum number of fathers. */
const hasPlaces = z.refine<{ minimumFathers?: number | null | undefined; maxParticipants: number }>(
  ({ minimumFathers, maxParticipants }) => !minimumFathers || minimumFathers <= maxParticipants,
  { error: issue('playdate.minimumFathers'), path: ['minimumFathers'] },
)
const isShortEnough = z.refine<SomeTimes & { repeats?: Repeats | null | undefined }>(
  ({ startTime, endTime, repeats }) =>
    !repeats ||
    startTime === undefined ||
    endTime === undefined ||
    Date.parse(endTime) - Date.parse(startTime) <= limits.repeatedPlaydateMs,
  { error: issue('series.datesTooLong'), path: ['endTime'] },
)

/** Anybody can come by, so everybody must know where it is. */
const isPublicIfOpen = z.refine<{
  kind?: 'playdate' | 'open' | undefined
  placeId?: number | null | undefined
  locationVisibility?: 'public' | 'participants' | undefined
}>(({ kind, placeId, locationVisibility }) => kind !== 'open' || (!!placeId && locationVisibility !== 'participants'), {
  error: issue('playdate.openPlace'),
  path: ['location'],
})

const times = { startTime: Moment, endTime: Moment }
/** One of several proposed times. */
export const ProposedTime = z.object(times).check(endsAfterStart, isNotTooLong)
/** If omitted: none for a new playdate; an existing one keeps it. */
const minimum = { minimumFathers: z.optional(z.nullable(MinimumFathers)) }
/** The children the creator brings (none if omitted), and whether it is the first of a series. */
const own = {
  ...minimum,
  children: z.optional(ChildrenAlong),
  repeats: z.optional(z.nullable(Repeats)),
  /** `open` needs a public place, and has neither a number of people nor a minimum. */
  kind: z.optional(z.enum(['playdate', 'open'], issue('field.invalid'))),
  ...withCircle,
}
export const NewPlaydate = z
  .object({ ...plan(untitled.create), ...own, ...times })
  .check(endsAfterStart, isNotTooLong, isShortEnough, hasPlaces, isPublicIfOpen, isForMembers)
export type NewPlaydate = z.output<typeof NewPlaydate>
/** The test page sends no times; the playdate then starts at the next full hour and lasts one hour. */
export const TestPlaydate = z
  .object({ ...plan(untitled.create), ...own, startTime: z.optional(Moment), endTime: z.optional(Moment) })
  .check(endsAfterStart, isNotTooLong, isShortEnough, hasPlaces, isPublicIfOpen, isForMembers)
export type TestPlaydate = z.output<typeof TestPlaydate>
export const EditedPlaydate = z
  .object({ ...plan(untitled.edit), ...minimum, ...times, ...moving })
  .check(endsAfterStart, isNotTooLong, hasPlaces)
export type EditedPlaydate = z.output<typeof EditedPlaydate>

/** A sentence sent with a cancellation or a departure. */
const remark = (max: number) => z.optional(z.nullable(text(max)))

/** How many children come along. */
export const Joining = z.object({ children: z.optional(ChildrenAlong) })

export const Cancellation = z.object({
  reason: remark(limits.cancelReason),
  reasonKind: z.optional(z.nullable(z.enum(cancelReasonKinds, issue('field.invalid')))),
})
export type Cancellation = z.output<typeof Cancellation>

/** The radius of a search in km: the edges of the distance bands of homes. */
export const nearKm = [2, 5, 10] as const
export type NearKm = (typeof nearKm)[number]

function WholeNumber<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value)),
    schema,
  )
}

/** Filters; without any, the list is complete. */
export const UpcomingQuery = z
  .object({
    /** The caller's current position; by default distances are measured from his neighbourhood. */
    ...where,
    withinKm: orAbsent(WholeNumber(z.literal(nearKm, issue('field.invalid')))),
    /** Only playdates that overlap this period. */
    from: orAbsent(Moment),
    to: orAbsent(Moment),
    /** `children`: a participant has a child of similar age to one of the caller's, as far as the caller may know. */
    fits: orAbsent(z.literal('children', issue('field.invalid'))),
    /** At least this many places are left, or the caller takes part. */
    room: orAbsent(
      WholeNumber(
        z
          .int(issue('field.invalid'))
          .check(z.gte(1, issue('field.invalid')), z.lte(limits.maxParticipants, issue('field.invalid'))),
      ),
    ),
    /**
     * Both fit a single page. `near`: the caller's next playdate comes first, then those within 10 km or with him.
     * `parts`: first those near him, his own and those without a known position; then the rest. Each part is ordered by
     * time. In both, playdates that have begun without the caller come last in their part.
     */
    order: orAbsent(z.enum(['near', 'parts'], issue('field.invalid'))),
  })
  .check(bothOrNone)
export type UpcomingQuery = z.output<typeof UpcomingQuery>

export const upcomingPlaydates = route('GET /api/playdates/upcoming', {
  access: 'member',
  summary: 'Lists visible playdates that have not ended, optionally filtered, earliest start first.',
  query: UpcomingQuery,
  answers: 'list',
  reply: z.array(Playdate),
})

export const upcomingCount = route('GET /api/playdates/upcoming/count', {
  access: 'member',
  summary:
    'Counts the upcoming playdates that the caller may see, and those that match the filters. 500 means 500 or more.',
  query: UpcomingQuery,
  reply: z.object({ all: z.int(), matching: z.int() }),
})

export const pastPlaydates = route('GET /api/playdates/past', {
  access: 'member',
  summary: 'Lists ended playdates that the caller created or joined, latest first.',
  answers: 'list',
  reply: z.array(Playdate),
})

export const ownPlaydates = route('GET /api/users/me/playdates', {
  access: 'member',
  summary: 'Lists all playdates that the caller created or joined.',
  answers: 'list',
  reply: z.array(Playdate),
})

export const playdatesAtPlace = route('GET /api/playdates/at-place/:id', {
  access: 'member',
  summary: 'Lists the visible upcoming playdates at a place, earliest start first.',
  answers: 'list',
  reply: z.array(Playdate),
  errors: ['place.unknown'],
})

export const onePlaydate = route('GET /api/playdates/:id', {
  access: 'member',
  summary: 'Gets a playdate.',
  reply: Playdate,
  errors: ['playdate.unknown'],
})

export const createPlaydate = route('POST /api/playdates', {
  access: 'member',
  summary: 'Creates a playdate with the caller as its first participant.',
  repeats: 'key',
  body: NewPlaydate,
  reply: Playdate,
  status: 201,
  errors: ['place.unknown', 'circle.unknown', 'user.stopped', 'playdate.tooFewPlaces', 'series.tooMany'],
  touches: ['playdate', 'circle', 'notices'],
})

export const createTestPlaydate = route('POST /api/playdates/test-create', {
  access: 'member',
  summary: 'Creates a playdate with optional times. The app uses this call (specification 7).',
  repeats: 'key',
  body: TestPlaydate,
  reply: Playdate,
  status: 201,
  errors: ['place.unknown', 'circle.unknown', 'user.stopped', 'playdate.tooFewPlaces', 'series.tooMany'],
  touches: ['playdate', 'circle', 'notices'],
})

/** In a series: this date, this and the following ones, or all upcoming ones. */
const Scoped = z.object({ scope: orAbsent(z.enum(scopes, issue('field.invalid'))) })

export const editPlaydate = route('PUT /api/playdates/:id', {
  access: 'member',
  summary: 'Edits a playdate, or several dates of its series. Creator only.',
  repeats: 'natural',
  query: Scoped,
  body: EditedPlaydate,
  reply: Playdate,
  errors: [
    'playdate.unknown',
    'playdate.notYours',
    'playdate.over',
    'playdate.cancelled',
    'playdate.tooFewPlaces',
    'place.unknown',
  ],
  touches: ['playdate', 'notices'],
})

export const deletePlaydate = route('DELETE /api/playdates/:id', {
  access: 'member',
  summary:
    'Cancels a playdate, or several dates of its series. Creator only. Participants see it until the end of its day.',
  repeats: 'natural',
  query: Scoped,
  isForHidden: true,
  body: Cancellation,
  errors: ['playdate.unknown', 'playdate.notYours'],
  touches: ['playdate', 'notices'],
})

export const undoCancel = route('POST /api/playdates/:id/undo-cancel', {
  access: 'member',
  summary: 'Undoes a cancellation within ten minutes. Creator only.',
  repeats: 'natural',
  reply: Playdate,
  errors: ['playdate.unknown', 'playdate.undoOver'],
  touches: ['playdate', 'notices'],
})

export const cancelledPlaydates = route('GET /api/playdates/cancelled', {
  access: 'member',
  summary: 'Lists the caller’s cancellations that he can still undo, latest first.',
  reply: z.array(Playdate),
})

export const joinPlaydate = route('POST /api/playdates/:id/join', {
  access: 'member',
  summary: 'Joins a playdate, or changes how many children come along. Each person takes one place.',
  repeats: 'natural',
  body: Joining,
  reply: Playdate,
  errors: ['playdate.unknown', 'playdate.over', 'playdate.cancelled', 'playdate.full', 'playdate.open', 'user.stopped'],
  touches: ['playdate', 'chat', 'notices'],
})

export const leavePlaydate = route('DELETE /api/playdates/:id/join', {
  access: 'member',
  summary: 'Leaves a playdate. Idempotent. An optional reason is shown to the creator only.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ message: remark(limits.leaveMessage) }),
  errors: ['playdate.unknown', 'playdate.over', 'playdate.yours'],
  touches: ['playdate', 'chat', 'notices'],
})

export const safeMeeting = route('GET /api/users/me/safe-meeting', {
  access: 'member',
  summary: 'Reports whether to show the caller the safety advice: until he dismisses it or has met other fathers.',
  reply: z.object({ isDue: z.boolean() }),
})

export const safeMeetingSeen = route('PUT /api/users/me/safe-meeting', {
  access: 'member',
  summary: 'Dismisses the safety advice.',
  repeats: 'natural',
  isForHidden: true,
  touchesOwn: ['/api/users/me/safe-meeting'],
})
