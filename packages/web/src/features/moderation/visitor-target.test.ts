import { expect, test } from 'vitest'
import { targetAt } from './visitor-target.ts'

test.each([
  ['https://papadag.example/users/12', { targetType: 'user', targetId: 12 }],
  [' /playdates?open=3 ', { targetType: 'playdate', targetId: 3 }],
  ['https://papadag.example/playdates?tab=past&open=3', { targetType: 'playdate', targetId: 3 }],
  ['/places?tab=playgrounds&open=7#x', { targetType: 'place', targetId: 7 }],
  ['https://papadag.example/playground-map?features=sandbox&place=7', { targetType: 'place', targetId: 7 }],
])('%s is the address of reportable content', (address, target) => {
  expect(targetAt(address)).toEqual(target)
})

test.each([
  '',
  'Kwame',
  '/users/me',
  '/users/0',
  '/playdates',
  '/places?open=x',
  '/places?open=1.5',
  '/playground-map?open=7',
  '/places?place=7',
  '/home?open=7',
  'http://[',
])('%j is not the address of reportable content', address => {
  expect(targetAt(address)).toBe(undefined)
})
