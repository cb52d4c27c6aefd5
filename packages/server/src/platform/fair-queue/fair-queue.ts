import type { Load } from '../metrics/meters.ts'
import { type Allowance, type Turn, UserQueue } from './user-queue.ts'
import { WaitingTurns } from './waiting-turns.ts'

/** A user, or an address without one; undefined for the server's own work. */
export type Who = string | undefined

export interface FairQueueOptions {
  /** How many turns run at once. */
  atOnce: number
  /** How many of them may belong to one user. */
  atOncePerUser: number
  /** How many turns one user may wait for. */
  waitingPerUser: number
  /**
   * How many turns all users together may wait for, not counting the server's own work. When all are taken, a newcomer
   * displaces the latest turn of the user who has the most.
   */
  waiting: number
  /** The longest wait for a turn. */
  waitMs: number
  /** Without an allowance, a user may take whatever nobody else wants. */
  pace?: Allowance | undefined
  /**
   * The error for a user who gets no turn: too many of his own are waiting, too many altogether, or he waited too long.
   */
  refuse(because: 'his' | 'all' | 'late'): Error
}

/**
 * A fair scheduler: the next turn goes to the user whose work has taken the least time, so a user with much or
 * expensive work delays only himself. The server's own work goes first, but leaves every second turn to waiting users,
 * and takes no place from them.
 */
export interface FairQueue {
  take<T>(who: Who, work: () => Promise<T>, waitMs?: number): Promise<T>
  /** Charges a user for time that his work has taken elsewhere, such as on the event loop. */
  charge(who: Who, ms: number): void
  /** How much is running and waiting at this moment. */
  load(): Load
  /** Refuses all waiting work. */
  refuseAll(error: Error): void
}

/** With more queues than this, idle ones are forgotten. */
const manyQueues = 1000

export function createFairQueue({ atOnce, atOncePerUser, pace, refuse, ...most }: FairQueueOptions): FairQueue {
  const own = new UserQueue(Number.POSITIVE_INFINITY, undefined)
  const queueOf = createQueues(own, () => new UserQueue(atOncePerUser, pace))
  const waitingTurns = new WaitingTurns(own)
  let running = 0
  /** The used time of the queue that began last, from which a queue that was idle starts. */
  let levelMs = 0
  let wakeUp: NodeJS.Timeout | undefined

  function begin(queue: UserQueue) {
    running += 1
    queue.usedMs = Math.max(queue.usedMs, levelMs)
    if (queue !== own) levelMs = queue.usedMs
    const end = queue.begin()
    return () => {
      end(running)
      running -= 1
      giveOut()
    }
  }

  function giveOut() {
    while (running < atOnce && !waitingTurns.isEmpty) {
      const next = waitingTurns.next()
      if (!next) return giveOutLater()
      waitingTurns.remove(next, next.waiting[0])?.start()
    }
  }

  /** Wakes up when the first of the waiting queues has rested enough. */
  function giveOutLater() {
    if (wakeUp) return
    const { restMs } = waitingTurns
    if (restMs === Number.POSITIVE_INFINITY) return
    wakeUp = setTimeout(() => {
      wakeUp = undefined
      giveOut()
    }, Math.ceil(restMs) + 1)
  }

  /** Whether a user with more waiting turns than this one will have gives one up. */
  function makeRoomFor(queue: UserQueue): boolean {
    const fullest = queue === own ? undefined : waitingTurns.fullest()
    const last = fullest && fullest.waiting.length > queue.waiting.length + 1 ? fullest.waiting.at(-1) : undefined
    last?.refuse(refuse('all'))
    return last !== undefined
  }

  function wait(queue: UserQueue, waitMs: number): Promise<() => void> {
    if (queue !== own && queue.waiting.length >= most.waitingPerUser) throw refuse('his')
    if ((queue === own ? own.waiting.length : waitingTurns.size) >= most.waiting && !makeRoomFor(queue))
      throw refuse('all')
    return new Promise((resolve, reject) => {
      const one: Turn = {
        start() {
          clearTimeout(patience)
          resolve(begin(queue))
        },
        refuse(error) {
          clearTimeout(patience)
          waitingTurns.remove(queue, one)
          reject(error)
        },
      }
      const patience =
        waitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => one.refuse(refuse('late')), waitMs)
      waitingTurns.add(queue, one)
      giveOut()
    })
  }

  return {
    async take(who, work, waitMs = most.waitMs) {
      const queue = queueOf(who)
      const isFree = running < atOnce && queue.waiting.length === 0 && !waitingTurns.hasOwn
      const end = isFree && waitingTurns.mayBegin(queue) ? begin(queue) : await wait(queue, waitMs)
      try {
        return await work()
      } finally {
        end()
      }
    },
    charge(who, ms) {
      if (who !== undefined) queueOf(who).charge(ms)
    },
    load: () => ({ running, waiting: waitingTurns.size + own.waiting.length }),
    refuseAll: error => waitingTurns.refuseAll(error),
  }
}

/** Finds each user's queue, and forgets idle ones if there are many. */
function createQueues(own: UserQueue, newQueue: () => UserQueue): (who: Who) => UserQueue {
  const queues = new Map<string, UserQueue>()
  function forgetIdle() {
    for (const [who, queue] of queues) if (queue.isForgettable) queues.delete(who)
  }
  return who => {
    if (who === undefined) return own
    let queue = queues.get(who)
    if (!queue) {
      if (queues.size >= manyQueues && queues.size % 100 === 0) forgetIdle()
      queue = newQueue()
      queues.set(who, queue)
    }
    return queue
  }
}
