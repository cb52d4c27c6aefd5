import { limits } from '@papadag/contract/limits'
import type { Playdate } from '@papadag/contract/playdates'

/** Where a playdate is, as an edit names it. */
export type Spot = Pick<Playdate, 'location' | 'placeId' | 'area'>

const moves = new Map<number, { from: Spot; to: number; untilMs: number }>()

/** Remembers where a playdate was, so that its creator can put it back for a while. */
export function noteMoved({ id, location, placeId, area }: Playdate, to: number) {
  moves.set(id, { from: { location, placeId, area }, to, untilMs: Date.now() + limits.undoCancelMs })
}

/** Where it was before this page moved it, while that can be undone. */
export function movedFrom({ id, placeId }: Playdate) {
  const move = moves.get(id)
  return move && move.to === placeId && move.untilMs > Date.now() ? move : undefined
}
