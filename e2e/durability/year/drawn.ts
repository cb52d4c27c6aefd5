// A year of a town: what happens is done by the server's commands, jobs and outbox; what its fathers decide is drawn, in
// both towns with the same odds and the same numbers, so that the same father has the same wishes on the same day. None
// of these shares is measured; each has its reason. Nobody blocks, moves, polls, is out now, is asked whom he knows, or has
// a papa day in the app, which brings proposals and evening messages with circles and without them.
import { createHash } from 'node:crypto'

export const shares = {
  /** On his one free day of a week he goes out by himself: less than once in three weeks, as an app that is opened now and then. */
  goesOut: 0.3,
  /** If he is asked by name, for that day, twice as often: what groups that last share is somebody who says "come". */
  comesIfAsked: 0.6,
  /** He plans something himself although there may be something to join: most would rather join. */
  plans: 0.2,
  /** What he plans is weekly: a promise that few make. */
  plansWeekly: 0.05,
  /** Whoever plans a date that is no circle's writes to the three whom he met last. */
  asksAlong: 0.5,
  /** In a chat somebody says "again next week?": a date's has one chance before it closes, a circle's has one each week. */
  saysCome: 0.3,
  /** He takes the standing place that the date of a series offers him. */
  takesPlace: 0.3,
  /** He keeps to the weekly day that he has planned; else he cancels that date. */
  keepsHisDay: 0.9,
  /** Who is asked and does not come says so: the others do not answer. */
  saysNo: 0.5,
  /** To a card he says yes. */
  saysYes: 0.5,
  /** A member who goes out by himself does so with his circle: joins its date, the first that he sees, or plans what he plans for it. */
  withCircle: 0.7,
  /** A regular does not want to fetch newcomers. */
  fetchesNobody: 0.2,
  /** Who is asked to fetch somebody cannot. */
  cannotFetch: 0.1,
  /** A keeper asks somebody in whom he has met for the second time or again, and who was asked joins. */
  asksIn: 0.5,
  joins: 0.5,
  /** In a week a keeper hands the circle's code to another father of that day, whom he lets in the day after. */
  handsCode: 0.05,
}
/** Wednesday or Friday for three in ten each, Saturday or Sunday for two. */
const freeDays = [2, 2, 2, 4, 4, 4, 5, 5, 6, 6]
const decidesAhead = 5

/** From 0 to 1, the same each time for the same question. */
export const draw = (...about: (string | number)[]): number =>
  createHash('sha256').update(about.join(' ')).digest().readUInt32BE() / 2 ** 32

export const oneOf = <T>(things: readonly T[], drawn: number): T | undefined =>
  things[Math.floor(drawn * things.length)]

export const freeDayOf = (father: number): number => oneOf(freeDays, draw('free day', father)) ?? 0

/** Whether he comes out on this day of his: one who would by himself does if he is asked, too. */
export const wants = (share: 'goesOut' | 'comesIfAsked' | 'keepsHisDay', father: number, day: number): boolean =>
  day % 7 === freeDayOf(father) && draw('wants', father, day) < shares[share]

/** How many days before he decides by himself. */
export const decidesBefore = (father: number, day: number): number =>
  1 + Math.floor(draw('ahead', father, day) * decidesAhead)
