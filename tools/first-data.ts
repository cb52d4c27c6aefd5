import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/first-data')
const hourMs = 3_600_000

/**
 * Fills a data folder with the result of a first start, since creating an embedded database takes seconds of CPU and
 * copying one does not. `make` starts Papadag on an empty folder and stops it.
 */
export async function provideFirstData(dataDir: string, demo: string, make: (folder: string) => Promise<void>) {
  const made = join(cache, key(), demo)
  if (!existsSync(made)) await makeOnce(made, make)
  cpSync(made, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

async function makeOnce(made: string, make: (folder: string) => Promise<void>) {
  for (const old of globSync('*', { cwd: cache }).map(name => join(cache, name))) {
    // A younger one may be in use by tests that began before this hour.
    const { mtimeMs } = statSync(old, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > 2 * hourMs && !made.startsWith(old)) rmSync(old, { recursive: true, force: true })
  }
  mkdirSync(dirname(made), { recursive: true })
  const own = `${made}.${process.pid}`
  await make(own)
  try {
    renameSync(own, made)
  } catch {
    // Another worker has created the data by then.
    rmSync(own, { recursive: true, force: true })
  }
}

let known: string | undefined

/** The cache key: data depend on the sources, and demo playdates on the current hour. */
function key(): string {
  if (known) return known
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 13))
  const files = globSync(['package-lock.json', 'packages/{contract,server}/{src,migrations,demo}/**/*.*'], {
    cwd: root,
  })
  for (const file of files.filter(name => !name.includes('.test.')).sort()) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  known = hash.digest('hex').slice(0, 16)
  return known
}
