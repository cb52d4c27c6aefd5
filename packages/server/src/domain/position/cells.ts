import { limits } from '@papadag/contract/limits'
import { gridPointOf } from './grid-point.ts'
import type { Point } from './metres.ts'

/** A cell that contains homes, and the number of its distance band. */
export interface NearCell extends Point {
  /** 1: within 2 km, 2: within 5 km, 3: within 10 km. */
  nearness: number
}

const metresPerDegree = 111_320
const bandsM = [2000, 5000, 10_000]
const reachM = 10_000

/** Like `metres_between` in SQL. */
function metresApart(one: Point, other: Point) {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const high = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2
  const wide = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  const both = high + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * wide
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(both)))
}

const known = new Map<string, NearCell[]>()
const mostKnown = 1000

/**
 * The cells within 10 km of a home. Homes are stored as the centres of cells, so an index on them finds neighbours
 * without scanning everybody on the same latitude and without computing distances.
 */
export function cellsNear(home: Point): NearCell[] {
  const key = `${home.latitude} ${home.longitude}`
  const cells = known.get(key) ?? findCells(home)
  if (known.size >= mostKnown) known.clear()
  known.set(key, cells)
  return cells
}

function findCells(home: Point) {
  // Half a cell, so that no row or column is skipped where their widths change.
  const step = limits.neighbourhoodGridM / 2 / metresPerDegree
  const wide = step / Math.max(0.01, Math.cos((home.latitude * Math.PI) / 180))
  const steps = Math.ceil(reachM / (limits.neighbourhoodGridM / 2)) + 2
  const cells = new Map<string, NearCell>()
  for (let row = -steps; row <= steps; row += 1) {
    for (let column = -steps; column <= steps; column += 1) {
      const at = { latitude: home.latitude + row * step, longitude: home.longitude + column * wide }
      const cell = gridPointOf(at, limits.neighbourhoodGridM)
      const nearness = bandsM.findIndex(metres => metresApart(cell, home) < metres) + 1
      if (nearness > 0) cells.set(`${cell.latitude} ${cell.longitude}`, { ...cell, nearness })
    }
  }
  return [...cells.values()]
}
