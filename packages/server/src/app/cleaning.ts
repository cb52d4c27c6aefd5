import type { Logger } from 'pino'

export const hourMs = 3_600_000

/** Recurring work, under the name that the log knows it by. */
export type Jobs = Readonly<Record<string, () => Promise<unknown>>>

/** Does all jobs, one after the other, until it is told to stop; one that fails is logged and the others still run. */
export async function doJobs(jobs: Jobs, log: Pick<Logger, 'warn'>, stopping?: AbortSignal): Promise<void> {
  for (const [job, work] of Object.entries(jobs)) {
    if (stopping?.aborted) return
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, job }, 'recurring job')
    }
  }
}

/**
 * Does all jobs now and again after each interval, unless the last round still runs. Returns a function that stops them
 * and waits for the job under way.
 */
export function doEvery(intervalMs: number, jobs: Jobs, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  function round() {
    running ??= doJobs(jobs, log, stopping.signal).finally(() => {
      running = undefined
    })
  }
  round()
  const rounds = setInterval(round, intervalMs)
  return async () => {
    clearInterval(rounds)
    stopping.abort()
    await running
  }
}
