import type { Turn, UserQueue } from './user-queue.ts'

/** All waiting work, by queue. The server's own work waits separately, and takes no user's place. */
export class WaitingTurns {
  readonly #own: UserQueue
  /** The users' queues. */
  readonly #queues = new Set<UserQueue>()
  /** How many turns of users are waiting. */
  size = 0
  /** Whether the last turn that had to wait was the server's own. */
  #wasOwn = false

  /** The server's own queue has no allowance: it may always begin. */
  constructor(own: UserQueue) {
    this.#own = own
  }

  get hasOwn(): boolean {
    return this.#own.waiting.length > 0
  }

  get isEmpty(): boolean {
    return this.size === 0 && !this.hasOwn
  }

  mayBegin(queue: UserQueue): boolean {
    return queue === this.#own || queue.mayBegin
  }

  add(queue: UserQueue, one: Turn): void {
    queue.waiting.push(one)
    if (queue === this.#own) return
    this.#queues.add(queue)
    this.size += 1
  }

  remove(queue: UserQueue, one: Turn | undefined): Turn | undefined {
    const removed = queue.leave(one)
    if (queue === this.#own) return removed
    if (removed) this.size -= 1
    if (queue.waiting.length === 0) this.#queues.delete(queue)
    return removed
  }

  /** The queue whose turn it is: while both wait, the server's own alternates with the users'. */
  next(): UserQueue | undefined {
    const user = this.hasOwn && !this.#wasOwn ? undefined : this.#nextUser()
    const next = user ?? (this.hasOwn ? this.#own : undefined)
    this.#wasOwn = next === this.#own
    return next
  }

  /** The least used queue that may begin. */
  #nextUser(): UserQueue | undefined {
    let next: UserQueue | undefined
    for (const queue of this.#queues) {
      if ((!next || queue.usedMs < next.usedMs) && queue.mayBegin) next = queue
    }
    return next
  }

  /** The user's queue with the most waiting turns. */
  fullest(): UserQueue | undefined {
    let fullest: UserQueue | undefined
    for (const queue of this.#queues) if (!fullest || queue.waiting.length > fullest.waiting.length) fullest = queue
    return fullest
  }

  /** How long until the first of the queues may begin; infinite if each has to finish a turn first. */
  get restMs(): number {
    let least = Number.POSITIVE_INFINITY
    for (const { restMs } of this.#queues) least = Math.min(least, restMs)
    return least
  }

  refuseAll(error: Error): void {
    for (const queue of [this.#own, ...this.#queues]) for (const one of [...queue.waiting]) one.refuse(error)
  }
}
