import type { Logger } from 'pino'

const everyMs = 3_600_000

/** Work that is done again and again, under the name that a log knows it by. */
export type Jobs = Readonly<Record<string, () => Promise<unknown>>>

/** Does all jobs, one after the other, until it is told to stop; one that fails is told and keeps no other from being done. */
export async function doJobs(jobs: Jobs, log: Pick<Logger, 'warn'>, stopping?: AbortSignal): Promise<void> {
  for (const [job, work] of Object.entries(jobs)) {
    if (stopping?.aborted) return
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, job }, 'hourly cleaning')
    }
  }
}

/**
 * Does all jobs now and every hour; an hour in which the last round still runs is left out. Answers how to stop: that
 * waits for the job under way.
 */
export function doHourly(jobs: Jobs, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  function round() {
    running ??= doJobs(jobs, log, stopping.signal).finally(() => {
      running = undefined
    })
  }
  round()
  const rounds = setInterval(round, everyMs)
  return async () => {
    clearInterval(rounds)
    stopping.abort()
    await running
  }
}
