import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { files, manifest, packages } from './sources.ts'

// A layer may import the layers listed for it; ARCHITECTURE.md explains why.
const layers: Record<string, string[]> = {
  web: ['app', 'pages', 'features', 'domain', 'platform'],
  server: ['testing', 'app', 'features', 'domain', 'platform'],
}

/** Tables of the platform, which any product needs: sessions, pictures, idempotency keys, the outbox. */
const platformTables = [
  'nodes',
  'sessions',
  'devices',
  'pictures',
  'removed_pictures',
  'picture_store',
  'idempotency_keys',
  'outbox',
  'migrations',
  'migrations_begun',
]
const sources = files.filter(path => /^packages\/\w+\/src\/.+\.tsx?$/.test(path))
const imports = sources.flatMap(path => importsOf(path).map(target => ({ path, target })))

test('every package has sources, so that the rules below have something to check', () => {
  for (const name of Object.keys(packages)) {
    expect(sources.some(path => path.startsWith(`packages/${name}/`))).toBe(true)
  }
})

test('imports point downwards, and never sideways between features', () => {
  expect(imports.filter(({ path, target }) => !isAllowed(path, target))).toEqual([])
})

test('no files import one another in a circle', () => {
  expect(circles()).toEqual([])
})

test("no two folders of the web's platform import each other", () => {
  const folderOf = (path: string) => /^packages\/web\/src\/platform\/([\w-]+)\//.exec(path)?.[1]
  const pairs = imports.flatMap(({ path, target }) => {
    const [from, to] = [folderOf(path), folderOf(join(dirname(path), target))]
    return from && to && from !== to && !isTest(path) ? [`${from} ${to}`] : []
  })
  expect(pairs.length).toBeGreaterThan(10)
  expect(pairs.filter(pair => pairs.includes(pair.split(' ').reverse().join(' ')))).toEqual([])
})

test("the rooms of the server's domain lie on at most five floors", () => {
  const domain = 'packages/server/src/domain/'
  const roomOf = (path: string) => (path.startsWith(domain) ? path.slice(domain.length).split('/')[0] : undefined)
  const below = new Map<string, Set<string>>()
  for (const { path, target } of imports.filter(one => one.target.startsWith('.'))) {
    const [from, to] = [roomOf(path), roomOf(join(dirname(path), target))]
    if (from && to && from !== to && !isTest(path)) below.set(from, (below.get(from) ?? new Set()).add(to))
  }
  /** The longest chain of imports down from a folder; a circle never ends. */
  const floorsFrom = (room: string, above: readonly string[] = []): number =>
    above.includes(room)
      ? Number.POSITIVE_INFINITY
      : 1 + Math.max(0, ...[...(below.get(room) ?? [])].map(next => floorsFrom(next, [...above, room])))
  expect(below.size).toBeGreaterThan(5)
  expect([...below.keys()].filter(room => floorsFrom(room) > 5)).toEqual([])
})

test("the server's platform names no table of the product", () => {
  const migrations = files.filter(path => /^packages\/server\/migrations\/.+\.sql$/.test(path))
  const tables = migrations.flatMap(path =>
    Array.from(readFileSync(path, 'utf8').matchAll(/^create table (\w+)/gim), ([, table = '']) => table),
  )
  expect(tables).toEqual(expect.arrayContaining(platformTables.filter(table => !table.startsWith('migrations'))))

  const products = tables.filter(table => !platformTables.includes(table)).join('|')
  const named = new RegExp(
    `\\b(?:from|join|using|into|update|table|references)\\s+(?:only\\s+)?"?(?:${products})\\b`,
    'gi',
  )
  const platform = sources.filter(path => path.startsWith('packages/server/src/platform/') && !isTest(path))
  expect(
    platform.flatMap(path => (withoutComments(path).match(named) ?? []).map(found => `${path}: ${found}`)),
  ).toEqual([])
})

