import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { intentFor } from './installed-app.ts'
import { OpenInApp } from './open-in-app.tsx'

const phone = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
const agent = vi.spyOn(navigator, 'userAgent', 'get')
const inApp = vi.spyOn(window, 'matchMedia')
const known = vi.fn(async () => [{ platform: 'webapp' }] as unknown[])

beforeEach(async () => {
  await showLanguage('nl')
  localStorage.clear()
  agent.mockReturnValue(phone)
  inApp.mockReturnValue({ matches: false } as MediaQueryList) // only this is read
  known.mockClear().mockResolvedValue([{ platform: 'webapp' }])
  Object.defineProperty(navigator, 'getInstalledRelatedApps', { configurable: true, value: known })
})
afterEach(() => Reflect.deleteProperty(navigator, 'getInstalledRelatedApps'))

const offer = () => screen.queryByRole('link', { name: 'Open in de app' })

test('whoever opens a link in a phone’s browser that has the app can go on in the app', async () => {
  show(<OpenInApp mayShow />, '/i/AbCdEfGhIjKlMnOpQrStUv')
  await waitFor(() => expect(offer()).not.toBeNull())
  expect(offer()?.getAttribute('href')).toMatch(/^intent:\/\//)
})

test('the address opens in the app with all that it carries, and without the app in the browser', () => {
  const address = 'https://papadag.example/auth?reset=a-token'
  expect(intentFor(address)).toBe(
    'intent://papadag.example/auth?reset=a-token#Intent;scheme=https;action=android.intent.action.VIEW;S.browser_fallback_url=https%3A%2F%2Fpapadag.example%2Fauth%3Freset%3Da-token;end',
  )
})

test('whoever stays in the browser is not asked again for two weeks', async () => {
  const first = show(<OpenInApp mayShow />, '/chat')
  await userEvent.click(await screen.findByRole('button', { name: 'Hier blijven' }))
  expect(offer()).toBeNull()
  first.unmount()
  show(<OpenInApp mayShow />, '/chat')
  await waitFor(() => expect(known).toHaveBeenCalledTimes(2))
  expect(offer()).toBeNull()
})

test.each<[string, () => unknown, number]>([
  ['without the app', () => known.mockResolvedValue([]), 1],
  ['where the browser does not say', () => known.mockRejectedValue(new Error('not here')), 1],
  ['within the app', () => inApp.mockReturnValue({ matches: true } as MediaQueryList), 0],
  ['on a desktop', () => agent.mockReturnValue('Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0'), 0],
])('%s nothing is offered', async (_, happens, times) => {
  happens()
  show(<OpenInApp mayShow />, '/chat')
  await waitFor(() => expect(known).toHaveBeenCalledTimes(times))
  await Promise.resolve()
  expect(offer()).toBeNull()
})
