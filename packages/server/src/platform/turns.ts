/** A user, or an address without one; undefined is the server's own work. */
export type Who = string | undefined

export interface TurnsOptions {
  /** How much work runs at once. */
  atOnce: number
  /** How much of it may be one user's. */
  atOncePerUser: number
  /** How many turns one user may wait for, and how many all may. */
  waitingPerUser: number
  waiting: number
  /** How long a turn is waited for. */
  waitMs: number
  /**
   * How much of the time one user may take in the long run, and how much of it he may save up; without it he may take
   * whatever nobody else wants.
   */
  pace?: { share: number; savedMs: number } | undefined
  /** What is thrown at whoever gets no turn: too many of his own wait, or too many altogether, or he waited too long. */
  refuse(because: 'his' | 'all' | 'late'): Error
}

/**
 * Hands out turns fairly: the next one is for the user whose work has taken the least time, so a user with much or
 * expensive work waits for himself and not others for him. The server's own work goes first and is never refused.
 */
export interface Turns {
  take<T>(who: Who, work: () => Promise<T>, waitMs?: number): Promise<T>
  /** Counts time that somebody's work has taken elsewhere, as on the event loop. */
  charge(who: Who, ms: number): void
  /** Refuses everybody who waits, for a reason that concerns them all. */
  refuseAll(error: Error): void
}

interface Waiting {
  start(): void
  refuse(error: Error): void
}

/** One user's work, in the order in which it came. */
interface Line {
  readonly waiting: Waiting[]
  running: number
  /** How much time it has taken; one that was idle starts level with the others. */
  usedMs: number
  /** What one turn usually takes, which is counted when it begins and corrected when it ends. */
  usualMs: number
  savedMs: number
  savedAtMs: number
}

const usualMs = 1
/** How much the last turn changes what a turn usually takes. */
const weight = 0.2
/** A turn that takes no longer costs nothing of what a user may take in the long run. */
const freeMs = 5
/** A user whose turns usually take longer has one of them at a time. */
const expensiveMs = 20
/** Lines that nobody stands in are forgotten when there are so many. */
const manyLines = 1000

export function createTurns(options: TurnsOptions): Turns {
  const { atOnce, atOncePerUser, waitingPerUser, pace, refuse } = options
  const lines = new Map<string, Line>()
  const own = newLine()
  const waitingLines = new Set<Line>()
  let waiting = 0
  let running = 0
  let levelMs = 0
  let wakeUp: NodeJS.Timeout | undefined

  function newLine(): Line {
    return { waiting: [], running: 0, usedMs: 0, usualMs, savedMs: pace?.savedMs ?? 0, savedAtMs: performance.now() }
  }

  /** Time that the user may take now; below zero he has taken some of his future. */
  function saved(line: Line): number {
    if (!pace || line === own) return Number.POSITIVE_INFINITY
    const nowMs = performance.now()
    line.savedMs = Math.min(pace.savedMs, line.savedMs + (nowMs - line.savedAtMs) * pace.share)
    line.savedAtMs = nowMs
    return line.savedMs
  }

  function forgetIdle() {
    for (const [who, line] of lines) {
      const isQuiet = !pace || saved(line) >= pace.savedMs
      if (line.running === 0 && line.waiting.length === 0 && isQuiet) lines.delete(who)
    }
  }

  function lineOf(who: Who): Line {
    if (who === undefined) return own
    let line = lines.get(who)
    if (!line) {
      if (lines.size >= manyLines && lines.size % 100 === 0) forgetIdle()
      line = newLine()
      lines.set(who, line)
    }
    return line
  }

  function begin(line: Line) {
    running += 1
    line.running += 1
    line.usedMs = Math.max(line.usedMs, levelMs)
    if (line !== own) levelMs = line.usedMs
    const expectedMs = line.usualMs
    line.usedMs += expectedMs
    const begunMs = performance.now()
    return () => {
      const ms = performance.now() - begunMs
      line.usedMs += ms - expectedMs
      // Work that runs beside other work takes longer without costing more, and cheap work is free.
      line.savedMs -= Math.max(0, ms / running - freeMs)
      line.usualMs += (ms - line.usualMs) * weight
      line.running -= 1
      running -= 1
      giveOut()
    }
  }

  const mostOf = (line: Line) => (line.usualMs > expensiveMs ? 1 : atOncePerUser)
  const mayBegin = (line: Line) => line === own || (line.running < mostOf(line) && saved(line) > 0)

  function giveOut() {
    while (running < atOnce && waiting > 0) {
      let next: Line | undefined
      if (waitingLines.has(own)) next = own
      else {
        for (const line of waitingLines) {
          if ((!next || line.usedMs < next.usedMs) && mayBegin(line)) next = line
        }
      }
      if (!next) return wakeWhenSaved()
      leave(next, next.waiting[0])?.start()
    }
  }

  /** Everybody who waits has taken more than his share: the first who has saved some time is next. */
  function wakeWhenSaved() {
    if (!pace || wakeUp) return
    let leastMs = Number.POSITIVE_INFINITY
    for (const line of waitingLines) {
      if (line.running < mostOf(line)) leastMs = Math.min(leastMs, -saved(line) / pace.share)
    }
    if (leastMs === Number.POSITIVE_INFINITY) return
    wakeUp = setTimeout(() => {
      wakeUp = undefined
      giveOut()
    }, Math.ceil(leastMs) + 1)
  }

  function leave(line: Line, one: Waiting | undefined) {
    const at = one ? line.waiting.indexOf(one) : -1
    if (at < 0) return undefined
    line.waiting.splice(at, 1)
    waiting -= 1
    if (line.waiting.length === 0) waitingLines.delete(line)
    return one
  }

  function wait(line: Line, waitMs: number): Promise<() => void> {
    if (line !== own && line.waiting.length >= waitingPerUser) throw refuse('his')
    if (line !== own && waiting >= options.waiting) throw refuse('all')
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        start() {
          clearTimeout(patience)
          resolve(begin(line))
        },
        refuse(error) {
          clearTimeout(patience)
          leave(line, one)
          reject(error)
        },
      }
      const patience =
        waitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => one.refuse(refuse('late')), waitMs)
      line.waiting.push(one)
      waitingLines.add(line)
      waiting += 1
      giveOut()
    })
  }

  return {
    async take(who, work, waitMs = options.waitMs) {
      const line = lineOf(who)
      const isFree = running < atOnce && line.waiting.length === 0 && !waitingLines.has(own)
      const end = isFree && mayBegin(line) ? begin(line) : await wait(line, waitMs)
      try {
        return await work()
      } finally {
        end()
      }
    },
    charge(who, ms) {
      if (who === undefined) return
      const line = lineOf(who)
      line.usedMs += ms
      line.savedMs -= ms
    },
    refuseAll(error) {
      for (const line of waitingLines) for (const one of [...line.waiting]) one.refuse(error)
    },
  }
}
