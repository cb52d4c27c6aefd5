// `npm test`: everything that must hold before a change is finished; with `--all` (`npm run test:nightly`) also what
// takes more time than a change should wait for. It continues after a failure, so that one run shows them all. Its last
// line contains the totals of all runners, and is missing if the gate itself fails.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findChromium, findFirefox, findHeadlessChromium } from '../tools/browsers.ts'
import { environment, print, root, stop } from '../tools/install.mjs'
import { findPostgres } from '../tools/postgres.ts'
import { hasRedis } from '../tools/redis.ts'
import { realFiles } from './check-import.ts'
import { alsoEmbedded } from './gate/embedded-tests.ts'
import { processorSeconds } from './gate/processor-time.ts'
import { afterRun, type SecondTries, withoutSecondTry } from './gate/second-tries.ts'
import {
  type Counts,
  countPlaywright,
  countsAfter,
  countVitest,
  failuresInPlaywright,
  failuresInVitest,
  trueCounts,
} from './gate/test-counts.ts'

const results = join(root, 'test-results', 'gate')
/** Outlives `results`, which each run empties. */
const remembered = join(root, 'node_modules', '.cache', 'gate', 'second-tries.json')
const minute = 60_000
const isNightly = process.argv.includes('--all')

/** A first start and a release take minutes each. */
const rarely = ['**/release.test.ts', '**/npm-start.test.ts']

type Stage = { name: string; run: (name: string, again?: readonly string[]) => Promise<Counts> }

const checks: Stage[] = [
  { name: 'types', run: check('node', 'scripts/types.ts') },
  { name: 'lint', run: check('biome', 'ci', '--colors=off') },
  { name: 'promises', run: check('oxlint') },
  { name: 'dead code', run: check('knip', '--no-progress') },
]

const build: Stage[] = [
  { name: 'catalogues', run: check('node', 'scripts/catalogues.ts') },
  { name: 'build', run: check('node', 'scripts/build.mjs') },
  { name: 'budgets', run: budgets },
]

/**
 * Longest first, and what mostly waits at the same time as what computes: each lane takes the next one when it has
 * finished its last.
 */
const tests: Stage[] = [
  { name: 'browser', run: playwright },
  { name: 'integration, PostgreSQL', run: vitest(['server'], { onPostgres: true }) },
  { name: 'command line and durability', run: vitest(['cli'], { without: isNightly ? [] : rarely }) },
  { name: 'integration, embedded database', run: vitest(['server'], { only: isNightly ? [] : alsoEmbedded }) },
  { name: 'unit', run: vitest(['repo', 'contract', 'ui', 'web']) },
  { name: 'Firefox', run: vitest(['firefox']) },
  ...(existsSync(realFiles) ? [{ name: 'open data', run: check('node', 'scripts/check-import.ts') }] : []),
]

const running = new Set<ChildProcess>()
/** The processor time of each stage in s. */
const computed = new Map<string, number>()
const table: { stage: Stage; counts: Counts; seconds: number }[] = []

process.on('SIGINT', abandon)
process.on('SIGTERM', abandon)
process.chdir(root)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

await provideDebianPackages()
// Installing packages belongs to no stage.
processorSeconds()
await Promise.all([...checks.map(perform), takeFrom(build)])
// Each stage has its own workers. A third lane saved nothing on two cores and exposed races.
await Promise.all([takeFrom(tests), takeFrom(tests)])
await repeatFailures()
report()

async function takeFrom(stages: Stage[]) {
  for (let stage = stages.shift(); stage; stage = stages.shift()) await perform(stage)
}

async function perform(stage: Stage) {
  const started = performance.now()
  const counts = await stage.run(stage.name)
  const seconds = (performance.now() - started) / 1000
  table.push({ stage, counts, seconds })
  print(`${counts.failed === 0 ? '✓' : '✗'} ${stage.name} (${seconds.toFixed(0)} s)`)
  if (counts.failed > 0) print(counts.output.trimEnd().replaceAll(/^/gm, '    '))
}

/**
 * Runs failed tests once more, alone: a test that fails only while others run is a race, not a reason to refuse other
 * work. It is to be mended, so it gets no second try in the next runs.
 */
async function repeatFailures() {
  const known = (readIfThere(remembered) ?? {}) as SecondTries // written by the last run
  const needed: string[] = []
  for (const row of table) {
    const { titles, again } = row.counts.failures ?? { titles: [], again: [] }
    const refused = withoutSecondTry(known, titles)
    for (const title of refused) print(`✗ ${title} failed, and has needed a second try before: mend it`)
    if (again.length === 0 || refused.length > 0) continue
    row.counts = countsAfter(row.counts, await row.stage.run(`${row.stage.name}, once more`, again))
    if (row.counts.failed > 0) print(`✗ ${row.stage.name} failed alone too: ${titles.join('; ')}`)
    else {
      needed.push(...titles)
      for (const title of titles) print(`Passed only alone, after everything else: ${title}`)
    }
  }
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, JSON.stringify(afterRun(known, needed)))
}

