import { type ChangeOfThings, mayHear } from '../../change.ts'
import type { Watched } from '../connection.ts'
import { canMove } from './watched.ts'

/** With more lists the round takes longer, so it never costs more. */
const perTick = { told: 5, visited: 1000 }
const tickMs = 250
/**
 * A change in place elsewhere, such as a taken seat, is not urgent: a town's joins do not reach other towns' screens.
 */
const delayMs = 30_000
/** A list that was not visited while this many changes happened is notified without a closer look. */
const mostRemembered = 200

/**
 * Lists that cannot be found by area: those without one, those that reach beyond theirs, and for things without a
 * location every list. They are visited in turn, and notified if anything of their kind has changed since the last
 * visit.
 */
export interface SlowRound {
  /** Watches a list that was read at this time. */
  add(list: Watched, readAtMs: number): void
  remove(list: Watched): void
  note(change: ChangeOfThings): void
  /** Tells a list later about what it shows elsewhere. */
  delay(list: Watched): void
  /** The list has just been notified. */
  told(list: Watched): void
  stop(): void
}

export function createSlowRound(tell: (lists: readonly Watched[]) => void): SlowRound {
  /** In the order of their visits, with the number of changes of which each has been notified. */
  const heardBy = new Map<Watched, number>()
  /** Lists that show something stale, with the time from which they may be notified. */
  const delayed = new Map<Watched, number>()
  /** By kind, and separately for things without a location, which is all that a list with an area has to check. */
  const logs = new Map<string, { number: number; atMs: number; change: ChangeOfThings }[]>()
  let last = 0

  const logFor = ({ kind, area, reachesFurther }: Watched) =>
    logs.get(`${kind} ${area && !reachesFurther ? 'nowhere' : 'anywhere'}`) ?? []

  function log(name: string, change: ChangeOfThings) {
    const changes = logs.get(name) ?? []
    logs.set(name, changes)
    changes.push({ number: last, atMs: performance.now(), change })
    if (changes.length > mostRemembered) changes.shift()
  }

  function isBehind(list: Watched, heard: number): boolean {
    const changes = logFor(list)
    const { member } = list.connection
    if (changes.length === mostRemembered && heard < (changes[0]?.number ?? 0)) return true
    return changes.some(
      ({ number, change }) => number > heard && canMove(list, change) && member && mayHear(change, member.id),
    )
  }

  const timer = setInterval(() => {
    // At most a quarter of a round, so that a few lists are not all notified at the same moment.
    const most = Math.min(perTick.told, Math.ceil(heardBy.size / 4))
    const due = delayed
      .entries()
      .take(most)
      .filter(([, atMs]) => atMs <= performance.now())
      .map(([list]) => list)
      .toArray()
    for (const [list, heard] of [...heardBy.entries().take(perTick.visited)]) {
      if (due.length === most) break
      heardBy.delete(list)
      heardBy.set(list, last)
      if (heard < last && isBehind(list, heard) && !due.includes(list)) due.push(list)
    }
    if (due.length > 0) tell(due)
  }, tickMs)
  timer.unref()

  return {
    add(list, readAtMs) {
      if (!list.kind) return
      const missed = logFor(list).find(({ atMs, change }) => atMs >= readAtMs && canMove(list, change))
      heardBy.set(list, missed ? missed.number - 1 : last)
    },
    remove(list) {
      heardBy.delete(list)
      delayed.delete(list)
    },
    delay(list) {
      if (!delayed.has(list)) delayed.set(list, performance.now() + delayMs)
    },
    note(change) {
      // What only some may see is reported to them directly.
      if (!change.kind || change.only) return
      last += 1
      log(`${change.kind} anywhere`, change)
      if (!change.cell) log(`${change.kind} nowhere`, change)
    },
    told(list) {
      delayed.delete(list)
      if (heardBy.has(list)) heardBy.set(list, last)
    },
    stop: () => clearInterval(timer),
  }
}
