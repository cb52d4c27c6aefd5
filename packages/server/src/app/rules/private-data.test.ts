import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { openPictures } from '../../domain/pictures.ts'
import { demoLogin, seedDemo } from '../../features/demo/demo.ts'
import { readConfig } from '../../platform/config.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { postgresUrl, testDatabaseUrl } from '../../testing/database.ts'
import { backUp } from '../commands/back-up.ts'
import { restoreBackup } from '../commands/restore-backup.ts'
import { forgetRestorePoints, newRestorePoint } from '../commands/restore-points.ts'
import { withDatabase } from '../commands/with-database.ts'

/** A folder that everybody may enter, of a process that lets everybody read what it writes. */
function openFolder() {
  const before = process.umask(0)
  const folder = mkdtempSync(join(tmpdir(), 'papadag-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => {
    process.umask(before)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** What other accounts may read, write or enter. */
const openToOthers = (folder: string) =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    name => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )

test('what Papadag keeps (database, pictures, ledgers, secrets, backups, restore points) is closed to other accounts', {
  timeout: 900_000,
}, async () => {
  const folder = openFolder()
  const config = readConfig({ DATA_DIR: folder, ...(postgresUrl && { DATABASE_URL: await testDatabaseUrl() }) })
  const login = await demoLogin(folder)
  await withDatabase(config, async open => {
    const db = await open()
    const pictures = await openPictures({ db, dataDir: folder })
    await seedDemo(db, pictures, login)
    await pictures.close()
  })
  openDataDir(folder).sessionSecret()
  openDataDir(folder).vapidKeys()
  await backUp(config, { target: join(folder, 'backups', 'today.backup') })
  await restoreBackup(config, { path: join(folder, 'backups', 'today.backup'), isReplacing: true })
  const names = readdirSync(folder)
  expect(names).toEqual(expect.arrayContaining(['backups', 'restore-points', 'session-secret', 'uploads']))
  expect(names.includes('database')).toBe(!postgresUrl)
  expect(openToOthers(folder)).toEqual([])
})

test('a folder that others may read is closed when it is opened, however deep', () => {
  const folder = openFolder()
  const [deep, file] = [join(folder, 'database', 'base', '5'), join(folder, 'database', 'base', '5', '1259')]
  mkdirSync(deep, { recursive: true })
  writeFileSync(file, 'hashes')
  expect(openToOthers(folder)).toContain('database/base/5/1259')
  openDataDir(folder)
  expect(openToOthers(folder)).toEqual([])
  // A folder that was closed by hand can still contain open files.
  chmodSync(join(folder, 'database'), 0o755)
  chmodSync(file, 0o666)
  openDataDir(folder)
  expect(openToOthers(folder)).toEqual([])
})

test('restore points are deleted after fourteen days, like backups, and other files beside them are not', async () => {
  const folder = openFolder()
  await forgetRestorePoints(folder)
  const made = newRestorePoint(folder)
  const now = Temporal.Now.instant()
  const names = () => readdirSync(join(folder, 'restore-points'))
  for (const path of [made, join(folder, 'restore-points', 'notes.txt')]) writeFileSync(path, '')
  await forgetRestorePoints(folder, now.add({ hours: 14 * 24 - 1 }))
  expect(names()).toHaveLength(2)
  await forgetRestorePoints(folder, now.add({ hours: 14 * 24 + 1 }))
  expect(names()).toEqual(['notes.txt'])
})
