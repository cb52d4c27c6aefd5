import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isBackup, nameAt } from '../../platform/backup/backup-name.ts'
import { type Written, writeBackup } from '../../platform/backup/write-backup.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { connectTo } from '../../platform/control-socket/connect.ts'
import type { Db } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { type DataDir, openDataDir } from '../../platform/files/data-dir.ts'
import { fileToWrite, makeFolder } from '../../platform/files/given-file.ts'
import { noProgress, type Progress } from '../../platform/files/progress.ts'
import { readState } from '../../platform/map/map-folder.ts'
import { openSharedAsItIs } from '../data/open-shared.ts'
import { openPictureStore } from '../picture-store.ts'
import type { Said } from './command.ts'

/** A map is large and can be downloaded again, so a backup contains only its name. */
export const mapName = ({ mapDir }: Pick<Config, 'mapDir'>): string | null => readState(mapDir).current?.name ?? null

/** Overrides the 3 s time limit of requests, since reading or writing a table may take long. */
export const patientMs = 3_600_000
const copyPrefix = 'backup-copy-'

interface WantedBackup {
  /** A file, or a folder in which the file is named by its date. */
  target: string
  /** How many dated backups stay in the folder. */
  keep?: number | undefined
  progress?: Progress
}

/** Writes a backup, even while a server runs. */
export async function backUp(config: Config, { target, keep, progress = noProgress }: WantedBackup): Promise<Said> {
  const dataDir = openDataDir(config.dataDir)
  const isFolder = isFolderAt(target)
  const path = isFolder ? join(target, nameAt(Temporal.Now.instant())) : target
  const refuse = (sentence: string) => new ConfigProblem(`${sentence}. Nothing was written.`)
  if (!isFolder) makeFolder(dirname(path), undefined, refuse)
  fileToWrite(path, refuse)
  const store = await openPictureStore(config, () => {})
  const written = await withSnapshot(config, dataDir, db =>
    writeBackup(path, { db, store, map: mapName(config), progress }),
  )
  const removed = keep === undefined ? 0 : removeOld(dirname(path), keep, basename(path))
  return summary(path, written, removed)
}

function isFolderAt(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Deletes the oldest dated backups in a folder, but never the new one. */
function removeOld(folder: string, keep: number, made: string): number {
  const old = readdirSync(folder)
    .filter(name => isBackup(name) && name !== made)
    .sort()
    .toReversed()
    .slice(Math.max(0, keep - 1))
  for (const name of old) rmSync(join(folder, name))
  return old.length
}

/**
 * The database itself, or a copy of the embedded one while a server uses it, since requests need its only connection.
 */
async function withSnapshot<T>(config: Config, dataDir: DataDir, work: (db: Db) => Promise<T>): Promise<T> {
  const options = { decode: false, waitMs: patientMs }
  if (config.databaseUrl) {
    const db = await openSharedAsItIs({ ...options, url: config.databaseUrl })
    return work(db).finally(() => db.close())
  }
  const read = async (folder: string) => {
    // A backup reads each row once.
    const db = await openEmbedded({ ...options, folder, cacheMb: 4, onCrash: () => {} })
    return work(db).finally(() => db.close())
  }
  try {
    dataDir.lock()
  } catch (error) {
    const remote = await connectTo(dataDir.path)
    if (!remote) throw error
    removeCopies(dataDir.path)
    const copy = join(dataDir.path, `${copyPrefix}${process.pid}`)
    try {
      await remote.copyTo(copy).finally(() => remote.close())
      return await read(copy)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  try {
    return await read(join(dataDir.path, 'database'))
  } finally {
    dataDir.unlock()
  }
}

/** Deletes what a killed backup left behind. */
function removeCopies(dataDir: string) {
  for (const name of readdirSync(dataDir).filter(found => found.startsWith(copyPrefix))) {
    try {
      process.kill(Number(name.slice(copyPrefix.length)), 0)
    } catch {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    }
  }
}

function summary(path: string, { rows, pictures, missing }: Written, removed: number): Said {
  const lost = missing > 0 ? ` ${missing} pictures were not in the store and are left out.` : ''
  const gone = removed > 0 ? ` Removed ${removed} older backups.` : ''
  const { size: bytes } = statSync(path)
  return {
    text: `Wrote ${rows} rows and ${pictures} pictures to ${path} (${(bytes / 1e6).toFixed(1)} MB).${lost}${gone}`,
    facts: { file: path, bytes, rows, pictures, missing, removed },
  }
}
