// `npm run check -- NAME [arguments]`: one check alone. Without a name it says which there are.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { environment, print, root } from '../tools/install.mjs'
import { build } from './build.mjs'

interface Check {
  /** What it shows, and the arguments that it takes. */
  about: string
  /** Command lines, run in order until one fails; the last one gets the arguments. */
  steps: readonly (readonly string[])[]
  /** Whether the web app must be built first. */
  isBuilt?: boolean
  /** Whether races are repeated as often as at night. */
  isNightly?: boolean
}

const onPostgres = ['node', 'tools/postgres.ts']
const vitest = (...projects: string[]) => ['vitest', 'run', ...projects.flatMap(name => ['--project', name])]
const program = (file: string) => [['node', file]]

export const checks: Readonly<Record<string, Check>> = {
  types: { about: 'types of every folder', steps: program('scripts/types.ts') },
  lint: {
    about: 'format, lint, and floating promises, which the type checker finds',
    steps: [['biome', 'ci'], ['oxlint']],
  },
  'dead-code': { about: 'what nothing uses', steps: [['knip']] },
  catalogues: { about: 'every text in five languages', steps: program('scripts/catalogues.ts') },
  unit: {
    about: 'contract, design system, screens, and the rules of this repository',
    steps: [vitest('repo', 'contract', 'ui', 'web')],
  },
  integration: {
    about: 'server on the embedded database, and the product on the command line',
    steps: [vitest('server', 'cli')],
  },
  postgres: { about: 'the same server tests on PostgreSQL', steps: [[...onPostgres, ...vitest('server')]] },
  e2e: {
    about: 'journeys through the running product in Chromium',
    steps: [[...onPostgres, 'playwright', 'test']],
    isBuilt: true,
  },
  firefox: { about: 'a journey through every screen in Firefox', steps: [vitest('firefox')], isBuilt: true },
  budgets: {
    about: 'what a browser downloads, against the budgets',
    steps: program('scripts/budgets.ts'),
    isBuilt: true,
  },
  durability: {
    about:
      'a chat whose servers, database, connections and Redis are killed in turn; "5 4 20 30" for 5 s with 4 pairs, a thread of 20 and a circle of 30 each',
    steps: program('e2e/durability/check.ts'),
  },
  cluster: {
    about:
      'three nodes behind haproxy, two PostgreSQL under Patroni, Redis, pictures in a bucket: all broken in turn under load; "kill-primary times=3" for one part',
    steps: program('e2e/cluster/check.ts'),
  },
  fairness: {
    about:
      'how long others wait while somebody floods the server; "15" for 15 s each, "15 frames" for the floods with that name',
    steps: program('e2e/durability/check-fairness.ts'),
  },
  logins: {
    about: 'how long an honest login takes while one address sends 300 wrong ones at once',
    steps: program('e2e/durability/check-logins.ts'),
  },
  enumeration: {
    about:
      'whether an answer, or the time it takes, tells if a named account exists, or a circle of others: 400 calls each with and without; "100" for fewer',
    steps: program('e2e/durability/check-enumeration.ts'),
  },
  guessing: {
    about:
      'a million guesses each from 1,000 addresses at every code that opens an account or a circle; ".01" for a hundredth, "1 circles" for one door',
    steps: program('e2e/durability/check-guessing.ts'),
  },
  reach: {
    about:
      '1,000 reminders due at once on two nodes, one killed in the middle, and 1,000 evenings where half of the phones have died silently; "1" for one round',
    steps: program('e2e/durability/check-reach.ts'),
  },
  year: {
    about:
      'what circles change in a year of 500 fathers of one town, who live it with them and without; "100 26" for 100 fathers and 26 weeks',
    steps: program('e2e/durability/check-year.ts'),
  },
  waiting: {
    about:
      '20 rounds of 50 joins, waits, leaves, raises and blocks at once on two nodes, on both databases; then kills while fathers wait and move up',
    steps: [
      [...vitest('server'), 'waiting-races'],
      [...onPostgres, ...vitest('server'), 'waiting-races'],
      [...vitest('cli'), 'waiting-kill'],
    ],
    isNightly: true,
  },
  embedded: {
    about: 'the embedded database’s recovery, size and erasure of deleted text; "60" for a minute of chat first',
    steps: program('e2e/durability/check-embedded.ts'),
  },
  parsing: {
    about: 'the CPU time that hostile bodies, forms and frames take to parse; at most 50 ms each',
    steps: program('scripts/check-parsing.ts'),
  },
  deploy: {
    about:
      'deploy/: traffic through each proxy, the unit, the alerts on real metrics, the image in a browser, everything in the compose file; "monitoring" for one part',
    steps: program('scripts/check-deploy.ts'),
    isBuilt: true,
  },
  lighthouse: {
    about: 'accessibility, best practices, layout shift and installability, with Lighthouse',
    steps: program('scripts/check-lighthouse.ts'),
    isBuilt: true,
  },
  rolling: {
    about:
      'a rolling update from the released version while fathers write, and its server tests on this version’s schema, on PostgreSQL; "update" for the first, "join" for files with that name',
    steps: program('scripts/check-rolling.ts'),
    isBuilt: true,
  },
  mutations: {
    about: 'whether the tests notice small errors, drawn by a seed: --sample 160 --seed 7',
    steps: program('scripts/check-mutations.ts'),
    isBuilt: true,
  },
  hours: {
    about: 'the tests at 23:30 and 3:30 of the clock, in three time zones',
    steps: program('scripts/check-hours.ts'),
  },
  import: {
    about: 'imports real files (OPEN_DATA_DIR) and compares the result with their known content',
    steps: program('scripts/check-import.ts'),
  },
  figures: {
    about: 'writes the figures of the stored results of the benches into the documents that cite them',
    steps: program('bench/figures/write-figures.ts'),
  },
  sbom: {
    about: 'prints every package of a release as CycloneDX',
    steps: [
      [
        'npm',
        'sbom',
        '--sbom-format=cyclonedx',
        '--omit=dev',
        '--workspace=packages/server',
        '--workspace=packages/web',
      ],
    ],
  },
}

/** Runs a command line until it ends; a stop ends it too. Returns its exit code. */
async function perform([command = '', ...args]: readonly string[], isNightly: boolean): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, ...(isNightly && { NIGHTLY: 'yes' }) },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const stop = () => child.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const [code] = await once(child, 'close')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  return typeof code === 'number' ? code : 1
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined
  if (!check) {
    const width = Math.max(...Object.keys(checks).map(each => each.length))
    for (const [each, { about }] of Object.entries(checks)) print(`${each.padEnd(width)}  ${about}`)
    if (name !== '') process.stderr.write(`There is no check ${name}.\n`)
    return name === '' ? 0 : 2
  }
  if (check.isBuilt) await build()
  for (const [index, step] of check.steps.entries()) {
    const isLast = index === check.steps.length - 1
    const code = await perform(isLast ? [...step, ...args] : step, check.isNightly === true)
    if (code !== 0) return code
  }
  return 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2))
