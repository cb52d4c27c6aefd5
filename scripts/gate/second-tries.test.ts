import { expect, test } from 'vitest'
import { afterRun, withoutSecondTry } from './second-tries.ts'

test('a test that needed a second try gets none in the next five runs, and then one again', () => {
  let known = afterRun({}, ['a race'])
  for (let run = 1; run <= 5; run += 1) {
    expect(withoutSecondTry(known, ['a race', 'another test'])).toEqual(['a race'])
    known = afterRun(known, [])
  }
  expect(withoutSecondTry(known, ['a race'])).toEqual([])
})

test('a test that needs a second try again is remembered from then on', () => {
  const later = afterRun(afterRun(afterRun({}, ['a race']), []), ['a race', 'a new one'])
  expect(later).toEqual({ 'a race': 5, 'a new one': 5 })
})
