// Which test files reach which parts of the product, read once and cached by the test's text.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { print, root } from '../../tools/install.mjs'
import { partsOf } from './instrument.ts'
import { startWarm, type Test } from './lane.ts'
import type { Mutant } from './mutant.ts'

// The name changes with the format: what an older version has read is not understood.
const cache = join(root, 'node_modules/.cache/mutants/reach-2.json')
const readAtOnce = 30
const longestRunMs = 15 * 60_000

interface Reached {
  /** The hash of the product's file when this was read; the starts refer to that text. */
  hash: string
  starts: number[]
  /** Those that ran before the first test: only the first file of a worker that loads a module records them. */
  loaded: number[]
}

interface Known {
  hash: string
  ms: number
  reach: Record<string, Reached>
}

export type Reach = Record<string, Known>

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 12)
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const testFiles = () =>
  globSync('packages/{contract,server,web}/src/**/*.test.{ts,tsx}', { cwd: root }).map(file =>
    file.replaceAll('\\', '/'),
  )

/**
 * Reads the reach of test files that are new or have changed, and returns that of the tests named by one of `only`, or
 * of all. `isAnew` rereads all of them.
 */
export async function readReach(
  databaseUrl: string,
  { isAnew, only }: { isAnew: boolean; only: readonly string[] },
): Promise<Reach> {
  const files = testFiles().sort()
  const old = isAnew ? {} : remembered()
  const reach: Reach = Object.fromEntries(
    Object.entries(old).filter(([file, { hash }]) => files.includes(file) && hash === hashOf(read(file))),
  )
  const wanted = files.filter(file => only.length === 0 || only.some(part => file.includes(part)))
  const missing = wanted.filter(file => !reach[file])
  if (missing.length > 0) await readMissing(reach, missing, databaseUrl)
  return Object.fromEntries(Object.entries(reach).filter(([file]) => wanted.includes(file)))
}

async function readMissing(reach: Reach, missing: readonly string[], databaseUrl: string) {
  print(`Reading which parts of the product ${missing.length} test files reach…`)
  const folder = mkdtempSync(join(tmpdir(), 'papadag-reach-'))
  try {
    for (const isElsewhere of [false, true]) {
      const tests = missing.filter(file => elsewhere.test(file) === isElsewhere).map(file => join(root, file))
      if (tests.length === 0) continue
      const { order, end } = await startWarm(root, {
        MUTANTS_REACH: folder,
        ...(!isElsewhere && { TEST_DATABASE_URL: databaseUrl }),
      })
      for (let from = 0; from < tests.length; from += readAtOnce) {
        await order({ tests: tests.slice(from, from + readAtOnce), changed: [] }, longestRunMs)
        // What was read before Ctrl-C is kept.
        keep(reach, folder)
      }
      await end()
    }
    const silent = missing.filter(file => !reach[file])
    if (silent.length > 0) print(`These told nothing, so they notice no mutant:\n${silent.join('\n')}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function keep(reach: Reach, folder: string) {
  for (const name of readdirSync(folder)) note(reach, JSON.parse(readFileSync(join(folder, name), 'utf8')))
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(cache, JSON.stringify(reach))
}

function remembered(): Reach {
  try {
    return JSON.parse(readFileSync(cache, 'utf8'))
  } catch {
    return {}
  }
}

interface Noted {
  test: string
  ms: number
  reach: Record<string, Omit<Reached, 'hash'>>
}

function note(reach: Reach, { test, ms, reach: seen }: Noted) {
  const file = relative(root, test).replaceAll('\\', '/')
  const reached = Object.entries(seen).map(([name, parts]) => [name, { hash: hashOf(read(name)), ...parts }])
  reach[file] = { hash: hashOf(read(file)), ms, reach: Object.fromEntries(reached) }
}

/** Left out of the runs on PostgreSQL (vitest.config.ts) or skipped there. */
const elsewhere =
  /platform\/(bus\/bus-redis|files\/data-dir|db\/embedded\/[^/]*|sessions\/password|pictures\/encoder)\.test\.ts$|chat\/crowd\.test\.ts$|import\/.*read-[^/]*\.test\.ts$/

/** The test files that reach a mutant, the nearest and fastest first. */
export function testsFor(mutant: Mutant, text: string, reach: Reach): Test[] {
  const hash = hashOf(text)
  const parts = partsOf(mutant.file, text).filter(({ start, end }) => start <= mutant.start && mutant.end <= end)
  const part = parts.sort((a, b) => b.start - a.start)[0]
  const known = Object.entries(reach)
  // Code that runs in a separate thread or process, or only while its file loads, is recorded by no test.
  const isNoted = known.some(([, { reach: seen }]) => seen[mutant.file])
  const isOfLoading = known.some(([, { reach: seen }]) => part && seen[mutant.file]?.loaded.includes(part.start))
  const isInWeb = (path: string) => path.startsWith('packages/web/')
  return known
    .flatMap(([file, { ms, reach: seen }]) => {
      const reached = seen[mutant.file]
      // A file that has changed since may be reached anywhere.
      const isReached =
        reached && (reached.hash !== hash || !part || isOfLoading || reached.starts.includes(part.start))
      if (!isReached && (isNoted || (isInWeb(mutant.file) && !isInWeb(file)))) return []
      return [{ file, ms, order: nearness(mutant.file, file), share: (reached?.starts.length ?? 0) / (ms + 500) }]
    })
    .sort((a, b) => a.order - b.order || b.share - a.share)
    .map(({ file, ms }) => ({ file, ms, isElsewhere: elsewhere.test(file) }))
}

/** 0 for the test named after the file, 1 for one in its folder, 2 for the others. */
function nearness(file: string, test: string): number {
  if (test.replace(/\.test\.tsx?$/, '') === file.replace(/\.tsx?$/, '')) return 0
  return dirname(test) === dirname(file) ? 1 : 2
}
