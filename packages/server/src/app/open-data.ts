import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Bus, createLocalBus } from '../platform/bus/bus.ts'
import { type Config, ConfigProblem } from '../platform/config.ts'
import type { OwnDb } from '../platform/db/db.ts'
import { type EmbeddedDb, openEmbedded } from '../platform/db/embedded/embedded.ts'
import { type DataDir, fullDisk } from '../platform/files/data-dir.ts'
import { watchDisk } from '../platform/files/disk.ts'
import { print } from './print.ts'

export interface Data {
  db: OwnDb
  bus: Bus
  /** The same database if it runs inside this process. */
  embedded?: EmbeddedDb
}

/** Opens the database of `DATABASE_URL`, or else the embedded one in `DATA_DIR`. */
export function openData(config: Config, dataDir: DataDir, log: Logger): Promise<Data> {
  return config.databaseUrl ? openServer(config.databaseUrl, config, log) : openFolder(dataDir, config, log)
}

async function openServer(url: string, config: Config, log: Logger): Promise<Data> {
  const { hostname, port } = new URL(url)
  print(`Connecting to PostgreSQL at ${hostname}…`)
  // Most installations have no PostgreSQL server, so its driver is loaded on demand.
  const [{ openPostgres }, { createPostgresBus }] = await Promise.all([
    import('../platform/db/postgres.ts'),
    import('../platform/bus/bus-postgres.ts'),
  ])
  const db = openPostgres({
    url,
    decode: !config.isProduction,
    mayTakeAll: config.rateLimit === 'off',
    onError: error => log.warn({ err: error }, 'database connection'),
  })
  try {
    await db.ping()
  } catch {
    await db.close()
    throw new ConfigProblem(
      `DATABASE_URL names a PostgreSQL at ${hostname}:${port || 5432} that does not answer or does not let Papadag in.`,
    )
  }
  return { db, bus: createPostgresBus(url, log) }
}

async function openFolder(dataDir: DataDir, config: Config, log: Logger): Promise<Data> {
  const { path } = dataDir
  dataDir.lock()
  if (watchDisk(path)()) throw new ConfigProblem(fullDisk(path))
  print(`Opening the embedded database in ${path}…`)
  const db = await openEmbedded({
    folder: join(path, 'database'),
    decode: !config.isProduction,
    mayTakeAll: config.rateLimit === 'off',
    onCrash: error => log.fatal({ err: error }, 'the embedded database stopped'),
  })
  return { db, bus: createLocalBus(), embedded: db }
}
