import { setImmediate as othersTurn } from 'node:timers/promises'

/** The time for which frames to many screens may keep the event loop from everything else. */
const sliceMs = 2

/**
 * Does `work` for each item, the first ones at once, and lets other work in after each slice: a frame is a system call of
 * 0.02 ms at least, so thousands of them in one go would hold up every request.
 */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let beganMs = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - beganMs < sliceMs) continue
    await othersTurn()
    beganMs = performance.now()
  }
}
