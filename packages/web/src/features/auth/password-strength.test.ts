import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test.each([
  ['', 'weak'],
  ['kort', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['12121212', 'weak'],
  ['zandkasteel', 'fair'],
  ['Zandkast1', 'fair'],
  ['Zandkast1!', 'strong'],
  ['zand kasteel 12', 'strong'],
  ['vier laarzen in de modder', 'strong'],
])('the password “%s” counts as %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
