/** Positions are rounded to about a hundred metres, so that less would only differ from screen to screen. */
const stepM = 50

/** A distance as everybody shows it: steps of 50 m, and kilometres with one decimal. */
export function shownDistance(metres: number): { unit: 'meter' | 'kilometer'; value: number; digits: 0 | 1 } {
  const step = metres < 2 * stepM ? 1 : stepM
  const value = Math.round(metres / step) * step
  if (value < 1000) return { unit: 'meter', value, digits: 0 }
  return { unit: 'kilometer', value: Math.max(metres, 1000) / 1000, digits: 1 }
}
