import { expect, test } from 'vitest'
import { pageAt } from './pages.ts'
import { joinPlaydate } from './playdates/playdates.ts'
import { address, isTouched } from './route.ts'
import { currentWeather } from './weather/weather.ts'

test('an address contains the call’s parameters and query', () => {
  expect(address(joinPlaydate, { params: { id: 7 } })).toBe('/api/playdates/7/join')
  expect(address(currentWeather, { query: { latitude: '52.4', longitude: undefined } })).toBe(
    '/api/weather?latitude=52.4',
  )
})

test('a write affects the reads whose path begins with the declared segments', () => {
  expect(isTouched('/api/playdates/upcoming?limit=3', ['/api/playdates'])).toBe(true)
  expect(isTouched('/api/playdates', ['/api/playdates'])).toBe(true)
  expect(isTouched('/api/playdates-of-others', ['/api/playdates'])).toBe(false)
  expect(isTouched('/api/user', ['/api/users'])).toBe(false)
})

test.each([
  ['/', 'home'],
  ['/chat', 'chat'],
  ['/chat/7', 'chat'],
  ['/users/7', 'user'],
  ['/edit-playdate/3', 'edit-playdate'],
  ['/edit-playdate', undefined],
  ['/nergens', undefined],
])('the address %s belongs to the page %s', (path, page) => {
  expect(pageAt(path)).toBe(page)
})
