import { type ChangeOfThings, mayHear } from '../change.ts'
import type { Watched } from './connection.ts'
import { canMove } from './watched.ts'

/** With more lists the round takes longer, so that it never costs more. */
const perTick = { told: 5, visited: 1000 }
const tickMs = 250
/** Who has not been visited for longer than these took is told without a closer look. */
const mostRemembered = 200

/**
 * Lists that no area finds: those without one, and for what lies nowhere every list. They are visited in turn, and told if
 * anything of their kind has changed since the last visit.
 */
export interface SlowRound {
  /** Watches a list that was read at this time. */
  add(list: Watched, readAtMs: number): void
  remove(list: Watched): void
  note(change: ChangeOfThings): void
  /** The list has just been told. */
  told(list: Watched): void
  stop(): void
}

export function createSlowRound(tell: (lists: readonly Watched[]) => void): SlowRound {
  /** In the order of their visits, with the number of changes that each has heard of. */
  const heardBy = new Map<Watched, number>()
  /** By kind, and apart for what lies nowhere: all that a list of an area has to look at. */
  const logs = new Map<string, { number: number; atMs: number; change: ChangeOfThings }[]>()
  let last = 0

  const logFor = ({ kind, area }: Watched) => logs.get(`${kind} ${area ? 'nowhere' : 'anywhere'}`) ?? []

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
    // A quarter of a round at most, so that a few lists are not all told in the same moment.
    const most = Math.min(perTick.told, Math.ceil(heardBy.size / 4))
    const due: Watched[] = []
    for (const [list, heard] of [...heardBy.entries().take(perTick.visited)]) {
      if (due.length === most) break
      heardBy.delete(list)
      heardBy.set(list, last)
      if (heard < last && isBehind(list, heard)) due.push(list)
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
    remove: list => void heardBy.delete(list),
    note(change) {
      // What only some may see is told to them alone.
      if (!change.kind || change.only) return
      last += 1
      log(`${change.kind} anywhere`, change)
      if (!change.cell) log(`${change.kind} nowhere`, change)
    },
    told(list) {
      if (heardBy.has(list)) heardBy.set(list, last)
    },
    stop: () => clearInterval(timer),
  }
}
