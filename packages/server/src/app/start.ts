import type { Config } from '../platform/config.ts'
import { openDataDir } from '../platform/files/data-dir.ts'
import { openLog } from '../platform/log.ts'
import { openData } from './data/open-data.ts'
import type { Running } from './run.ts'

/** Starts the product as configured; throws `ConfigProblem` with one sentence if that fails. */
export async function start(given: Config): Promise<Running> {
  const dataDir = openDataDir(given.dataDir)
  const config = {
    ...given,
    sessionSecret: given.sessionSecret || dataDir.sessionSecret(),
    vapidKeys: given.vapidKeys ?? dataDir.vapidKeys(),
  }
  const log = openLog({ isTerminal: process.stderr.isTTY })

  // Resources are closed in the reverse order of opening.
  const opened = new AsyncDisposableStack()
  opened.defer(() => dataDir.unlock())
  // The embedded database opens in a thread of its own while this one loads the server's modules. On a busy machine a
  // connection to PostgreSQL would time out during that.
  if (!config.databaseUrl) import('./run.ts').catch(() => {})
  const { db, embedded, bus } = await openData(config, dataDir, log)
  opened.defer(() => db.close())
  const { run } = await import('./run.ts')
  try {
    return await run({ config, db, embedded, log, opened }, bus)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}
