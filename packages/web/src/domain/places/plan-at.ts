import type { Place } from '@papadag/contract/places/places'
import { pathTo } from '../../platform/navigation/routes.ts'

export type PlaceToMeet = Pick<Place, 'id' | 'name'> & { address?: string | null }

/** The form for a playdate at this place, or for one of this circle. */
export function toPlanAt({ id, name, address }: PlaceToMeet, circleId?: number): string {
  const location = address ? `${name}, ${address}` : name
  const circle = circleId === undefined ? {} : { circle: String(circleId) }
  return pathTo('create-playdate', {}, { ...circle, location, place: String(id) })
}
