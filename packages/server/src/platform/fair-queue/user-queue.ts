/** The share of the time that one user may take in the long run, and how much unused time he may save up. */
export interface Allowance {
  share: number
  savedMs: number
}

/** A turn that a request is waiting for. */
export interface Turn {
  start(): void
  refuse(error: Error): void
}

const firstUsualMs = 1
/** How much the last turn affects the usual cost of a turn. */
const weight = 0.2
/** A turn that takes no longer than this is not charged to the allowance. */
const freeMs = 5
/** A user whose turns usually take longer than this has only one at a time. */
const expensiveMs = 20

/** One user's work, first in, first out, and the time it has taken. */
export class UserQueue {
  readonly waiting: Turn[] = []
  running = 0
  /** The total time taken; a queue that was idle starts level with the others. */
  usedMs = 0
  /** The usual cost of a turn: charged when it begins, corrected when it ends. */
  #usualMs = firstUsualMs
  #savedMs: number
  #savedAtMs = performance.now()
  readonly #allowance: Allowance | undefined
  readonly #atOnce: number

  /** Without an allowance, the queue may take whatever nobody else wants. */
  constructor(atOnce: number, allowance: Allowance | undefined) {
    this.#atOnce = atOnce
    this.#allowance = allowance
    this.#savedMs = allowance?.savedMs ?? 0
  }

  /** The time its user may take now; negative if he has taken some in advance. */
  #saved(): number {
    if (!this.#allowance) return Number.POSITIVE_INFINITY
    const { share, savedMs } = this.#allowance
    const nowMs = performance.now()
    this.#savedMs = Math.min(savedMs, this.#savedMs + (nowMs - this.#savedAtMs) * share)
    this.#savedAtMs = nowMs
    return this.#savedMs
  }

  /** Whether nothing is lost by forgetting the queue. */
  get isForgettable(): boolean {
    const isRested = !this.#allowance || this.#saved() >= this.#allowance.savedMs
    return this.running === 0 && this.waiting.length === 0 && isRested
  }

  get #hasTurnLeft(): boolean {
    return this.running < (this.#usualMs > expensiveMs ? 1 : this.#atOnce)
  }

  get mayBegin(): boolean {
    return this.#hasTurnLeft && this.#saved() > 0
  }

  /** How long until the allowance lets it begin; infinite if it first has to finish a turn. */
  get restMs(): number {
    if (!this.#allowance || !this.#hasTurnLeft) return Number.POSITIVE_INFINITY
    return -this.#saved() / this.#allowance.share
  }

  /** Begins a turn; the returned function ends it, given how many turns run at that moment. */
  begin(): (running: number) => void {
    const expectedMs = this.#usualMs
    const begunMs = performance.now()
    this.running += 1
    this.usedMs += expectedMs
    return running => {
      const ms = performance.now() - begunMs
      this.usedMs += ms - expectedMs
      // Concurrent work takes longer without costing more.
      this.#savedMs -= Math.max(0, ms / running - freeMs)
      this.#usualMs += (ms - this.#usualMs) * weight
      this.running -= 1
    }
  }

  charge(ms: number): void {
    this.usedMs += ms
    // What he has rested counts up to now, and cannot pay for this once more.
    this.#savedMs = this.#saved() - ms
  }

  leave(one: Turn | undefined): Turn | undefined {
    const at = one ? this.waiting.indexOf(one) : -1
    return at < 0 ? undefined : this.waiting.splice(at, 1)[0]
  }
}
