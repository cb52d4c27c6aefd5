type Box = readonly [south: number, west: number, north: number, east: number]

/**
 * Countries by boxes, of which the first that fits decides: along a border the holidays may be the neighbour's, while the
 * clock is the same. The Netherlands have three regions of school holidays, north, middle and south.
 */
const regions: readonly (readonly [name: string, box: Box])[] = [
  ['nl NO Europe/Amsterdam', [52.45, 4.5, 53.6, 7.1]],
  ['nl NO Europe/Amsterdam', [52.2, 4.5, 53.6, 5.1]],
  ['nl MI Europe/Amsterdam', [51.75, 3.8, 52.45, 7.1]],
  ['nl ZU Europe/Amsterdam', [51.3, 3.3, 51.75, 6.2]],
  ['nl ZU Europe/Amsterdam', [50.75, 5.6, 51.3, 6.1]],
  ['be - Europe/Brussels', [49.5, 2.5, 51.5, 6.1]],
  ['gb - Europe/London', [49.9, -5.8, 60.9, 1.8]],
  ['ie - Europe/Dublin', [51.4, -10.6, 55.4, -5.8]],
  ['pt - Europe/Lisbon', [36.9, -9.6, 42.2, -6.2]],
  ['es - Atlantic/Canary', [27.6, -18.2, 29.5, -13.3]],
  ['es - Europe/Madrid', [35.9, -9.4, 43.8, 3.4]],
  ['fr - Europe/Paris', [42.3, -5, 51.1, 8.2]],
  ['de - Europe/Berlin', [47.2, 5.8, 55.1, 15.1]],
]
const elsewhere = 'nl MI Europe/Amsterdam'

/** Where a place is, as far as its holidays and its clock depend on it: country, state and time zone. */
export function regionAt(latitude: number, longitude: number): string {
  const found = regions.find(
    ([, [south, west, north, east]]) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )
  return found?.[0] ?? elsewhere
}
