import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { WeatherIcon } from './weather-icon.tsx'

afterEach(cleanup)

test.each([
  ['01d', 'clear-day'],
  ['01n', 'clear-night'],
  ['02d', 'partly-cloudy'],
  ['03n', 'partly-cloudy'],
  ['04d', 'clouds'],
  ['09d', 'drizzle'],
  ['10n', 'rain'],
  ['11d', 'thunder'],
  ['13d', 'snow'],
  ['50d', 'mist'],
  ['99x', 'clouds'],
])('the weather code %s is drawn as %s', (code, drawing) => {
  const { container } = render(<WeatherIcon code={code} />)
  expect(container.querySelector('img')?.getAttribute('src')).toMatch(new RegExp(`weer-${drawing}\\b`))
})
