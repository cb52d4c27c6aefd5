import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMutations } from './mutations.ts'

test('every mutation fits its source exactly once', () => {
  const misfits = readMutations().filter(({ file, from }) => readFileSync(file, 'utf8').split(from).length !== 2)
  expect(misfits.map(({ file, from }) => `${file}: ${from}`)).toEqual([])
})
