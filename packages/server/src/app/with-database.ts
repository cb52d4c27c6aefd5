import { join } from 'node:path'
import { type Config, ConfigProblem } from '../platform/config.ts'
import { openDataDir } from '../platform/data-dir.ts'
import type { Db } from '../platform/db/db.ts'
import { openEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/postgres.ts'

/**
 * For a command beside the server: takes the folder, and opens the configured database when it is asked for. Throws
 * `ConfigProblem` while somebody else has the folder, also when the database is elsewhere: two imports take turns.
 */
export async function withDatabase<T>(config: Config, work: (open: () => Promise<Db>) => Promise<T>): Promise<T> {
  const dataDir = openDataDir(config.dataDir)
  dataDir.lock()
  let db: Db | undefined
  try {
    return await work(async () => {
      db = config.databaseUrl
        ? openPostgres({ url: config.databaseUrl, decode: !config.isProduction, onError: () => {} })
        : await openEmbedded({
            folder: join(dataDir.path, 'database'),
            decode: !config.isProduction,
            onCrash: () => {},
          })
      await db.ping().catch(() => {
        throw new ConfigProblem('DATABASE_URL names a PostgreSQL that does not answer or does not let Papadag in.')
      })
      await migrate(db)
      return db
    })
  } finally {
    await db?.close()
    dataDir.unlock()
  }
}
