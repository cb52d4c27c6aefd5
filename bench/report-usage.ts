/**
 * Loaded into a measured process (`--import`): reports on request the CPU time of all its threads, its memory, or its
 * event-loop delay since the last request.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'

async function memory() {
  // A second collection returns the memory that the first one freed.
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.()
    await after(100)
  }
  return process.memoryUsage()
}

let delays: ReturnType<typeof monitorEventLoopDelay> | undefined

/** The 99th percentile; recorded from the first request on, since recording costs time itself. */
function delayMs(): number {
  const p99Ms = (delays?.percentile(99) ?? 0) / 1e6
  delays ??= monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  delays.reset()
  return p99Ms
}

export const answers: Record<string, () => unknown> = { memory, delay: delayMs, cpu: () => process.cpuUsage() }
process.on('message', async what => process.send?.(await answers[String(what)]?.()))
process.channel?.unref()
