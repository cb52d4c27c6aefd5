import { join } from 'node:path'
import type { Logger } from 'pino'
import { settle } from '../../domain/consequences/consequences.ts'
import { type Bus, createLocalBus } from '../../platform/bus/bus.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { placeOf } from '../../platform/db/connection-url.ts'
import type { OwnDb } from '../../platform/db/db.ts'
import { type EmbeddedDb, openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { type DataDir, fullDisk } from '../../platform/files/data-dir.ts'
import { watchDisk } from '../../platform/files/disk.ts'
import { print } from '../print.ts'

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
  print(`Connecting to PostgreSQL at ${placeOf(url)}…`)
  // Most installations have no PostgreSQL server, so its driver is loaded on demand.
  const [{ openShared }, { createPostgresBus }] = await Promise.all([
    import('./open-shared.ts'),
    import('../../platform/bus/bus-postgres.ts'),
  ])
  const options = {
    url,
    decode: !config.isProduction,
    mayTakeAll: config.rateLimit === 'off',
    settle,
    onError: (error: Error) => log.warn({ err: error }, 'database connection'),
  }
  const db = await openShared(options, sentence => print(`Warning: ${sentence}`))
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
    settle,
    onCrash: error => log.fatal({ err: error }, 'the embedded database stopped'),
  })
  return { db, bus: createLocalBus(), embedded: db }
}
