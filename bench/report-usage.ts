/**
 * Loaded into a measured process (`--import`): tells whoever asks the CPU time of all its threads, its memory, or how
 * late the event loop was since it was last asked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'

async function memory() {
  // What the first collection has let go of, the second one returns.
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.()
    await after(100)
  }
  return process.memoryUsage()
}

let delays: ReturnType<typeof monitorEventLoopDelay> | undefined

/** 99 % of the delays were no longer; counted from the first question on, since counting costs time itself. */
function delayMs(): number {
  const p99Ms = (delays?.percentile(99) ?? 0) / 1e6
  delays ??= monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  delays.reset()
  return p99Ms
}

const answers: Record<string, () => unknown> = { memory, delay: delayMs, cpu: () => process.cpuUsage() }
process.on('message', async what => process.send?.(await answers[String(what)]?.()))
process.channel?.unref()
