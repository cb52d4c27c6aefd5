// `npm run check -- mutations --sample N --seed S`: makes N small errors, the same number in each area, one at a time
// in a copy of the tree, and runs the tests that reach each. `--area chat` takes all of them from one area, `--within
// chat/threads` from the files there; `--anew` rereads which tests reach what, `--tests features/chat` runs only those
// that it names. They must notice 85 % of each area. A run that takes too long counts as noticed. A survivor that the
// compiler refuses is left out, as Stryker's checkers do.
//
// Stryker is not suitable: its Vitest runner supports only the threads pool (stryker-js issue 6223), its sandbox needs
// an older TypeScript, and it does not mutate SQL, which contains half of the rules here.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { print, root, stop } from '../tools/install.mjs'
import { startPostgres } from '../tools/postgres.ts'
import { accepted, outdated } from './mutants/accepted.ts'
import { areas } from './mutants/areas.ts'
import { type Lane, openLane, type Test } from './mutants/lane.ts'
import { linesOf } from './mutants/mutant.ts'
import { readReach, testsFor } from './mutants/reach.ts'
import { type Sampled, sample } from './mutants/sample.ts'

const leastScore = 0.85
/** The nearest tests, up to this much of their time: a mutant in what everything imports is reached by all. */
const longestTestsMs = 200_000

await checkSample()

interface Tried extends Sampled {
  by: string | undefined
  /** No test noticed it, but the compiler refuses it. */
  isRefused: boolean
  from: string
  to: string
}

async function checkSample() {
  const { values } = parseArgs({
    options: {
      sample: { type: 'string', default: '80' },
      seed: { type: 'string', default: '1' },
      area: { type: 'string', multiple: true, default: [] },
      lanes: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
      anew: { type: 'boolean', default: false },
      within: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
      tests: { type: 'string', multiple: true, default: [] },
    },
  })
  const unknown = values.area.find(area => !areas.includes(area))
  if (unknown) stop(`There is no area ${unknown}; there are ${areas.join(', ')}.`)
  const [size, seed] = [Number(values.sample), Number(values.seed)]
  if (!Number.isInteger(size) || !Number.isInteger(seed)) stop('--sample and --seed take whole numbers.')
  const mutants = sample({ size, seed, only: values.area, within: values.within })
  if (values.list) return print(mutants.map(mutant => described(mutant)).join('\n'))

  const postgres = await startPostgres({ isDurable: false })
  const reach = await readReach(postgres.url, { isAnew: values.anew, only: values.tests })
  const lanes = Array.from({ length: Number(values.lanes) }, () => openLane(postgres.url))
  const queue = [...mutants]
  let ending: Promise<void> | undefined
  const end = () => {
    queue.length = 0
    ending ??= Promise.allSettled(lanes.map(lane => lane.remove())).then(() => postgres.remove())
    return ending
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(130)))
  }
  try {
    const tried: Tried[] = []
    await Promise.all(lanes.map(lane => work(lane, queue, tried, (mutant, text) => testsFor(mutant, text, reach))))
    report(tried, mutants, { size, seed })
  } finally {
    await end()
  }
}

async function work(lane: Lane, queue: Sampled[], tried: Tried[], testsOf: (mutant: Sampled, text: string) => Test[]) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const text = readFileSync(join(root, mutant.file), 'utf8')
    const tests = nearest(testsOf(mutant, text))
    const begun = performance.now()
    const by = tests.length === 0 ? undefined : await lane.try(mutant, tests)
    const isRefused = by === undefined && (await lane.isRefused(mutant))
    const { from, to } = linesOf(text, mutant)
    tried.push({ ...mutant, by, isRefused, from, to })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const sign = by ? '✓' : isRefused ? '–' : '✗'
    print(`${sign} ${seconds} s ${described(mutant)}${by ? '' : `\n    ${tests.length} tests`}`)
  }
}

function nearest(tests: readonly Test[]): Test[] {
  let ms = 0
  return tests.filter((test, at) => {
    ms += test.ms
    return at === 0 || ms < longestTestsMs
  })
}

function described(mutant: Sampled): string {
  const { line } = linesOf(readFileSync(join(root, mutant.file), 'utf8'), mutant)
  return `${mutant.area} ${mutant.file}:${line} ${mutant.kind}`
}

function report(tried: readonly Tried[], mutants: readonly Sampled[], { size, seed }: { size: number; seed: number }) {
  const reasons = accepted()
  const isAccepted = (one: Tried) =>
    reasons.some(({ file, from, to }) => one.file === file && one.from === from && one.to === to)
  for (const { file, from } of outdated()) print(`accepted.txt is outdated: ${file}: ${from}`)
  const survivors = tried.filter(one => !one.by)
  const open = survivors.filter(one => !one.isRefused && !isAccepted(one))
  for (const { area, file, kind, from, to } of open) print(`\n${area} ${file}: ${kind}\n-${from}\n+${to}`)
  print(`\nSample of ${size} with seed ${seed}:`)
  for (const area of areas) {
    const all = mutants.filter(mutant => mutant.area === area).length
    if (all === 0) continue
    const left = open.filter(mutant => mutant.area === area).length
    const refused = survivors.filter(one => one.area === area && one.isRefused).length
    const changesNothing = survivors.filter(one => one.area === area && !one.isRefused && isAccepted(one)).length
    const counted = all - changesNothing - refused
    const score = counted === 0 ? 1 : 1 - left / counted
    print(
      `${area.padEnd(14)} ${counted - left} of ${counted} noticed (${(100 * score).toFixed(0)} %)${changesNothing ? `, ${changesNothing} change nothing` : ''}${refused ? `, ${refused} do not compile` : ''}`,
    )
    if (score < leastScore) process.exitCode = 1
  }
}
