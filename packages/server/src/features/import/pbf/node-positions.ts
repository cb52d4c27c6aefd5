import type { Near } from '../osm-object.ts'

/** Sorts numbers for binary search. */
export function sorted(numbers: readonly number[]) {
  const values = Float64Array.from(numbers).sort()
  return {
    at: (index: number) => values.at(index),
    has: (number: number) => indexIn(values, values.length, number) >= 0,
  }
}

function indexIn(values: Float64Array, length: number, wanted: number): number {
  let [low, high] = [0, length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = values[middle] ?? 0
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const places = 1e7

/** A set of ids in 8 MB, however many there are, that now and then takes another id for one of its own. */
export class SomeIds {
  readonly #bits = new Uint8Array(2 ** 23)

  add(id: number) {
    const at = Math.floor(id / 8) % this.#bits.length
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (id % 8))
  }

  mayHave(id: number): boolean {
    return ((this.#bits[Math.floor(id / 8) % this.#bits.length] ?? 0) & (1 << (id % 8))) !== 0
  }
}

/** Stores the positions of millions of nodes in 16 bytes each. */
export class NodePositions {
  #ids = new Float64Array(1024)
  #latitudes = new Int32Array(1024)
  #longitudes = new Int32Array(1024)
  #count = 0
  #isSorted = true

  add(id: number, latitude: number, longitude: number) {
    if (this.#count === this.#ids.length) this.#grow()
    if (this.#count > 0 && id < (this.#ids[this.#count - 1] ?? 0)) this.#isSorted = false
    this.#ids[this.#count] = id
    this.#latitudes[this.#count] = Math.round(latitude * places)
    this.#longitudes[this.#count] = Math.round(longitude * places)
    this.#count += 1
  }

  /** Forgets those that are no longer near, now that all nodes are known. */
  keep(near: Near) {
    let count = 0
    for (let index = 0; index < this.#count; index += 1) {
      const [latitude, longitude] = [this.#latitudes[index] ?? 0, this.#longitudes[index] ?? 0]
      if (!near(latitude / places, longitude / places, true)) continue
      this.#ids[count] = this.#ids[index] ?? 0
      this.#latitudes[count] = latitude
      this.#longitudes[count] = longitude
      count += 1
    }
    this.#count = count
  }

  /** The path along those of these nodes that are known. */
  pathOf(ids: readonly number[]): number[] {
    if (!this.#isSorted) this.#sort()
    const path: number[] = []
    for (const id of ids) {
      const index = indexIn(this.#ids, this.#count, id)
      if (index >= 0) path.push((this.#longitudes[index] ?? 0) / places, (this.#latitudes[index] ?? 0) / places)
    }
    return path
  }

  #grow() {
    const room = Math.ceil(this.#count * 1.5)
    const grown = <A extends Float64Array | Int32Array>(to: A, from: A) => {
      to.set(from)
      return to
    }
    this.#ids = grown(new Float64Array(room), this.#ids)
    this.#latitudes = grown(new Int32Array(room), this.#latitudes)
    this.#longitudes = grown(new Int32Array(room), this.#longitudes)
  }

  /** Needed only for files whose nodes are not in order of their ids. */
  #sort() {
    const { length } = this.#ids
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index)
    order.sort((a, b) => (this.#ids[a] ?? 0) - (this.#ids[b] ?? 0))
    const inOrder = <A extends Float64Array | Int32Array>(to: A, from: A) => {
      for (const [index, was] of order.entries()) to[index] = from[was] ?? 0
      return to
    }
    this.#ids = inOrder(new Float64Array(length), this.#ids)
    this.#latitudes = inOrder(new Int32Array(length), this.#latitudes)
    this.#longitudes = inOrder(new Int32Array(length), this.#longitudes)
    this.#isSorted = true
  }
}
