import { expect, test } from 'vitest'
import { applied } from './mutant.ts'
import { sample } from './sample.ts'
import { mutantsOf } from './typescript.ts'

const made = (text: string) => mutantsOf('a.ts', text).map(change => applied(text, change))

test.each([
  ['a boundary', 'const isFull = heads >= places', ['const isFull = heads > places']],
  ['a condition', 'const isOpen = isOn && isFree', ['const isOpen = isFree', 'const isOpen = isOn']],
  [
    'an early return',
    'function f() { if (isOver()) return 1 }',
    ['function f() { {} }', 'function f() { if (!(isOver())) return 1 }'],
  ],
  ['a limit and its unit', 'const waitMs = 60_000', ['const waitMs = 60', 'const waitMs = 600000']],
  ['swapped arguments', 'block(blockerId, blockedId)', ['block(blockedId, blockerId)']],
  [
    'a time zone',
    "at('Europe/Amsterdam').getHours()",
    ["at('UTC').getHours()", "at('Europe/Amsterdam').getUTCHours()"],
  ],
  [
    'an awaited failure',
    'async () => { try { return await f() } catch {} }',
    ['async () => { try { return f() } catch {} }'],
  ],
  ['a filter', 'all.filter(one => isNear(one))', ['all']],
])('the mutation check makes errors of %s', (_, text, errors) => expect(made(text)).toEqual(errors))

const written = (text: string) => text.replaceAll('@{', '$' + '{')
const plain = (text: string) => text.replaceAll('$' + '{', '@{')

test('the mutation check makes errors in SQL, but leaves its values alone', () => {
  const text = written(
    'sql`where p.id = @{id} and (p.at <= @{end} or not exists (select from x)) and n between 1 and 2`',
  )
  expect(made(text).map(plain)).toEqual([
    'sql`where (p.at <= @{end} or not exists (select from x)) and n between 1 and 2`',
    'sql`where p.id <> @{id} and (p.at <= @{end} or not exists (select from x)) and n between 1 and 2`',
    'sql`where p.id = @{id}  and n between 1 and 2`',
    'sql`where p.id = @{id} and (not exists (select from x)) and n between 1 and 2`',
    'sql`where p.id = @{id} and (p.at < @{end} or not exists (select from x)) and n between 1 and 2`',
    'sql`where p.id = @{id} and (p.at <= @{end} ) and n between 1 and 2`',
    'sql`where p.id = @{id} and (p.at <= @{end} or exists (select from x)) and n between 1 and 2`',
    'sql`where p.id = @{id} and (p.at <= @{end} or not exists (select from x)) `',
  ])
})

test('the mutation check makes no errors that nobody meets: in log texts, looks, types or the exact moment of a clock', () => {
  expect(made('log.info(a && b); type A = { maxMs: 2000 }; if (at < Date.now()) f()')).toEqual([])
  expect(made('const set = sql`update x set a = b where at > now()`')).toHaveLength(1)
})

test('a seed picks the same errors each time, and as many from each area', () => {
  const pick = (seed: number) => sample({ size: 8, seed, only: ['domain', 'invites'] })
  expect(pick(7)).toEqual(pick(7))
  expect(pick(8)).not.toEqual(pick(7))
  expect([...Map.groupBy(pick(7), ({ area }) => area)].map(([area, { length }]) => [area, length])).toEqual([
    ['domain', 4],
    ['invites', 4],
  ])
})

test('a sample within a path contains errors only from its files, however many are wanted', () => {
  const pick = (within: string) => sample({ size: 999, seed: 7, only: ['domain'], within })
  const files = pick('domain/people.ts').map(({ file }) => file)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(file => !file.includes('domain/people.ts'))).toEqual([])
  expect(pick('no/such/place')).toEqual([])
})
