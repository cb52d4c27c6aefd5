import { join } from 'node:path'
import { databaseChecks } from '../../features/operations/database-checks.ts'
import { asLines, broken, diagnose, type Finding, inLanguage } from '../../features/operations/diagnosis.ts'
import { surroundingChecks } from '../../features/operations/surrounding-checks.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { connectTo } from '../../platform/control-socket/connect.ts'
import type { Db } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { openSharedAsItIs } from '../data/open-shared.ts'
import { openPictureStore } from '../picture-store.ts'
import type { Said } from './command.ts'

/**
 * Checks everything that can be wrong without changing anything, except for a picture that it stores and deletes again.
 */
export async function examine(read: () => Config): Promise<Said> {
  const findings = await findingsOf(read)
  const isHealthy = findings.every(({ state }) => state !== 'broken')
  return { text: asLines(findings), facts: { isHealthy, findings: inLanguage(findings, 'en') }, isHealthy }
}

async function findingsOf(read: () => Config): Promise<Finding[]> {
  let config: Config
  try {
    config = read()
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    return diagnose({ configuration: () => broken('verbatim', { text: error.message }) })
  }
  const store = await openPictureStore(config, () => {}).catch((error: Error) => error)
  if (store instanceof Error) return diagnose({ pictureStore: () => broken('verbatim', { text: store.message }) })
  const around = await diagnose(surroundingChecks(config, store))
  const db = await openAsItIs(config).catch((error: Error) => error)
  if (db instanceof Error)
    return [...around, ...(await diagnose({ database: () => broken('verbatim', { text: db.message }) }))]
  try {
    const inside = await diagnose(
      databaseChecks(db, { isShared: config.databaseUrl !== undefined, store, publicUrl: config.publicUrl }),
    )
    return [...around, ...inside]
  } finally {
    await db.close()
  }
}

/** Opens the database without migrating it: that of a running server, or the one in the folder. */
async function openAsItIs(config: Config): Promise<Db> {
  if (config.databaseUrl) return openSharedAsItIs({ url: config.databaseUrl, decode: false })
  const dataDir = openDataDir(config.dataDir)
  const remote = await connectTo(dataDir.path)
  if (remote) return remote
  dataDir.lock()
  const db = await openEmbedded({ folder: join(dataDir.path, 'database'), decode: false, onCrash: () => {} })
  return {
    ...db,
    async close() {
      await db.close()
      dataDir.unlock()
    },
  }
}
