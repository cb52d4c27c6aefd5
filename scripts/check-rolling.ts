// `npm run check -- rolling`: runs the released version's server tests on this version's schema, which its nodes meet during
// a rolling update, and then such an update while fathers write. `-- join` runs the files with "join" in their name, and
// `-- update` the update alone.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isContraction, readMigrations } from '../packages/server/src/platform/db/migrate.ts'
import { print, root, stop } from '../tools/install.mjs'
import { findPostgres } from '../tools/postgres.ts'
import { migrationsFolder, releasedVersion, unpack } from '../tools/released-version.ts'
import { updateWhileWriting } from './rolling-update.ts'

/**
 * Tests every feature by its calls. Tests that walk all tables or migrations are left out, since the released version
 * cannot know new ones.
 */
const representative = ['src/features/']

const webApp = 'packages/web/dist'

/** The steps that run before the new code; contractions wait until the released version is gone. */
function expand(folder: string): string[] {
  const added = readMigrations().filter(
    migration => !isContraction(migration) && !existsSync(join(folder, migrationsFolder, migration.name)),
  )
  for (const { name } of added) copyFileSync(join(root, migrationsFolder, name), join(folder, migrationsFolder, name))
  return added.map(({ name }) => name)
}

/** Runs the released version's server tests in its folder, on this version's schema. */
function testReleased(name: string, folder: string, wanted: readonly string[]) {
  // One test reads the headers of the page, which a server without a built web app does not send.
  symlinkSync(join(root, webApp), join(folder, webApp))
  const added = expand(folder)
  print(`The server tests of ${name} on a schema with ${added.join(', ') || 'nothing new'}.`)
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'tools/postgres.ts'),
      process.execPath,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
    ].concat(wanted.length > 0 ? wanted : representative),
    { cwd: folder, stdio: 'inherit' },
  )
  process.exitCode = (process.exitCode ?? 0) || (status ?? 1)
}

if (!findPostgres()) stop('PostgreSQL is not installed: an update rolls over several nodes there alone.')
const released = releasedVersion()
if (!released) {
  print('Skipped: the history of this clone begins after the released version; a full clone has it.')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-rolling-'))
  try {
    unpack(released.commit, folder)
    const wanted = process.argv.slice(2)
    if (wanted.length === 0 || wanted.includes('update')) {
      print(`Nodes of ${released.name} give way to nodes of this version, while fathers write.`)
      for (const line of await updateWhileWriting(folder)) {
        print(line)
        process.exitCode = 1
      }
    }
    if (!wanted.includes('update')) testReleased(released.name, folder, wanted)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
