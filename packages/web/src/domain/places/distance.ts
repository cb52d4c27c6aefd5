import { numberIn } from '../../platform/language/formats.ts'

/** A distance in metres as the language formats it: `850 m`, `1,4 km`. */
export function distanceIn(language: string, metres: number): string {
  const rounded = Math.round(metres)
  if (rounded < 1000) return `${rounded} m`
  return `${numberIn(language, rounded / 1000, 1)} km`
}
