import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { fallbackWeather } from '@papadag/contract/limits'
import type { Weather } from '@papadag/contract/weather/weather'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { isWet } from './current-weather.ts'
import { WeatherBadge } from './weather-badge.tsx'

beforeEach(() => showLanguage('nl'))
afterEach(cleanup)

const rain: Weather = { temperature: 9.4, condition: 'Rain', icon: '10d', city: 'Utrecht', country: 'NL' }

type Props = Parameters<typeof WeatherBadge>[0]

function badge(changes: Partial<Props> = {}) {
  const props: Props = {
    weather: rain,
    isFallback: false,
    isReading: false,
    readAgain: () => {},
    isEvening: false,
    isLocating: false,
    ...changes,
  }
  return (
    <I18nProvider i18n={i18n}>
      <WeatherBadge {...props} />
    </I18nProvider>
  )
}

const words = () => screen.getByRole('status').textContent

test('the weather badge shows whole degrees, the condition, the place and a witty line', () => {
  render(badge())
  expect(words()).toContain('9°C')
  expect(words()).toContain('Regen')
  expect(words()).toContain('Utrecht, NL')
  expect(words()).toContain('Laarzen dus.')
})

test.each([
  [9.4, '9°C'],
  [9.5, '10°C'],
  [-0.6, '-1°C'],
  [-0.4, '0°C'],
])('a temperature of %d degrees is rounded to %s', (temperature, shown) => {
  render(badge({ weather: { ...rain, temperature } }))
  expect(screen.getByRole('button', { name: new RegExp(`^${shown}`) })).toBeTruthy()
})

test.each([
  ['Clear', 'Zonnebrand mee.'],
  ['Clouds', 'Droog. Meer wil je niet.'],
  ['Drizzle', 'Dit telt niet als regen.'],
  ['Thunderstorm', 'Binnen spelen telt ook.'],
  ['Snow', 'Slee. Nu.'],
  ['Mist', 'Hou ze in zicht.'],
])('with the weather %s, the badge’s line reads: %s', (condition, line) => {
  render(badge({ weather: { ...rain, condition } }))
  expect(words()).toContain(line)
})

test('in the evening the badge’s line says that the day is over, whatever the weather', () => {
  render(badge({ isEvening: true }))
  expect(words()).toContain('Morgen weer een dag.')
  expect(words()).not.toContain('Laarzen dus.')
})

test('an unknown condition still shows temperature and place', () => {
  render(badge({ weather: { ...rain, condition: 'Frogs' } }))
  expect(words()).toContain('9°C')
  expect(words()).toContain('Utrecht, NL')
})

test('while the weather loads an outline is shown and announced', () => {
  render(badge({ weather: undefined }))
  const status = screen.getByRole('status')
  expect(status.getAttribute('aria-busy')).toBe('true')
  expect(status.textContent).toBe('Laden...')
  expect(status.querySelector('.skeleton')).not.toBeNull()
})

test('weather from the fallback says that it is not real, and has no line', async () => {
  await showLanguage('en')
  render(badge({ weather: fallbackWeather, isFallback: true }))
  expect(words()).toContain('18°C')
  expect(words()).toContain('Clear')
  expect(words()).toContain('Amsterdam, NL')
  expect(words()).toContain('Unable to fetch current weather')
  expect(words()).not.toContain('Bring sunscreen.')
})

test('a tap on the badge reads the weather again', async () => {
  const readAgain = vi.fn()
  render(badge({ readAgain }))
  await userEvent.click(screen.getByRole('button', { name: /9°C.*Weer opnieuw ophalen/ }))
  expect(readAgain).toHaveBeenCalledTimes(1)
})

test('the focus stays on the badge when the location button disappears', async () => {
  const { rerender } = render(badge({ onLocate: () => rerender(badge()) }))
  await userEvent.click(screen.getByRole('button', { name: 'Gebruik mijn locatie' }))
  expect(screen.queryByRole('button', { name: 'Gebruik mijn locatie' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /9°C/ }))
})

test('a position known from the start does not move the focus', () => {
  const { rerender } = render(badge({ onLocate: () => {} }))
  rerender(badge())
  expect(document.activeElement).toBe(document.body)
})

test('rain, drizzle, thunder and snow count as wet', () => {
  const all = ['Clear', 'Clouds', 'Rain', 'Drizzle', 'Thunderstorm', 'Snow', 'Mist', 'Fog', 'Squall']
  expect(all.filter(isWet)).toEqual(['Rain', 'Drizzle', 'Thunderstorm', 'Snow'])
})