test('only domain/playdates/seats.ts takes or frees the seats of a playdate, and only series/standing.ts those of regulars', () => {
  const writes = /\b(insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(only\s+)?"?participants\b/i
  const writers = sources.filter(path => !isTest(path) && writes.test(readFileSync(path, 'utf8')))
  expect(writers).toEqual([
    'packages/server/src/domain/playdates/seats.ts',
    'packages/server/src/domain/playdates/series/standing.ts',
  ])
})

test('only domain/playdates/state.ts says in SQL whether a playdate is over or cancelled, and who takes part', () => {
  const owner = 'packages/server/src/domain/playdates/state.ts'
  const others = sources.filter(path => path.startsWith('packages/server/src/') && !isTest(path) && path !== owner)
  expect(stateConditions(owner).length).toBeGreaterThan(5)
  expect(others.flatMap(path => stateConditions(path).map(found => `${path}: ${found}`))).toEqual([])
})

test('anything that frees the seats of a playdate that stays ends in seats.changed', () => {
  const frees = /delete from participants|\bmax_participants = \$\{|\bcancelled_at = null/
  const writers = sources
    .filter(path => path.startsWith('packages/server/src/') && !isTest(path))
    .flatMap(path => {
      const functions = withoutComments(path).split(/^\}/m)
      // A statement that is composed separately is checked where it is run.
      return functions
        .filter(code => frees.test(code))
        .map(code => {
          const [, name] = /function (\w+)\([^)]*\): Sql \{/.exec(code) ?? []
          return name ? (functions.find(other => other !== code && other.includes(`${name}(`)) ?? code) : code
        })
    })
  expect(writers.length).toBeGreaterThanOrEqual(5)
  expect(writers.filter(code => !/await (?:seats\.)?changed\(/.test(code))).toEqual([])
})

test('only the table of consequences notifies, withdraws, reminds and asks', () => {
  const isInside = (path: string) => path.startsWith('packages/server/src/domain/consequences/')
  const entry = 'packages/server/src/domain/consequences/consequences.ts'
  const others = imports.filter(({ path }) => !isInside(path) && !isTest(path))
  const reached = others.filter(({ path, target }) => isInside(join(dirname(path), target)))
  expect(reached.length).toBeGreaterThan(0)
  expect(reached.filter(({ path, target }) => join(dirname(path), target) !== entry)).toEqual([])
  // Their kinds and times are those of the series.
  const asks = /(?<!function )\b(plan|move)AttendanceQuestions\(/
  expect(sources.filter(path => !isInside(path) && !isTest(path) && asks.test(withoutComments(path)))).toEqual([
    'packages/server/src/domain/playdates/series/attendance-questions.ts',
  ])
})

test('no two rate limits share a name', () => {
  const names = sources.flatMap(path =>
    Array.from(readFileSync(path, 'utf8').matchAll(/: RateLimit = \{\s*name: '([\w-]+)'/g), ([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the contract depends only on zod', () => {
  const others = imports.filter(
    ({ path, target }) => path.startsWith('packages/contract/') && !isTest(path) && !/^(\.|zod(\/|$))/.test(target),
  )
  expect(others).toEqual([])
  expect(Object.keys(manifest('packages/contract/package.json').dependencies ?? {})).toEqual(['zod'])
})

test('a package imports only packages below it, through their exports', () => {
  const wrong = imports.filter(({ path, target }) => {
    const [, from = ''] = path.split('/')
    const [, to] = /^@papadag\/(\w+)/.exec(target) ?? []
    const leaves = target.startsWith('.') && !join(dirname(path), target).startsWith(`packages/${from}/`)
    return (to !== undefined && !packages[from]?.includes(to)) || (leaves && !isTest(path))
  })
  expect(wrong).toEqual([])
})

test('no file re-exports what others export', () => {
  const barrels = sources.filter(
    path =>
      /^index\.tsx?$/.test(basename(path)) || /^export (type )?(\*|\{[^}]*\}) from/m.test(readFileSync(path, 'utf8')),
  )
  expect(barrels).toEqual([])
})

test('files are named in kebab-case', () => {
  const named = [...sources, ...files.filter(path => /^(scripts|tools|e2e|bench)\/.+\.m?[jt]s$/.test(path))]
  const wrong = named.filter(path => {
    const name = basename(path).replace(/(\.\w+)+$/, '')
    return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || /^(utils?|helpers?|common|misc)$/.test(name)
  })
  expect(wrong).toEqual([])
})

test('no folder has more than 25 loose files of code', () => {
  // Data may be many: migrations, catalogues, drawings, results of benches.
  const code = files.filter(path =>
    /^(packages\/\w+\/(src|vite)|scripts|tools|e2e|bench)\/.+\.(m?[jt]sx?|css)$/.test(path),
  )
  const folders = Map.groupBy(code, dirname)
  expect(
    [...folders].filter(([, loose]) => loose.length > 25).map(([folder, { length }]) => `${folder}: ${length}`),
  ).toEqual([])
})

test('scripts, browser tests and benches share tools, and the tools import none of them', () => {
  const programs = files.filter(path => /^(scripts|tools|e2e)\/.+\.m?[jt]s$/.test(path))
  const wrong = programs.flatMap(path => {
    const [own = ''] = path.split('/')
    const others = ['scripts', 'e2e', 'bench'].filter(folder => folder !== own)
    return importsOf(path)
      .filter(target => target.startsWith('.') && others.includes(join(dirname(path), target).split('/')[0] ?? ''))
      .map(target => `${path}: ${target}`)
  })
  expect(wrong).toEqual([])
})

test('no file contains a path on a developer’s machine', () => {
  const machine = /(?<![\w.:/-])\/(work|root|home\/\w+|Users\/\w+)\/\w|"resolved": "https?:/
  const wrong = files.filter(path => isText(path) && machine.test(readFileSync(path, 'utf8')))
  expect(wrong).toEqual([])
})

function isAllowed(path: string, target: string): boolean {
  if (!target.startsWith('.') || isTest(path)) return true
  const from = place(path)
  const to = place(join(dirname(path), target))
  const order = layers[from.package]
  if (!order || from.package !== to.package) return true
  const [above, below] = [order.indexOf(from.layer), order.indexOf(to.layer)]
  // The service worker is a separate program outside the layers.
  if (above === -1 || below === -1) return from.layer === 'service-worker'
  if (above !== below) return above < below
  return from.layer !== 'features' || from.noun === to.noun
}

/** Groups of files that import one another, including type imports and dynamic ones. */
function circles(): string[][] {
  const imported = new Map<string, string[]>()
  for (const { path, target } of imports) {
    if (target.startsWith('.')) imported.set(path, [...(imported.get(path) ?? []), join(dirname(path), target)])
  }
  const reached = new Map(sources.map(path => [path, reachableFrom(imported, path)]))
  const groups = sources
    .filter(path => reached.get(path)?.has(path))
    .map(path => [...(reached.get(path) ?? [])].filter(other => reached.get(other)?.has(path)).sort())
  return groups.filter((group, at) => groups.findIndex(([first]) => first === group[0]) === at)
}

function reachableFrom(imported: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const reached = new Set<string>()
  const open = [start]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const target of imported.get(path) ?? []) {
      if (!reached.has(target)) open.push(target)
      reached.add(target)
    }
  }
  return reached
}

function place(path: string) {
  const [, name = '', , layer = '', noun = ''] = path.split('/')
  return { package: name, layer, noun }
}

/** Whether a file is a test. Tests may import the layers above, since they call features through the running server. */
function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^packages\/\w+\/src\/testing\//.test(path)
}

function importsOf(path: string): string[] {
  const code = readFileSync(path, 'utf8')
  const patterns = [
    /^\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]/gm,
    /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g,
    /^\s*import\s+['"]([^'"]+)['"]/gm,
    /new URL\(\s*['"](\.[^'"]+\.tsx?)['"]/g,
  ]
  return patterns.flatMap(pattern => [...code.matchAll(pattern)].flatMap(([, target]) => target ?? []))
}

function withoutComments(path: string): string {
  return readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

/** Conditions in SQL on the life of a playdate, and on who takes part. */
function stateConditions(path: string): string[] {
  const code = withoutComments(path)
  const plain = [
    /\bcancelled_at\s+is\b/gi,
    /\b(?:start|end)_time\s*[<>]=?\s*now\(\)(?!\s*[-+])/gi,
    /\bend_time\s*[<>]=?\s*now\(\)\s*-\s*interval '7 days'/gi,
    /(?<!delete )\bfrom\s+participants\s+where\s[^`)]{0,200}\buser_id\s*=/gi,
  ].flatMap(pattern => code.match(pattern) ?? [])
  const joined = code
    .split('`')
    .flatMap(text =>
      Array.from(text.matchAll(/\bparticipants\s+(\$\{x\}|\w+)\s+(?:on|where)\b/gi), ([found, alias = '']) =>
        text.includes(`${alias}.user_id = `) ? [found] : [],
      ).flat(),
    )
  return [...plain, ...joined]
}

function isText(path: string): boolean {
  return /\.(m?[jt]sx?|json|md|css|html|sql|po|svg|ya?ml|sh)$|^\.[\w/-]+$/.test(path)
}

test('ARCHITECTURE.md is one page', () => {
  const words = readFileSync('ARCHITECTURE.md', 'utf8')
    .split(/\s+/)
    .filter(word => word !== '')
  expect(words.length).toBeLessThanOrEqual(1500)
})
