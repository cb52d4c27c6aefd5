import type { Logger } from 'pino'

export const hourMs = 3_600_000

/** A recurring job, with its name in the log. */
export type Jobs = Readonly<Record<string, () => Promise<unknown>>>

/** Runs all jobs in turn until told to stop; a failing one is logged and the others still run. */
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
 * Runs all jobs now and after each interval, unless the last round is still running. Returns a function that stops them
 * and waits for the running job.
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
