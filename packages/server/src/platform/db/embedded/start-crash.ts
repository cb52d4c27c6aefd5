import { setTimeout as after } from 'node:timers/promises'

/** PGlite crashes now and then while it starts, most often where several processes start at once (pglite#1053). */
export class StartCrash extends Error {
  override name = 'StartCrash'
}

const attempts = 3
const pauseMs = 300

/** What WebAssembly, PGlite's program or PGlite itself says about a start that ended in the middle. */
function isCrash(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return error.name === 'RuntimeError' || error.name === 'ExitStatus' || /failed to initialize/.test(error.message)
}

/**
 * Starts PGlite again after a crash, so that what else starts has had its time; throws `StartCrash` after the third one.
 * `cleanUp` removes what an attempt has left.
 */
export async function startAgain<T>(start: () => Promise<T>, cleanUp: () => void = () => {}): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (!isCrash(error)) throw error
      cleanUp()
      if (attempt === attempts)
        throw new StartCrash(
          `The embedded database crashed ${attempts} times while it started (${error.message}). Start again when less starts at once on this machine; if it goes on, restore a backup or use PostgreSQL.`,
          { cause: error },
        )
      await after(pauseMs * attempt * (1 + Math.random()))
    }
  }
}
