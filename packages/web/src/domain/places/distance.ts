import { shownDistance } from '@papadag/contract/places/distance'
import { numberIn } from '../../platform/language/formats.ts'

/** A distance in metres as the language formats it: `850 m`, `1,4 km`. */
export function distanceIn(language: string, metres: number): string {
  const { unit, value, digits } = shownDistance(metres)
  return unit === 'meter' ? `${value} m` : `${numberIn(language, value, digits)} km`
}
