import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alsoEmbedded, onlyEmbedded } from './embedded-tests.ts'

const cwd = 'packages/server'
const files = globSync('src/**/*.test.ts', { cwd })

test('every folder of tests for the embedded database has tests', () => {
  expect(alsoEmbedded.filter(place => !files.some(file => file.startsWith(place)))).toEqual([])
})

test('tests that do not run on PostgreSQL run on the embedded database', () => {
  const left = globSync(onlyEmbedded, { cwd })
  expect(left.length).toBeGreaterThan(onlyEmbedded.length)
  expect(left.filter(file => !alsoEmbedded.some(place => file.startsWith(place)))).toEqual([])
})
