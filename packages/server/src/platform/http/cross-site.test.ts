import { expect, test } from 'vitest'
import { createCrossSiteTokens } from './cross-site.ts'

test('a cross-site token is valid for its own session any number of times, and for no other session', () => {
  const tokens = createCrossSiteTokens('a secret')
  const token = tokens.issue(1)
  for (const times of [1, 2]) expect(tokens.fits(token, 1), `shown ${times} times`).toBe(true)
  for (const session of [2, 11, undefined]) expect(tokens.fits(token, session)).toBe(false)
  expect(tokens.fits(tokens.issue(undefined), undefined)).toBe(true)
  expect(createCrossSiteTokens('another secret').fits(token, 1)).toBe(false)
})

test('a cross-site token that was changed or is malformed is invalid', () => {
  const tokens = createCrossSiteTokens('a secret')
  const token = tokens.issue(1)
  expect(tokens.fits(token, 1)).toBe(true)
  const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  for (const wrong of [undefined, '', changed, token.slice(1), `${token}A`, token.replace('.', ':')]) {
    expect(tokens.fits(wrong, 1)).toBe(false)
  }
})
