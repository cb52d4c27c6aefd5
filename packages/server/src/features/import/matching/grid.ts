import { type Box, boxOf, type Shape, widened } from '../geometry.ts'

/** About 450 m from south to north. */
const cellDegrees = 0.004
const columns = 360 / cellDegrees

/** The number of the map cell that contains a position. */
function cellAt(latitude: number, longitude: number): number {
  return Math.floor((latitude + 90) / cellDegrees) * columns + Math.floor((longitude + 180) / cellDegrees)
}

function* cellsOf({ south, west, north, east }: Box) {
  for (let row = Math.floor((south + 90) / cellDegrees); row <= Math.floor((north + 90) / cellDegrees); row += 1) {
    for (
      let column = Math.floor((west + 180) / cellDegrees);
      column <= Math.floor((east + 180) / cellDegrees);
      column += 1
    ) {
      yield row * columns + column
    }
  }
}

/** Finds shapes by their position. */
export class Grid<T> {
  readonly #cells = new Map<number, T[]>()
  readonly #most: number

  /** A cell that has this many items takes no more: otherwise what is looked up costs the product of what lies on a spot. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /** Adds an item to every cell within this many metres of a shape that has room; returns whether all of them had. */
  add(item: T, shape: Shape, metres = 0): boolean {
    let hadRoom = true
    for (const cell of cellsOf(widened(boxOf(shape), metres))) {
      const items = this.#cells.get(cell)
      if (!items) this.#cells.set(cell, [item])
      else if (items.length < this.#most) items.push(item)
      else hadRoom = false
    }
    return hadRoom
  }

  /** The items in the cell of a position. */
  at(latitude: number, longitude: number): readonly T[] {
    return this.#cells.get(cellAt(latitude, longitude)) ?? []
  }

  /** Items that may be within this many metres of a shape, without duplicates. */
  near(shape: Shape, metres: number): Set<T> {
    const found = new Set<T>()
    for (const cell of cellsOf(widened(boxOf(shape), metres))) {
      for (const item of this.#cells.get(cell) ?? []) found.add(item)
    }
    return found
  }
}
