import { numberIn } from '../../platform/language/formats.ts'

/** Positions are rounded to about a hundred metres, so that less would only differ from screen to screen. */
const stepM = 50

/** A distance in metres as the language formats it: `850 m`, `1,4 km`. */
export function distanceIn(language: string, metres: number): string {
  const step = metres < 2 * stepM ? 1 : stepM
  const rounded = Math.round(metres / step) * step
  if (rounded < 1000) return `${rounded} m`
  return `${numberIn(language, Math.max(metres, 1000) / 1000, 1)} km`
}
