import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMutations } from './mutations.ts'

test('every mutation fits its source exactly once', () => {
  const misfits = readMutations().filter(({ file, from }) => readFileSync(file, 'utf8').split(from).length !== 2)
  expect(misfits.map(({ file, from }) => `${file}: ${from}`)).toEqual([])
})

test('every mutation names tests that exist', () => {
  const files = globSync('packages/*/src/**/*.test.{ts,tsx}')
  const names = new Set(readMutations().flatMap(({ tests }) => tests))
  expect([...names].filter(name => !files.some(file => file.includes(name)))).toEqual([])
})
