/** A distance in metres as the language formats it: `850 m`, `1,4 km`. */
export function distanceIn(language: string, metres: number): string {
  const rounded = Math.round(metres)
  if (rounded < 1000) return `${rounded} m`
  const km = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${km.format(rounded / 1000)} km`
}
