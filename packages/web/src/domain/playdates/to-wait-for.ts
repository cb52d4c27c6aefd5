import { limits } from '@papadag/contract/limits'
import { isFull, type Playdate } from '@papadag/contract/playdates/playdates'

/** With more he would wait in vain, since the creator and he himself take places. */
export const mostToWaitWith = (maxParticipants: number) =>
  Math.max(0, Math.min(limits.childrenAlong, maxParticipants - 2))

/** With how many of his children he can wait where there is room for fewer; undefined where all fit, or none. */
export function toWaitFor(playdate: Playdate, ofHis: number): number | undefined {
  const { waiting, maxParticipants, placesTaken } = playdate
  const children = Math.min(ofHis, mostToWaitWith(maxParticipants))
  return waiting || isFull(playdate) || 1 + children <= maxParticipants - placesTaken ? undefined : children
}
