import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupDays } from '../../platform/backup/backup-name.ts'
import { makeFolder } from '../../platform/files/given-file.ts'

const nameAt = (time: Temporal.Instant) =>
  `before-${time.toString({ smallestUnit: 'millisecond' }).replaceAll(':', '-')}.backup`
const folderIn = (dataDir: string) => join(dataDir, 'restore-points')

/** Where a restore keeps the previous data. */
export function newRestorePoint(dataDir: string): string {
  const folder = folderIn(dataDir)
  makeFolder(folder, 0o700)
  return join(folder, nameAt(Temporal.Now.instant()))
}

/** Deletes restore points as soon as a backup of their day would be deleted: no copy keeps deleted data longer. */
export async function forgetRestorePoints(dataDir: string, now = Temporal.Now.instant()): Promise<void> {
  const oldest = nameAt(now.subtract({ hours: 24 * backupDays }))
  const names = await readdir(folderIn(dataDir)).catch(() => [])
  for (const name of names) {
    if (name.startsWith('before-') && name < oldest) await rm(join(folderIn(dataDir), name), { force: true })
  }
}