function report() {
  const width = Math.max(...table.map(({ stage }) => stage.name.length))
  print('')
  for (const { stage, counts, seconds } of table) {
    const { passed, failed } = counts
    const time = `${seconds.toFixed(0).padStart(5)} s ${(computed.get(stage.name) ?? 0).toFixed(0).padStart(5)} s of a processor`
    print(
      `${stage.name.padEnd(width)}  ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${time}`,
    )
  }
  const sum = (key: 'passed' | 'failed') => table.reduce((total, { counts }) => total + counts[key], 0)
  print('')
  print(`${sum('passed')} passed, ${sum('failed')} failed`)
  if (sum('failed') > 0) process.exitCode = 1
}

/** A stage that counts as one check. */
function check(command: string, ...args: string[]): Stage['run'] {
  return async name => {
    const { code, output } = await execute(name, command, args)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  }
}

type Selection = { onPostgres?: boolean; only?: readonly string[]; without?: readonly string[] }

function vitest(projects: string[], { onPostgres, only = [], without = [] }: Selection = {}): Stage['run'] {
  return async (name, again = only) => {
    const file = join(results, `${name}.json`)
    const excluded = without.flatMap(glob => ['--exclude', glob])
    const args = ['run', ...again, ...projects.flatMap(project => ['--project', project]), ...excluded]
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const run = onPostgres
      ? await execute(name, 'node', ['tools/postgres.ts', 'vitest', ...args, ...reporters])
      : await execute(name, 'vitest', [...args, ...reporters])
    const report = readIfThere(file)
    return { ...trueCounts(countVitest(report), run), failures: failuresInVitest(report) }
  }
}

async function playwright(name: string, again: readonly string[] = []): Promise<Counts> {
  const file = join(results, `${name}.json`)
  const which = isNightly ? [] : ['--project=embedded', '--grep-invert=@nightly']
  const args = ['tools/postgres.ts', 'playwright', 'test', ...which, ...again, '--reporter=dot,json']
  const run = await execute(name, 'node', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const report = readIfThere(file)
  return { ...trueCounts(countPlaywright(report), run), failures: failuresInPlaywright(report) }
}

async function budgets(name: string): Promise<Counts> {
  const run = await execute(name, 'node', ['scripts/budgets.ts'])
  // The table is printed even if everything passes.
  if (run.code === 0) print(run.output.trimEnd())
  const lines = run.output.split('\n')
  const passed = lines.filter(line => line.startsWith('✓')).length
  const failed = lines.filter(line => line.startsWith('✗')).length
  return trueCounts({ passed, failed }, run)
}

async function execute(stage: string, command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    env: { ...environment, NO_COLOR: '1', ...(isNightly && { NIGHTLY: 'yes' }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60 * minute,
    shell: process.platform === 'win32',
  })
  running.add(child)
  child.once('exit', () => noteComputed(stage))
  let output = ''
  child.stdout.on('data', text => {
    output += text
  })
  child.stderr.on('data', text => {
    output += text
  })
  try {
    const [code, signal] = await once(child, 'close')
    if (signal) output += `\n${command} was ended by ${signal}.`
    return { code: typeof code === 'number' ? code : 1, output }
  } catch (error) {
    return { code: 1, output: `${command} could not be started: ${error}` }
  } finally {
    running.delete(child)
  }
}

/** Called when one of its programs has ended. */
function noteComputed(stage: string) {
  computed.set(stage, (computed.get(stage) ?? 0) + processorSeconds())
}

function readIfThere(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

async function provideDebianPackages() {
  const missing = () => [
    ...(findChromium() ? [] : ['chromium']),
    ...(findHeadlessChromium() ? [] : ['chromium-headless-shell']),
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findPostgres() ? [] : ['postgresql']),
    ...(hasRedis() ? [] : ['redis-server']),
  ]
  const packages = missing()
  if (packages.length === 0) return
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    stop(`The tests need ${packages.join(' and ')}. On Debian: sudo apt-get update && sudo ${install}`)
  }
  print(`Installing what the tests need from Debian: ${packages.join(', ')}…`)
  for (const command of ['apt-get update', install]) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) stop(`${stdout}${stderr}\n"${command}" failed: see the message above.`)
  }
  if (missing().length > 0)
    stop(`Debian installed ${packages.join(' and ')}, but ${missing().join(' and ')} cannot be found.`)
}

/** Lets the running stages clean up after Ctrl-C. */
async function abandon() {
  const ends = [...running].map(child => once(child, 'close'))
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(ends)
  process.exit(130)
}
