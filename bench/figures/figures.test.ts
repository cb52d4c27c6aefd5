import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measured, toAims, toMarkdown } from '../report.ts'
import { readResults, resultsFolder, superseded, withFigures } from './figures.ts'

const results = readResults()

test('only the newest result of each bench is kept, for people and for programs', () => {
  expect(superseded(results)).toEqual([])
  expect(results.filter(({ name }) => !existsSync(`${resultsFolder}/${name}.md`))).toEqual([])
})

test('the figures in documents are those of the newest results', () => {
  const texts = globSync('docs/**/*.md').map(path => [path, readFileSync(path, 'utf8')] as const)
  expect(texts.filter(([path, text]) => withFigures(text, path, results) !== text).map(([path]) => path)).toEqual([])
  expect(texts.filter(([, text]) => text.includes('<!-- figures of ')).length).toBeGreaterThan(0)
})

test('a bench run replaces an earlier one only when it has all its tables', () => {
  const table = (title: string) => ({ title, settings: '', columns: [], rows: [], aims: [] })
  const run = (name: string, ...titles: string[]) => ({ name, tables: titles.map(table) })
  const all = run('1-all', 'Chat', 'Login')
  expect(superseded([all, run('2-chat', 'Chat')])).toEqual([])
  expect(superseded([all, run('2-chat', 'Chat'), run('3-login', 'Login')])).toEqual(['1-all'])
})

test('a document gets the aims of the newest result, which replace earlier ones', () => {
  const tables = (value: number) => [
    { title: 'Chat', settings: '', columns: [], rows: [], aims: [{ name: 'to bare ws', value, atLeast: 2 }] },
  ]
  const text = 'Before\n<!-- figures of Chat -->\nold\n<!-- end of figures -->\nAfter'
  const renewed = withFigures(text, 'docs/decisions/a.md', [
    { name: '1-chat', tables: tables(3) },
    { name: '2-chat', tables: tables(1.5) },
  ])
  expect(renewed).toContain('[Chat](../../bench/results/2-chat.md)')
  expect(renewed).toContain('| to bare ws | 1.50 | at least 2 | missed |')
  expect(renewed).not.toContain('old')
  expect(() => withFigures(text, 'docs/a.md', [])).toThrow('no result has the table Chat')
})

test('what a bench run could not measure, such as PostGIS where it is not installed, is left out of its figures', () => {
  const table = {
    title: 'Places',
    settings: '',
    columns: ['1,000', '100,000'],
    rows: [
      ['nearest', Number.NaN, 0.5],
      ['PostGIS', Number.NaN, Number.NaN],
    ] satisfies [string, ...number[]][],
    aims: [
      { name: 'PostGIS to nearest', value: Number.NaN, atLeast: 1.5 },
      { name: 'nearest to bare', value: 1.1, atMost: 1.2 },
    ],
  }
  for (const read of [measured(table), measured(JSON.parse(JSON.stringify(table)))]) {
    expect(read.rows).toEqual([['nearest', Number.NaN, 0.5]])
    expect(toAims(read)).not.toContain('PostGIS')
    expect(toMarkdown(read)).toContain('| nearest |  | 0.500 |')
    expect(toMarkdown(read)).toContain('holds: nearest to bare 1.10')
  }
})
