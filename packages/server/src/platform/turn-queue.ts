import type { Line, Waiting } from './turn-line.ts'

/** Everybody who waits for a turn, by line. */
export class TurnQueue {
  readonly #own: Line
  readonly #lines = new Set<Line>()
  /** How many wait in all lines together. */
  size = 0

  /** The server's own line goes first, and is always allowed to begin. */
  constructor(own: Line) {
    this.#own = own
  }

  get hasOwn(): boolean {
    return this.#lines.has(this.#own)
  }

  mayBegin(line: Line): boolean {
    return line === this.#own || line.mayBegin
  }

  add(line: Line, one: Waiting): void {
    line.waiting.push(one)
    this.#lines.add(line)
    this.size += 1
  }

  remove(line: Line, one: Waiting | undefined): Waiting | undefined {
    const removed = line.leave(one)
    if (removed) this.size -= 1
    if (line.waiting.length === 0) this.#lines.delete(line)
    return removed
  }

  /** The line whose turn it is: the least used one that may begin. */
  next(): Line | undefined {
    if (this.hasOwn) return this.#own
    let next: Line | undefined
    for (const line of this.#lines) {
      if ((!next || line.usedMs < next.usedMs) && line.mayBegin) next = line
    }
    return next
  }

  /** How long until the first of the lines may begin; infinite when each has to finish a turn first. */
  get restMs(): number {
    let least = Number.POSITIVE_INFINITY
    for (const { restMs } of this.#lines) least = Math.min(least, restMs)
    return least
  }

  refuseAll(error: Error): void {
    for (const line of this.#lines) for (const one of [...line.waiting]) one.refuse(error)
  }
}
