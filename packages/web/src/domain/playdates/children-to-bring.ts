import { limits } from '@papadag/contract/limits'
import type { Playdate } from '@papadag/contract/playdates/playdates'

type Room = Pick<Playdate, 'maxParticipants' | 'placesTaken'>

/** How many children a newcomer can bring, and how many by default: all of his, if there is room. */
export function childrenToBring({ maxParticipants, placesTaken }: Room, ofHis: number) {
  const max = Math.max(0, Math.min(limits.childrenAlong, maxParticipants - placesTaken - 1))
  return { max, usual: Math.min(ofHis, max) }
}
