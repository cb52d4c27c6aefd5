import * as z from 'zod/mini'
import { Hint } from './hints.ts'
import { askedKeys } from './places/asked-keys.ts'
import { Playdate } from './playdates/playdates.ts'
import { SeriesOfPlaydate } from './playdates/repeats.ts'
import { route } from './route.ts'
import { Id, Person, Timestamp, WideId } from './schema.ts'
import { halfDays } from './users/papa-days.ts'

const PlaydateInShort = z.object({
  id: Id,
  title: z.string(),
  startTime: Timestamp,
  series: z.nullable(SeriesOfPlaydate),
})

/** What every question has: `id` is unique among the caller's, and `expiresAt` null if time does not settle it. */
const asked = { id: z.string(), expiresAt: z.nullable(Timestamp) }
const ofPlaydate = { ...asked, playdate: PlaydateInShort }

/** Something that waits for the caller's answer; each is answered by the call of its kind. */
export const Due = z.discriminatedUnion('kind', [
  /** His standing place asks whether he is coming, with how many children. */
  z.object({ kind: z.literal('confirm'), ...ofPlaydate, children: z.int() }),
  /** Too few fathers come to a playdate of his. */
  z.object({ kind: z.literal('goAhead'), ...ofPlaydate, coming: z.int(), minimum: z.int() }),
  /** There is room for the father and all the children with whom he waits. */
  z.object({ kind: z.literal('free'), ...ofPlaydate, free: z.int(), wanted: z.int() }),
  /** Somebody has invited him; `children` is how many of his there is room for. */
  z.object({ kind: z.literal('asked'), ...ofPlaydate, by: Person, children: z.int() }),
  /** A father whom he knows is out now, until it expires; `children` as above. */
  z.object({ kind: z.literal('now'), ...ofPlaydate, by: Person, children: z.int() }),
  /** Somebody asks which of these times suits him. */
  z.object({
    kind: z.literal('poll'),
    ...asked,
    pollId: Id,
    by: Person,
    title: z.string(),
    times: z.array(z.object({ id: Id, startTime: Timestamp, endTime: Timestamp })),
  }),
  /** The app proposes a meeting. */
  z.object({
    kind: z.literal('proposal'),
    ...asked,
    proposalId: Id,
    startTime: Timestamp,
    place: z.object({ id: Id, name: z.string() }),
  }),
  /** A keeper asks him to join a circle. */
  z.object({ kind: z.literal('circle'), ...asked, circleId: Id, by: Person, name: z.string() }),
  /** He has met these fathers for the second time: a circle, or may they come into one that he keeps? */
  z.object({
    kind: z.literal('circleCard'),
    ...asked,
    cardId: Id,
    name: z.string(),
    fathers: z.array(Person),
    circle: z.nullable(z.object({ id: Id, name: z.string() })),
  }),
  /** He has met this father for the first time: does he know him now? */
  z.object({ kind: z.literal('known'), ...ofPlaydate, person: Person }),
  /** Nobody knows this about a playground where he was. */
  z.object({ kind: z.literal('fact'), ...asked, placeId: Id, name: z.string(), key: z.enum(askedKeys) }),
  /** No mail arrives at his address. */
  z.object({ kind: z.literal('address'), ...asked, email: z.string() }),
  /** Somebody he does not know has written to him. */
  z.object({ kind: z.literal('request'), ...asked, chatId: WideId, by: Person }),
])
export type Due = z.output<typeof Due>

/** His next papa day by the clock of his time zone, with what it brings near him. */
const Day = z.object({
  date: z.iso.date(),
  halves: z.array(z.enum(halfDays)),
  /** How many fathers near share it; null for fewer than three. */
  fathers: z.nullable(z.int()),
  /** Some of them; none for fewer than three. */
  faces: z.array(Person),
  /** How many playdates within 10 km have room on it, and how far the nearest public one is; null if unknown. */
  playdates: z.int(),
  nearestM: z.nullable(z.int()),
})

/** The caller's town while nobody else is known within 10 km, or for a month after he was the first there. */
const Town = z.object({
  name: z.string(),
  /** The path of its page for visitors. */
  url: z.string(),
  /** How often visitors without an account have opened that page since he registered, and in the last seven days. */
  opens: z.int(),
  opensThisWeek: z.int(),
  /** How many fathers whom he can find have registered within 10 km since then. */
  came: z.int(),
  /** Days since he registered. */
  sinceDays: z.int(),
  /** The town of the nearest playdate; null without any. */
  nearest: z.nullable(z.object({ town: z.string(), km: z.int() })),
})

export const Today = z.object({
  /** At most three: first what somebody waits for, and of both what expires first in front. */
  due: z.array(Due),
  /** How many there are. */
  dueCount: z.int(),
  /** His first playdate that has not ended, with its chat once that has been opened. */
  next: z.nullable(z.extend(Playdate, { thread: z.nullable(z.object({ id: WideId, unreadCount: z.int() })) })),
  /** Null without papa days. */
  day: z.nullable(Day),
  town: z.nullable(Town),
  /** What may help him now. */
  hint: z.nullable(Hint),
})
export type Today = z.output<typeof Today>

export const today = route('GET /api/today', {
  access: 'member',
  summary: 'Gets what waits for the caller’s answer, his next playdate and his next papa day.',
  reply: Today,
})
