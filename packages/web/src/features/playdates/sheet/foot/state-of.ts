import { isFull, type Playdate } from '@papadag/contract/playdates/playdates'
import { isOver, isRunning } from '../../../../domain/playdates/playdate-facts.tsx'
import { toWaitFor } from '../../../../domain/playdates/to-wait-for.ts'

/** What a playdate is to one father, which decides what he can do next. */
export type PlaydateState =
  | { kind: 'cancelled' }
  | { kind: 'past' }
  /** His own; while there is room, he asks others along. */
  | { kind: 'host'; hasRoom: boolean; children: number }
  /** His own with too few fathers, of which he decides whether it goes ahead. */
  | { kind: 'goAhead'; children: number }
  /** He was asked along, and has said that he cannot come. */
  | { kind: 'declined' }
  /** An open hour, which nobody joins. */
  | { kind: 'dropIn' }
  /** He has a standing place and has not said yet whether he comes this time. */
  | { kind: 'due'; children: number }
  | { kind: 'joined'; children: number; isWeekly: boolean }
  /** On the waiting list; his position is 0 while it is unknown. */
  | { kind: 'waiting'; position: number; children: number; hasRoom: boolean }
  | { kind: 'full' }
  /** Has room for him alone, who has children: the number he can wait with. */
  | { kind: 'short'; wanted: number }
  | { kind: 'room'; isRunning: boolean }

/** Whether somebody has asked him along, and he has not answered. */
export const isAskedAlong = (playdate: Playdate) =>
  Boolean(playdate.askedBy) && !playdate.declined && isOfOthers(playdate)

/** Whether he was asked along, and has said that he cannot come. */
export const hasDeclined = (playdate: Playdate) => playdate.declined === true && isOfOthers(playdate)

/** Whether it is still to come, without him. */
const isOfOthers = (playdate: Playdate) =>
  playdate.myStatus === 'none' && !playdate.waiting && playdate.state === 'planned' && !isOver(playdate)

export function stateOf(playdate: Playdate, me: { id: number }, ofHis: number): PlaydateState {
  const { state, myStatus, confirmation, kind, series, waiting, participants, placesTaken, maxParticipants } = playdate
  const children = participants.find(({ id }) => id === me.id)?.children ?? 0
  const hasRoom = !isFull(playdate)
  if (state === 'cancelled') return { kind: 'cancelled' }
  if (isOver(playdate)) return { kind: 'past' }
  if (myStatus === 'creator') {
    if (confirmation === 'due') return { kind: 'goAhead', children }
    return { kind: 'host', hasRoom: hasRoom && kind !== 'open' && kind !== 'now', children }
  }
  if (hasDeclined(playdate)) return { kind: 'declined' }
  if (kind === 'open') return { kind: 'dropIn' }
  if (confirmation === 'due') return { kind: 'due', children }
  if (myStatus === 'joined') return { kind: 'joined', children, isWeekly: !!series }
  if (waiting) return { kind: 'waiting', ...waiting, hasRoom }
  if (!hasRoom) return { kind: 'full' }
  const wanted = placesTaken + 1 === maxParticipants ? toWaitFor(playdate, ofHis) : undefined
  // One that is going on is joined now or not at all.
  if (wanted && !isRunning(playdate)) return { kind: 'short', wanted }
  return { kind: 'room', isRunning: isRunning(playdate) }
}
