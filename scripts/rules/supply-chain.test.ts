import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const Locked = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
})
type Locked = z.output<typeof Locked>

const ofNpm = 'https://registry.npmjs.org/'

/** Why a locked package may not be installed; undefined if it may. A lock file without addresses means npm's registry. */
function problemOf(path: string, locked: Locked): string | undefined {
  if (locked.hasInstallScript) return 'runs a program while it is installed'
  if (locked.link)
    return path === `node_modules/@papadag/${locked.resolved?.replace('packages/', '')}` ? undefined : 'is a link'
  if (locked.resolved !== undefined && !locked.resolved.startsWith(ofNpm))
    return 'comes from elsewhere than npm’s registry'
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(locked.version ?? '')) return 'has no version'
  return /^sha512-/.test(locked.integrity ?? '') ? undefined : 'may be any content'
}

const lock = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

test('every locked package comes from npm’s registry with fixed contents, and runs nothing when it is installed', () => {
  const installed = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'))
  expect(installed.length).toBeGreaterThan(200)
  const problems = installed.flatMap(([path, locked]) => {
    const problem = problemOf(path, locked)
    return problem ? [`${path} ${problem}`] : []
  })
  expect(problems).toEqual([])
})

const good: Locked = { version: '1.2.3', integrity: 'sha512-abc' }
test.each<[string, Locked]>([
  ['runs a program while it is installed', { ...good, hasInstallScript: true }],
  [
    'comes from elsewhere than npm’s registry',
    { ...good, resolved: 'git+ssh://git@github.com/somebody/left-pad.git#0a1b' },
  ],
  [
    'comes from elsewhere than npm’s registry',
    { ...good, resolved: 'https://github.com/somebody/left-pad/archive/1.tar.gz' },
  ],
  [
    'comes from elsewhere than npm’s registry',
    { ...good, resolved: 'https://registry.npmjs.org.example/left-pad-1.2.3.tgz' },
  ],
  ['comes from elsewhere than npm’s registry', { ...good, resolved: 'file:../left-pad.tgz' }],
  ['is a link', { link: true, resolved: '../left-pad' }],
  ['has no version', { version: 'git+https://github.com/somebody/left-pad.git', integrity: 'sha512-abc' }],
  ['may be any content', { version: '1.2.3' }],
  ['may be any content', { version: '1.2.3', integrity: 'sha1-abc' }],
])('a locked package that %s is refused: %j', (problem, locked) => {
  expect(problemOf('node_modules/left-pad', locked)).toBe(problem)
})

test('a locked package from npm’s registry is accepted, with or without its address', () => {
  expect(problemOf('node_modules/left-pad', good)).toBeUndefined()
  expect(
    problemOf('node_modules/left-pad', { ...good, resolved: `${ofNpm}left-pad/-/left-pad-1.2.3.tgz` }),
  ).toBeUndefined()
})

test('npm runs no install script here, and locks no version from the last week', () => {
  const settings = readFileSync('.npmrc', 'utf8').split('\n')
  expect(settings).toContain('ignore-scripts=true')
  expect(settings).toContain('min-release-age=7')
  expect(settings.filter(line => /^(@[^=]+:)?registry=/.test(line))).toEqual([])
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(scripts).filter(name => /^(pre|post)|^(prepare|install)$/.test(name))).toEqual([])
})
