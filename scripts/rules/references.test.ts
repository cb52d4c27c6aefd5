import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The pages cited by comments, tests and documents, with their codes and sections. */
const pages = {
  safety: codesOf('docs/safety.md'),
  decision: codesOf('docs/choices.md'),
  contract: codesOf('docs/contract.md'),
}
const citations = execFileSync(
  'git',
  ['grep', '-hoIE', String.raw`\b(safety|decisions?|contract) [A-Z]?[0-9]+[^)."]*`],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .flatMap(text => citedIn(text))

test('every cited rule, decision and section of the contract exists in the documents', () => {
  const lost = citations.filter(({ page, code }) => !pages[page].has(code))
  expect(lost).toEqual([])
  expect(citations.length).toBeGreaterThan(50)
})

test('the documents define each code once', () => {
  for (const [file, pattern] of [
    ['docs/safety.md', /^- (S\d+) /gm],
    ['docs/choices.md', /^\| ([A-Z]\d+) \|/gm],
  ] as const) {
    const codes = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, code]) => code)
    expect(codes).toEqual([...new Set(codes)])
  }
})

test('the list of decisions has every page, by its own title', () => {
  const folder = 'docs/decisions'
  const list = readFileSync(join(folder, 'README.md'), 'utf8')
  const listed = Array.from(list.matchAll(/^(\d+)\. \[(.+)\]\((\d{4})-.+\.md\)$/gm), ([line, at, title, page]) => {
    expect(Number(page), line).toBe(Number(at))
    return { page: /\((.+)\)$/.exec(line)?.[1] ?? '', title }
  })
  const pages = readdirSync(folder).filter(name => /^\d/.test(name))
  const own = (page: string) => /^# (.+)$/m.exec(readFileSync(join(folder, page), 'utf8'))?.[1]
  expect(listed).toEqual(pages.sort().map(page => ({ page, title: own(page) })))
})

test('every file that a document or a comment names exists', () => {
  const tracked = linesOf(['ls-files']).filter(path => existsSync(path))
  const folders = tracked.flatMap(path => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/')))
  const ends = new Set(
    [...tracked, ...folders].flatMap(path => path.split('/').map((_, at, all) => all.slice(at).join('/'))),
  )
  const isThere = (named: string, from: string) =>
    [
      named,
      join(dirname(from), named),
      ...sources.map(part => named.replace(/^(?:packages\/)?(\w+)\//, `$1/${part}`)),
    ].some(path => ends.has(path.replace(/\/$/, '')))
  const documents = tracked.filter(path => path.endsWith('.md') && !notOfThisTree.test(path))
  const code = tracked.filter(path => /\.(m?[jt]sx?|css|html)$/.test(path) && !notOfThisTree.test(path))
  const named = [...documents.flatMap(pathsIn), ...code.flatMap(pathsInComments)]
  expect(named.length).toBeGreaterThan(400)
  expect(named.filter(({ path, from }) => !isThere(path, from)).map(({ path, from }) => `${from}: ${path}`)).toEqual([])
})

/** History, the results of benches, and the plan of screens that are yet to be built. */
const notOfThisTree = /^CHANGELOG|^bench\/results\/|^docs\/today\.md$|^docs\/mockups\//
/** What is left out between a package and a path in it. */
const sources = ['', 'src/']
/** Made by a build, kept in the data folder, or of somebody else. */
const notTracked =
  /^(?:\.\/data|dist|DATA_DIR|node_modules|leaflet|europe|Etc)\b|^docs\/screens$|^(?:application|image|text)\/|[*<$]/

function linesOf(command: string[]): string[] {
  return execFileSync('git', command, { encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** Paths in code spans, with or without a folder, and the targets of links. */
function pathsIn(from: string) {
  const text = readFileSync(from, 'utf8')
  const spans = Array.from(
    text.matchAll(/`([\w.{},-]+(?:\/[\w.{},-]+)+\/?|[\w-]+(?:\.test)?\.(?:tsx?|mjs))`/g),
    ([, path = '']) => path,
  )
  const links = Array.from(text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g), ([, path = '']) => path)
  return [...spans.flatMap(alternatives), ...links].filter(path => !notTracked.test(path)).map(path => ({ path, from }))
}

function pathsInComments(from: string) {
  const comments = readFileSync(from, 'utf8').match(/^\s*(?:\/\/|\/?\*|<!--).*$/gm) ?? []
  return comments
    .flatMap(line =>
      Array.from(
        line.matchAll(/(?<![\w.:@/])((?:[\w-]+\/)*[\w-]+(?:\.test)?\.(?:tsx?|mjs|md))\b/g),
        ([, path = '']) => path,
      ),
    )
    .filter(path => !notTracked.test(path))
    .map(path => ({ path, from }))
}

/** `a/{b,c}.ts` as two paths. */
function alternatives(path: string): string[] {
  const [, before = '', all, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return all === undefined ? [path] : all.split(',').map(one => before + one + after)
}

/** Rules ("- S25 …"), rows ("| K10 |") and sections ("## 7. …"). */
function codesOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8')
  return new Set(
    [...text.matchAll(/^(?:- (S\d+) |\| ([A-Z]\d+) \||## (\d+)\. )/gm)].map(
      ([, rule, row, section]) => rule ?? row ?? section ?? '',
    ),
  )
}

/**
 * The codes cited in a text; one citation may name several: "safety S4, S7", "safety S33 to S35", "decisions V1 and
 * V2".
 */
function citedIn(text: string): { page: keyof typeof pages; code: string }[] {
  const [, name, codes] = /^(safety|decision|contract)s? ((?:(?:, | and | to | or )?[A-Z]?\d+\b)+)/.exec(text) ?? []
  if (!name || !codes) return []
  const page = name as keyof typeof pages // the pattern names the keys of `pages`
  return codes.split(/, | and | to | or /).map(code => ({ page, code }))
}
