import { join } from 'node:path'
import * as z from 'zod/mini'
import { endAllKeys } from '../../domain/links/keys.ts'
import type { Head } from '../../platform/backup/file.ts'
import { checkBackup, type Loaded, loadBackup } from '../../platform/backup/load-backup.ts'
import { describeTables, statement } from '../../platform/backup/tables.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { noProgress, type Progress } from '../../platform/files/progress.ts'
import type { PictureStore } from '../../platform/pictures/store.ts'
import { openShared } from '../data/open-shared.ts'
import { openPictureStore } from '../picture-store.ts'
import { mapName, patientMs } from './back-up.ts'
import type { Said } from './command.ts'
import { newRestorePoint } from './restore-points.ts'

interface Given {
  path: string
  isReplacing?: boolean
  progress?: Progress
}

/** Replaces all data with a backup. */
export async function restoreBackup(
  config: Config,
  { path, isReplacing = false, progress = noProgress }: Given,
): Promise<Said> {
  // A damaged, truncated, foreign or newer file is refused before anything is opened.
  const head = await checkBackup(path, progress)

  const dataDir = openDataDir(config.dataDir)
  dataDir.lock()
  try {
    const store = await openPictureStore(config, () => {})
    const options = { decode: false, waitMs: patientMs }
    const db = config.databaseUrl
      ? await openShared({ ...options, url: config.databaseUrl })
      : await openEmbedded({ ...options, folder: join(dataDir.path, 'database'), onCrash: () => {} })
    try {
      return await restore(db, store, {
        path,
        head,
        isReplacing,
        progress,
        dataDir: dataDir.path,
        secret: config.sessionSecret || dataDir.sessionSecret(),
        map: mapName(config),
      })
    } finally {
      await db.close()
    }
  } finally {
    dataDir.unlock()
  }
}

interface Wanted extends Required<Given> {
  head: Head
  dataDir: string
  /** From which the tokens of links are made. */
  secret: string
  /** The map of this installation. */
  map: string | null
}

async function restore(
  db: Db,
  store: PictureStore,
  { path, head, isReplacing, progress, dataDir, secret, map }: Wanted,
): Promise<Said> {
  const servers = sql`from pg_stat_activity where datname = current_database() and application_name = 'papadag bus'`
  if ((await db.count(servers)) > 0)
    throw new ConfigProblem('DATABASE_URL is in use by a running Papadag; stop that one first.')

  let restorePoint: string | undefined
  if (await hasData(db)) {
    if (!isReplacing)
      throw new ConfigProblem('There is data already; say --replace when the backup should take its place.')
    restorePoint = newRestorePoint(dataDir)
    await writeBackup(restorePoint, { db, store, map, progress })
  }
  const loaded = await loadBackup(path, head, { db, store, progress, finish: tx => endAllKeys(tx, secret) })
  await removeOtherPictures(db, store)
  return summary(head, loaded, restorePoint, map)
}

/** A database that was only started has no rows. */
async function hasData(db: Db): Promise<boolean> {
  for (const { name } of await describeTables(db)) {
    if (await db.one(z.unknown(), statement(`select 1 as row from ${name} limit 1`))) return true
  }
  return false
}

async function removeOtherPictures(db: Db, store: PictureStore): Promise<void> {
  for await (const { name } of store.list()) {
    if ((await db.count(sql`from pictures where name = ${name}`)) === 0) await store.remove(name)
  }
}

function summary(
  { createdAt, map: mapThen }: Head,
  { rows, pictures, migrations }: Loaded,
  restorePoint: string | undefined,
  map: string | null,
): Said {
  const lines = [
    `Restored the backup of ${createdAt}: ${rows} rows and ${pictures} pictures, all as they were then.`,
    'Everybody has to log in, set up his calendar feeds, and share his invitations and questions again.',
  ]
  if (migrations > 0) lines.push(`Ran ${migrations} newer migrations.`)
  if (restorePoint) lines.push(`What was there before is in ${restorePoint}.`)
  const missingMap = mapThen && mapThen !== map ? mapThen : null
  if (missingMap) lines.push(`Its map, ${missingMap}, is not in the backup: install it again with npx papadag map.`)
  return {
    text: lines.join('\n'),
    facts: { createdAt, rows, pictures, migrations, restorePoint: restorePoint ?? null, missingMap },
  }
}
