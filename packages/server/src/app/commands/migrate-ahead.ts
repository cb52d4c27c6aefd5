import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { migrate, waitingContractions } from '../../platform/db/migrate.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { openShared } from '../data/open-shared.ts'
import type { Said } from './command.ts'

/**
 * Runs the migrations this version needs; with `--after` also those that remove what only older nodes need.
 */
export async function migrateAhead(config: Config, { isAfter }: { isAfter: boolean }): Promise<Said> {
  const dataDir = openDataDir(config.dataDir)
  if (!config.databaseUrl) dataDir.lock()
  try {
    const db = config.databaseUrl
      ? await openShared({ url: config.databaseUrl, decode: false })
      : await openEmbedded({ folder: join(dataDir.path, 'database'), decode: false, onCrash: () => {} })
    try {
      const ran = await migrate(db, { isAlone: isAfter || config.databaseUrl === undefined })
      const waiting = await waitingContractions(db)
      const lines = ran.length === 0 ? ['The database is up to date.'] : ran.map(name => `Ran ${name}.`)
      return {
        text: [...lines, ...waiting.map(name => `${name} waits until no older node is left.`)].join('\n'),
        facts: { ran, waiting },
      }
    } finally {
      await db.close()
    }
  } finally {
    dataDir.unlock()
  }
}
