import type { Line, Waiting } from './turn-line.ts'

/** All waiting work, by line. The server's own work waits separately, and takes no user's place. */
export class TurnQueue {
  readonly #own: Line
  /** The users' lines. */
  readonly #lines = new Set<Line>()
  /** How many turns of users are waiting. */
  size = 0
  /** Whether the last turn that had to wait was the server's own. */
  #wasOwn = false

  /** The server's own line has no allowance: it may always begin. */
  constructor(own: Line) {
    this.#own = own
  }

  get hasOwn(): boolean {
    return this.#own.waiting.length > 0
  }

  get isEmpty(): boolean {
    return this.size === 0 && !this.hasOwn
  }

  mayBegin(line: Line): boolean {
    return line === this.#own || line.mayBegin
  }

  add(line: Line, one: Waiting): void {
    line.waiting.push(one)
    if (line === this.#own) return
    this.#lines.add(line)
    this.size += 1
  }

  remove(line: Line, one: Waiting | undefined): Waiting | undefined {
    const removed = line.leave(one)
    if (line === this.#own) return removed
    if (removed) this.size -= 1
    if (line.waiting.length === 0) this.#lines.delete(line)
    return removed
  }

  /** The line whose turn it is: while both wait, the server's own alternates with the users'. */
  next(): Line | undefined {
    const user = this.hasOwn && !this.#wasOwn ? undefined : this.#nextUser()
    const next = user ?? (this.hasOwn ? this.#own : undefined)
    this.#wasOwn = next === this.#own
    return next
  }

  /** The least used line that may begin. */
  #nextUser(): Line | undefined {
    let next: Line | undefined
    for (const line of this.#lines) {
      if ((!next || line.usedMs < next.usedMs) && line.mayBegin) next = line
    }
    return next
  }

  /** The user's line with the most waiting turns. */
  fullest(): Line | undefined {
    let fullest: Line | undefined
    for (const line of this.#lines) if (!fullest || line.waiting.length > fullest.waiting.length) fullest = line
    return fullest
  }

  /** How long until the first of the lines may begin; infinite if each has to finish a turn first. */
  get restMs(): number {
    let least = Number.POSITIVE_INFINITY
    for (const { restMs } of this.#lines) least = Math.min(least, restMs)
    return least
  }

  refuseAll(error: Error): void {
    for (const line of [this.#own, ...this.#lines]) for (const one of [...line.waiting]) one.refuse(error)
  }
}
