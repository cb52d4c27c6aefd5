// A year of a town: what happens is done by the server's commands, jobs and outbox; what its fathers decide is drawn, in
// both towns with the same numbers, so that a father who goes out with circles goes out on the same days without them:
//
// - Each has one free day a week (Wednesday or Friday 30 % each, Saturday or Sunday 20 % each) and goes out on 30 % of
//   them. He decides one to five days ahead, each as likely.
// - He plans a playdate for eight with 20 %, and else joins one of the first five with room within 2 km on that day, each
//   as likely; with none there he plans one.
// - To a card he says yes with 50 %. A member who goes out does so with his circle with 70 %: he joins its date of that
//   day, or plans it. Of those who are asked and stay at home half say so.
// - Half of all fathers offer to fetch newcomers, on the day after a date on which they have become regulars; 10 % of those
//   who are asked to fetch somebody decline.
// - A keeper asks a guest in who has come twice with 50 %, and half of them join. In each circle he hands its code to
//   another father of that day with 5 % a week, and lets him in the day after.
//
// All read their notices every day. Nobody cancels, blocks, moves or has a papa day in the app: the proposals and evening
// messages that it would bring are there with circles and without them.
import { createHash } from 'node:crypto'

export const shares = {
  goesOut: 0.3,
  plans: 0.2,
  saysYes: 0.5,
  withCircle: 0.7,
  saysNo: 0.5,
  fetches: 0.5,
  cannotFetch: 0.1,
  asksGuest: 0.5,
  guestJoins: 0.5,
  handsCode: 0.05,
}
const freeDays = [2, 2, 2, 4, 4, 4, 5, 5, 6, 6]
const decidesAhead = 5

/** From 0 to 1, the same each time for the same question. */
export const draw = (...about: (string | number)[]): number =>
  createHash('sha256').update(about.join(' ')).digest().readUInt32BE() / 2 ** 32

export const oneOf = <T>(things: readonly T[], drawn: number): T | undefined =>
  things[Math.floor(drawn * things.length)]

export const freeDayOf = (father: number): number => oneOf(freeDays, draw('free day', father)) ?? 0

export const goesOut = (father: number, day: number): boolean => draw('goes out', father, day) < shares.goesOut

/** How many days before he decides. */
export const decidesBefore = (father: number, day: number): number =>
  1 + Math.floor(draw('ahead', father, day) * decidesAhead)
