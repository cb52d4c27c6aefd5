import { isFull, type Playdate } from '@papadag/contract/playdates/playdates'
import { isOver, isRunning } from '../../../../domain/playdates/playdate-facts.tsx'

/** What a playdate is to one father, which decides what he can do next. */
export type PlaydateState =
  | { kind: 'cancelled' }
  | { kind: 'past' }
  /** His own; while there is room, he asks others along. */
  | { kind: 'host'; hasRoom: boolean; children: number }
  /** His own with too few fathers, of which he decides whether it goes ahead. */
  | { kind: 'goAhead'; children: number }
  /** An open hour, which nobody joins. */
  | { kind: 'dropIn' }
  /** He has a standing place and has not said yet whether he comes this time. */
  | { kind: 'due'; children: number }
  | { kind: 'joined'; children: number; isWeekly: boolean }
  /** On the waiting list; his position is 0 while it is unknown. */
  | { kind: 'waiting'; position: number; children: number; hasRoom: boolean }
  | { kind: 'full' }
  | { kind: 'room'; isRunning: boolean }

export function stateOf(playdate: Playdate, me: { id: number }): PlaydateState {
  const { state, myStatus, confirmation, kind, series, waiting, participants } = playdate
  const children = participants.find(({ id }) => id === me.id)?.children ?? 0
  const hasRoom = !isFull(playdate)
  if (state === 'cancelled') return { kind: 'cancelled' }
  if (isOver(playdate)) return { kind: 'past' }
  if (myStatus === 'creator') {
    if (confirmation === 'due') return { kind: 'goAhead', children }
    return { kind: 'host', hasRoom: hasRoom && kind !== 'open', children }
  }
  if (kind === 'open') return { kind: 'dropIn' }
  if (confirmation === 'due') return { kind: 'due', children }
  if (myStatus === 'joined') return { kind: 'joined', children, isWeekly: !!series }
  if (waiting) return { kind: 'waiting', ...waiting, hasRoom }
  return hasRoom ? { kind: 'room', isRunning: isRunning(playdate) } : { kind: 'full' }
}
