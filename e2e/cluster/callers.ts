import { setTimeout as after } from 'node:timers/promises'
import { createPlaydate, joinPlaydate, leavePlaydate, upcomingPlaydates } from '@papadag/contract/playdates'
import { aPlaydate, newFather } from '../durability/fathers.ts'

const pauseMs = 50
const patienceMs = 15_000

/** The outcomes of calls by fathers who read, join and leave all the time. */
export interface Calls {
  made: number
  /** Calls answered with 5xx or not at all. */
  failed: number
  /** The longest time until such a failure. */
  slowestFailureMs: number
  /** The longest time without a successful write. */
  writeGapMs: number
}

/** Starts fathers who call in a loop until stopped. */
export async function startCallers(url: string, count: number) {
  const host = await newFather(url)
  const { id } = await host.call(createPlaydate, { body: { ...aPlaydate('Met zijn allen'), maxParticipants: 50 } })
  const fathers = await Promise.all(Array.from({ length: count }, () => newFather(url)))
  const calls: Calls = { made: 0, failed: 0, slowestFailureMs: 0, writeGapMs: 0 }
  let lastWriteMs = performance.now()
  let isOver = false

  async function attempt(isWrite: boolean, call: () => Promise<unknown>) {
    calls.made += 1
    const startedMs = performance.now()
    const status = await Promise.race([
      call().then(
        () => 200,
        (error: { status?: number }) => error.status ?? 0,
      ),
      after(patienceMs, 0),
    ])
    // A refusal counts as an answer.
    if (status >= 200 && status < 500) {
      if (isWrite) {
        calls.writeGapMs = Math.max(calls.writeGapMs, performance.now() - lastWriteMs)
        lastWriteMs = performance.now()
      }
      return
    }
    calls.failed += 1
    calls.slowestFailureMs = Math.max(calls.slowestFailureMs, performance.now() - startedMs)
  }

  const running = fathers.map(async father => {
    while (!isOver) {
      await attempt(false, () => father.call(upcomingPlaydates))
      await attempt(true, () => father.call(joinPlaydate, { params: { id }, body: {} }))
      await attempt(true, () => father.call(leavePlaydate, { params: { id } }))
      await after(pauseMs)
    }
  })
  return {
    async stop(): Promise<Calls> {
      isOver = true
      await Promise.all(running)
      return calls
    },
  }
}
