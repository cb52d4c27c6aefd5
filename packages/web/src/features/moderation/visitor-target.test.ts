import { expect, test } from 'vitest'
import { targetAt } from './visitor-target.ts'

test.each([
  ['https://papadag.example/users/12', { targetType: 'user', targetId: 12 }],
  [' /playdates?open=3 ', { targetType: 'playdate', targetId: 3 }],
  ['https://papadag.example/playdates?tab=past&open=3', { targetType: 'playdate', targetId: 3 }],
  ['/places?tab=playgrounds&open=7#x', { targetType: 'place', targetId: 7 }],
])('%s shows something that can be reported', (address, target) => {
  expect(targetAt(address)).toEqual(target)
})

test.each(['', 'Kwame', '/users/me', '/users/0', '/playdates', '/places?open=x', '/places?open=1.5', 'http://['])(
  '%j does not',
  address => {
    expect(targetAt(address)).toBe(undefined)
  },
)
