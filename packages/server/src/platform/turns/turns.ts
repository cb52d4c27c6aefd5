import type { Load } from '../metrics/meters.ts'
import { type Allowance, Line, type Waiting } from './turn-line.ts'
import { TurnQueue } from './turn-queue.ts'

/** A user, or an address without one; undefined for the server's own work. */
export type Who = string | undefined

export interface TurnsOptions {
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
export interface Turns {
  take<T>(who: Who, work: () => Promise<T>, waitMs?: number): Promise<T>
  /** Charges a user for time that his work has taken elsewhere, such as on the event loop. */
  charge(who: Who, ms: number): void
  /** How much is running and waiting at this moment. */
  load(): Load
  /** Refuses all waiting work. */
  refuseAll(error: Error): void
}

/** With more lines than this, idle ones are forgotten. */
const manyLines = 1000

export function createTurns({ atOnce, atOncePerUser, pace, refuse, ...most }: TurnsOptions): Turns {
  const own = new Line(Number.POSITIVE_INFINITY, undefined)
  const lineOf = createLines(own, () => new Line(atOncePerUser, pace))
  const queue = new TurnQueue(own)
  let running = 0
  /** The used time of the line that began last, from which a line that was idle starts. */
  let levelMs = 0
  let wakeUp: NodeJS.Timeout | undefined

  function begin(line: Line) {
    running += 1
    line.usedMs = Math.max(line.usedMs, levelMs)
    if (line !== own) levelMs = line.usedMs
    const end = line.begin()
    return () => {
      end(running)
      running -= 1
      giveOut()
    }
  }

  function giveOut() {
    while (running < atOnce && !queue.isEmpty) {
      const next = queue.next()
      if (!next) return giveOutLater()
      queue.remove(next, next.waiting[0])?.start()
    }
  }

  /** Wakes up when the first of the waiting lines has rested enough. */
  function giveOutLater() {
    if (wakeUp) return
    const { restMs } = queue
    if (restMs === Number.POSITIVE_INFINITY) return
    wakeUp = setTimeout(() => {
      wakeUp = undefined
      giveOut()
    }, Math.ceil(restMs) + 1)
  }

  /** Whether a user with more waiting turns than this one will have gives one up. */
  function makeRoomFor(line: Line): boolean {
    const fullest = line === own ? undefined : queue.fullest()
    const last = fullest && fullest.waiting.length > line.waiting.length + 1 ? fullest.waiting.at(-1) : undefined
    last?.refuse(refuse('all'))
    return last !== undefined
  }

  function wait(line: Line, waitMs: number): Promise<() => void> {
    if (line !== own && line.waiting.length >= most.waitingPerUser) throw refuse('his')
    if ((line === own ? own.waiting.length : queue.size) >= most.waiting && !makeRoomFor(line)) throw refuse('all')
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        start() {
          clearTimeout(patience)
          resolve(begin(line))
        },
        refuse(error) {
          clearTimeout(patience)
          queue.remove(line, one)
          reject(error)
        },
      }
      const patience =
        waitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => one.refuse(refuse('late')), waitMs)
      queue.add(line, one)
      giveOut()
    })
  }

  return {
    async take(who, work, waitMs = most.waitMs) {
      const line = lineOf(who)
      const isFree = running < atOnce && line.waiting.length === 0 && !queue.hasOwn
      const end = isFree && queue.mayBegin(line) ? begin(line) : await wait(line, waitMs)
      try {
        return await work()
      } finally {
        end()
      }
    },
    charge(who, ms) {
      if (who !== undefined) lineOf(who).charge(ms)
    },
    load: () => ({ running, waiting: queue.size + own.waiting.length }),
    refuseAll: error => queue.refuseAll(error),
  }
}

/** Finds each user's line, and forgets idle ones if there are many. */
function createLines(own: Line, newLine: () => Line): (who: Who) => Line {
  const lines = new Map<string, Line>()
  function forgetIdle() {
    for (const [who, line] of lines) if (line.isForgettable) lines.delete(who)
  }
  return who => {
    if (who === undefined) return own
    let line = lines.get(who)
    if (!line) {
      if (lines.size >= manyLines && lines.size % 100 === 0) forgetIdle()
      line = newLine()
      lines.set(who, line)
    }
    return line
  }
}
