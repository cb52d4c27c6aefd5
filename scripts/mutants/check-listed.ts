// Puts the small errors of mutations.txt into the product, one at a time, and runs the tests that should fail.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { environment, print, stop } from '../../tools/install.mjs'
import { startPostgres } from '../../tools/postgres.ts'
import { type Mutation, readMutations } from '../mutations.ts'

const leastScore = 0.85
/** Tests that take longer count as failed: they wait for something that no longer happens. */
const longestMs = 90_000
const isWindows = process.platform === 'win32'
let changed: { file: string; text: string } | undefined
let running: ChildProcess | undefined

/** Tries the mutations of these areas, or all. */
export async function checkListed(areas: readonly string[]) {
  const chosen = readMutations().filter(({ area }) => areas.length === 0 || areas.includes(area))
  for (const mutation of chosen) textOf(mutation)
  const postgres = await startPostgres({ isDurable: false })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endTests()
      restore()
      void postgres.remove().finally(() => process.exit(130))
    })
  }

  try {
    const all = [...new Set(chosen.flatMap(({ tests }) => tests))]
    if (!(await pass(all, postgres.url))) stop('These tests fail without a mutation; repair them first.')
    const survivors: Mutation[] = []
    for (const mutation of chosen) {
      const { area, file, from, to, tests } = mutation
      changed = { file, text: textOf(mutation) }
      writeFileSync(
        file,
        changed.text.replace(from, () => to),
      )
      const hasSurvived = await pass(tests, postgres.url, { only: project(file), limitMs: longestMs })
      restore()
      if (hasSurvived) survivors.push(mutation)
      print(
        `${hasSurvived ? '✗ survived' : '✓ noticed '} ${area.padEnd(11)} ${oneLine(from)} → ${oneLine(to) || 'nothing'}`,
      )
    }
    const score = 1 - survivors.length / chosen.length
    print(
      `\n${chosen.length - survivors.length} of ${chosen.length} mutations noticed (${(100 * score).toFixed(0)} %).`,
    )
    if (score < leastScore) process.exitCode = 1
  } finally {
    restore()
    await postgres.remove()
  }
}

/** The text of the file to mutate, which must contain the original exactly once. */
function textOf({ file, from }: Mutation): string {
  const text = readFileSync(file, 'utf8')
  if (text.split(from).length !== 2) stop(`${file} does not hold this exactly once: ${from}`)
  return text
}

function restore() {
  if (changed) writeFileSync(changed.file, changed.text)
  changed = undefined
}

function project(file: string): string {
  return file.startsWith('packages/web') ? 'web' : 'server'
}

/** Whether these tests, of one project or both, pass in time. */
async function pass(
  tests: readonly string[],
  databaseUrl: string,
  { only, limitMs }: { only?: string; limitMs?: number } = {},
): Promise<boolean> {
  const projects = (only ? [only] : ['server', 'web']).flatMap(name => ['--project', name])
  const args = ['run', ...projects, ...tests, '--bail=1', '--reporter=dot']
  const env = { ...environment, TEST_DATABASE_URL: databaseUrl }
  running = spawn('vitest', args, { env, stdio: 'ignore', shell: isWindows, detached: !isWindows })
  const timer = limitMs === undefined ? undefined : setTimeout(endTests, limitMs)
  const [code] = await once(running, 'exit')
  clearTimeout(timer)
  running = undefined
  return code === 0
}

/** Ends the tests and their workers, which form one process group. */
function endTests() {
  if (isWindows) running?.kill()
  else if (running?.pid) process.kill(-running.pid)
}

function oneLine(text: string) {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 90)
}
