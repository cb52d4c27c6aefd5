import type { FoundCompanion } from './gather.ts'
import { metresApart, type Shape } from './geometry.ts'

/** The radius around its centre in which a settlement counts, in metres. */
const townReach: Readonly<Record<string, number>> = {
  city: 12_000,
  town: 6000,
  village: 3000,
  hamlet: 1200,
  addressed: 4000,
}
const neighbourhoodReach: Readonly<Record<string, number>> = { suburb: 1500, quarter: 1500, neighbourhood: 1500 }
/** Cells of about 11 km: no settlement reaches beyond the next one. */
const cellsPerDegree = 10

/** Finds towns and neighbourhoods among the settlements of the data itself. */
export function createTowns(companions: readonly FoundCompanion[]) {
  const cells = new Map<string, FoundCompanion[]>()
  const keyOf = (row: number, column: number) => `${row} ${column}`
  const rowOf = (degrees: number) => Math.floor(degrees * cellsPerDegree)
  for (const companion of companions) {
    if (companion.kind !== 'settlement') continue
    const key = keyOf(rowOf(companion.latitude), rowOf(companion.longitude))
    const cell = cells.get(key)
    if (cell) cell.push(companion)
    else cells.set(key, [companion])
  }

  /** The settlement whose centre is nearest to a place, relative to its radius. */
  function nearest({ latitude, longitude }: Shape, reach: Readonly<Record<string, number>>): string | undefined {
    let best: { share: number; name: string | undefined } | undefined
    for (let row = -1; row <= 1; row += 1) {
      for (let column = -2; column <= 2; column += 1) {
        for (const settlement of cells.get(keyOf(rowOf(latitude) + row, rowOf(longitude) + column)) ?? []) {
          const metres = reach[settlement.tags.place ?? '']
          if (metres === undefined) continue
          const share = metresApart(latitude, longitude, settlement.latitude, settlement.longitude) / metres
          if (share <= 1 && (!best || share < best.share))
            best = { share, name: settlement.tags['name:nl'] ?? settlement.tags.name }
        }
      }
    }
    return best?.name
  }

  return {
    townOf: (shape: Shape) => nearest(shape, townReach),
    neighbourhoodOf: (shape: Shape) => nearest(shape, neighbourhoodReach),
  }
}
