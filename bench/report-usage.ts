/** Loaded into a measured process (`--import`): tells whoever asks the CPU time of all its threads, or its memory. */
import { setTimeout as after } from 'node:timers/promises'

async function memory() {
  // What the first collection has let go of, the second one returns.
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.()
    await after(100)
  }
  return process.memoryUsage()
}

process.on('message', async what => process.send?.(what === 'memory' ? await memory() : process.cpuUsage()))
process.channel?.unref()
