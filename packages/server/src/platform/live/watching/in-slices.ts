import { setImmediate as othersTurn } from 'node:timers/promises'

/** How long frames to many screens may block the event loop. */
const sliceMs = 2

/**
 * Does `work` for each item, the first ones at once, and lets other work in after each slice: a frame is a system call
 * of at least 0.02 ms, so thousands of them in one go would delay every request.
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
