import { join } from 'node:path'
import { settle } from '../../domain/consequences/consequences.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { connectTo, type RemoteDb } from '../../platform/control-socket/connect.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { openShared } from '../data/open-shared.ts'

/**
 * Opens the configured database for a command, on first use. If a server has the embedded one, the command connects
 * through its control socket; otherwise it locks the folder, so that two imports take turns.
 */
export async function withDatabase<T>(config: Config, work: (open: () => Promise<Db>) => Promise<T>): Promise<T> {
  const dataDir = openDataDir(config.dataDir)
  let remote: RemoteDb | undefined
  try {
    dataDir.lock()
  } catch (error) {
    remote = config.databaseUrl ? undefined : await connectTo(dataDir.path, settle)
    if (!remote) throw error
  }
  let db: Db | undefined = remote
  try {
    return await work(async () => {
      if (remote) {
        await mustBeSameVersion(remote)
        return remote
      }
      db = config.databaseUrl
        ? await openShared({ url: config.databaseUrl, decode: !config.isProduction, settle })
        : await openEmbedded({
            folder: join(dataDir.path, 'database'),
            decode: !config.isProduction,
            settle,
            onCrash: () => {},
          })
      await migrate(db, { isAlone: config.databaseUrl === undefined })
      return db
    })
  } finally {
    await db?.close()
    dataDir.unlock()
  }
}

async function mustBeSameVersion(db: Db): Promise<void> {
  const known = readMigrations().map(({ name }) => name)
  const isSame = (await db.count(sql`from migrations where name = any (${known}::text[])`)) === known.length
  if (!isSame) throw new ConfigProblem('The running Papadag is an older version than this command; restart it first.')
}
