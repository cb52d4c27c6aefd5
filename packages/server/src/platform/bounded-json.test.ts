import { expect, test } from 'vitest'
import { isBoundedJson } from './bounded-json.ts'

test.each([
  ['a list', JSON.stringify(Array(2002).fill(0))],
  ['nested lists', '['.repeat(2001)],
  ['nested objects', '{"a":'.repeat(2001)],
  ['an object with many names', JSON.stringify(Object.fromEntries(Array.from({ length: 2002 }, (_, n) => [n, n])))],
  ['a list after a text with a quote in it', `["\\"",${'0,'.repeat(2001)}0]`],
])('a JSON text of %s with too many values is not parsed', (_what, text) => {
  expect(isBoundedJson(text)).toBe(false)
})

test.each([
  ['a long list', JSON.stringify(Array(1999).fill(0))],
  ['a text of commas and brackets', JSON.stringify({ text: ',[{'.repeat(80_000) })],
  ['a text of quotes and backslashes', JSON.stringify({ text: '\\",[{'.repeat(10_000) })],
])('a JSON text of %s is parsed', (_what, text) => {
  expect(isBoundedJson(text)).toBe(true)
})
