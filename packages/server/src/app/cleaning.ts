import type { Logger } from 'pino'

const everyMs = 3_600_000

/** Work that is done again and again, under the name that a log knows it by. */
export type Jobs = Readonly<Record<string, () => Promise<unknown>>>

/** Does all jobs, one after the other; one that fails is told and keeps no other from being done. */
export async function doJobs(jobs: Jobs, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const [job, work] of Object.entries(jobs)) {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, job }, 'hourly cleaning')
    }
  }
}

/** Does all jobs now and every hour; an hour in which the last round still runs is left out. Answers how to stop. */
export function doHourly(jobs: Jobs, log: Pick<Logger, 'warn'>): () => void {
  let isRunning = false
  async function round() {
    if (isRunning) return
    isRunning = true
    await doJobs(jobs, log)
    isRunning = false
  }
  void round()
  const rounds = setInterval(() => void round(), everyMs)
  return () => clearInterval(rounds)
}
