import { type Connection, sendBytes, toWire } from '../connection.ts'
import { inSlices } from './in-slices.ts'

/**
 * A screen is notified of a change at once, and then in one frame of everything that changes within an interval. All
 * screens together get at most `perSecond` frames in the long run, a fifth of the event loop: once those saved are used
 * up, the interval grows with the number of screens notified.
 */
const frames = { perSecond: 20_000, saved: 5000 }
const gatherMs = { min: 2, max: 50 }
/** The same for one screen: its reads cost more than its frames. */
const ofOne = { perSecond: 2, saved: 30, gatherMs: 1000 }
/** How long a screen has to repeat a read of which it was notified. */
const repeatMs = 30_000
const repeatsAtMost = 100

/** A screen and its changed reads. */
type ChangedReads = readonly [Connection, readonly string[]]

/** Tells screens which reads to repeat. */
export interface Teller {
  tell(told: readonly ChangedReads[]): void
  /** Whether this user was notified to repeat this read and has not done so yet. */
  wasTold(userId: number, path: string): boolean
  /** He has no open screen any more. */
  forget(userId: number): void
}

/** Counts frames; returns whether there were enough of them. */
function createBudget({ perSecond, saved }: { perSecond: number; saved: number }) {
  let left = saved
  let atMs = performance.now()
  return (sent: number): boolean => {
    const nowMs = performance.now()
    left = Math.min(saved, left + ((nowMs - atMs) / 1000) * perSecond)
    atMs = nowMs
    const isSaved = sent <= left
    left = Math.max(-saved, left - sent)
    return isSaved
  }
}

export function createTeller({ isLimited }: { isLimited: boolean }): Teller {
  const isSaved = createBudget(frames)
  const budgets = new WeakMap<Connection, ReturnType<typeof createBudget>>()
  /** The reads of which each user was notified, with the time until which he may repeat them. */
  const repeats = new Map<number, Map<string, number>>()

  function momentOf(sent: readonly Connection[]): number {
    return isSaved(sent.length)
      ? gatherMs.min
      : Math.min(gatherMs.max, Math.max(gatherMs.min, (sent.length * 1000) / frames.perSecond))
  }

  function isOften(connection: Connection): boolean {
    const isWithin = budgets.get(connection) ?? createBudget(ofOne)
    budgets.set(connection, isWithin)
    return isLimited && !isWithin(1)
  }

  function mayRepeat({ member }: Connection, paths: readonly string[]) {
    if (!member || !isLimited) return
    const own = repeats.get(member.id) ?? new Map<string, number>()
    repeats.set(member.id, own)
    for (const path of paths) {
      own.delete(path)
      own.set(path, performance.now() + repeatMs)
    }
    for (const path of own.keys().take(Math.max(0, own.size - repeatsAtMost))) own.delete(path)
  }

  /**
   * Notifies screens which of their open reads have changed; one that was notified just before learns it with its next
   * frame.
   */
  async function tell(told: readonly ChangedReads[]) {
    const wires = new Map<string, Buffer>()
    const sent: Connection[] = []
    const often: Connection[] = []
    const beganMs = performance.now()
    await inSlices(told, ([connection, paths]) => {
      if (connection.changed) for (const path of paths) connection.changed.add(path)
      else if (paths.length > 0) {
        const key = JSON.stringify(paths)
        const bytes = wires.get(key) ?? toWire({ type: 'changed', paths: [...paths] })
        wires.set(key, bytes)
        mayRepeat(connection, paths)
        sendBytes(connection, bytes, isLimited)
        connection.changed = new Set()
        if (isOften(connection)) often.push(connection)
        else sent.push(connection)
      }
    })
    // Telling many takes part of their interval, so it must not begin afterwards.
    const restMs = Math.max(gatherMs.min, momentOf(sent) - (performance.now() - beganMs))
    tellGathered(sent, restMs)
    tellGathered(often, ofOne.gatherMs)
  }

  function tellGathered(connections: readonly Connection[], afterMs: number) {
    if (connections.length === 0) return
    setTimeout(() => {
      const gathered = connections.map((connection): ChangedReads => [connection, [...(connection.changed ?? [])]])
      for (const connection of connections) connection.changed = undefined
      void tell(gathered)
    }, afterMs)
  }

  return {
    tell: told => void tell(told),
    wasTold(userId, path) {
      const own = repeats.get(userId)
      const untilMs = own?.get(path)
      if (!own || untilMs === undefined) return false
      own.delete(path)
      if (own.size === 0) repeats.delete(userId)
      return untilMs >= performance.now()
    },
    forget: userId => void repeats.delete(userId),
  }
}
