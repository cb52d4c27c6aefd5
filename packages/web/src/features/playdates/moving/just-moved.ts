import { limits } from '@papadag/contract/limits'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { useDraft } from '../../../platform/drafts.ts'
import { useUser } from '../../../platform/session/session.ts'

/** Where a playdate is, as an edit names it. */
export type Spot = Pick<Playdate, 'location' | 'placeId' | 'area'>

interface Move {
  from: Spot
  to: number
  untilMs: number
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string'

function readMove(stored: unknown): Move | undefined {
  const { from, to, untilMs } = { ...(stored as Partial<Move>) } // as `noteMoved` has stored it
  if (typeof to !== 'number' || typeof untilMs !== 'number' || typeof from?.location !== 'string') return undefined
  const { location, placeId = null, area = null } = from
  if (!isText(area) || (placeId !== null && typeof placeId !== 'number')) return undefined
  return { from: { location, placeId, area }, to, untilMs }
}

/** Where it was before this tab moved it, while its creator can put it back; a reload keeps that. */
export function useJustMoved({ id, location, placeId, area }: Playdate) {
  const { id: userId } = useUser()
  const { restored, keep, forget } = useDraft(`moved-${id}`, userId, readMove)
  return {
    moved: restored && restored.to === placeId && restored.untilMs > Date.now() ? restored : undefined,
    noteMoved: (to: number) =>
      keep({ from: { location, placeId, area }, to, untilMs: Date.now() + limits.undoCancelMs }),
    forget,
  }
}
