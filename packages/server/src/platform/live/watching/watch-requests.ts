import type { watch } from '@papadag/contract/live/frame'
import type * as z from 'zod/mini'
import type { Connection } from '../connection.ts'
import type { Refusal } from '../refusal.ts'
import type { Watch } from './watch.ts'

/** The maximum age of the oldest read that a screen can show. */
const mostAgoMs = 3_600_000

/**
 * Begins to watch what screens ask for, one request of a connection at a time: of those that arrive during that, the
 * newest counts, with the changes since all of them.
 */
export function createWatchRequests(
  watches: Pick<Watch, 'begin' | 'knows'>,
  refusal: Pick<Refusal, 'because' | 'forError'>,
) {
  async function begin(connection: Connection, paths: readonly string[], readAgoMs: number | undefined) {
    try {
      if (!(await watches.begin(connection, paths, readAgoMs))) refusal.because(connection, 'live.unknownPath')
    } catch (error) {
      refusal.forError(connection, error, {})
    }
  }

  return async (connection: Connection, { paths, readAgoMs }: z.output<typeof watch>): Promise<void> => {
    const agoMs = readAgoMs === undefined ? undefined : Math.min(readAgoMs, mostAgoMs)
    const isKnown = watches.knows(paths)
    if (connection.isBeginningToWatch) {
      const waiting = connection.watchNext
      // A refused request replaces none, and its refusal follows those before it.
      if (!isKnown) connection.refusedNext += 1
      else
        connection.watchNext = {
          paths,
          sinceMs: Math.min(waiting?.sinceMs ?? Number.POSITIVE_INFINITY, performance.now() - (agoMs ?? 0)),
        }
      return
    }
    if (!isKnown) return refusal.because(connection, 'live.unknownPath')
    connection.isBeginningToWatch = true
    await begin(connection, paths, agoMs)
    for (let next = connection.watchNext; next; next = connection.watchNext) {
      connection.watchNext = undefined
      await begin(connection, next.paths, performance.now() - next.sinceMs)
    }
    connection.isBeginningToWatch = false
    for (; connection.refusedNext > 0; connection.refusedNext -= 1) refusal.because(connection, 'live.unknownPath')
  }
}
