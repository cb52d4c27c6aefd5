import { ToastRegion } from '@papadag/ui/layers/toast'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { forgetNotices } from '../../platform/screen/notices.ts'
import { answerKey, readConsentAgain } from '../../platform/session/consent.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { createLocator } from './locator.ts'

const amsterdam = { latitude: 52.3676, longitude: 4.9041 }
const utrecht = { latitude: 52.0907, longitude: 5.1214 }

beforeEach(() => showLanguage('nl'))
afterEach(() => {
  cleanup()
  forgetNotices()
  localStorage.clear()
})

type Found = { latitude: number; longitude: number } | 'denied'

/** A browser at this position, or without permission. */
function browser(found: Found, state: PermissionState = 'prompt') {
  const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>((onFound, onFailed) => {
    // The fields of a browser's position that are read.
    if (found === 'denied') onFailed?.({ code: 1 } as GeolocationPositionError)
    else onFound({ coords: found } as GeolocationPosition)
  })
  const parts = { geolocation: { getCurrentPosition }, permissions: { query: async () => ({ state }) } }
  return { getCurrentPosition, navigator: parts as unknown as Navigator } // the two parts that are asked
}

function answer(to: 'true' | 'false') {
  localStorage.setItem(answerKey, to)
  readConsentAgain()
}

const hasVisited = () => localStorage.setItem('location_asked', 'true')

test('without permission a father’s location is Amsterdam, and he is not asked', async () => {
  hasVisited()
  const { navigator, getCurrentPosition } = browser(utrecht)
  const locator = createLocator(navigator)
  expect(locator.get()).toEqual({ status: 'loading', position: undefined })
  await locator.start()
  expect(locator.get()).toMatchObject({ status: 'fallback', position: amsterdam })
  expect(getCurrentPosition).not.toHaveBeenCalled()
})

test('a permission given earlier is used without asking', async () => {
  hasVisited()
  const { navigator, getCurrentPosition } = browser(utrecht, 'granted')
  const locator = createLocator(navigator)
  await locator.start()
  expect(locator.get()).toEqual({ status: 'obtained', position: utrecht })
  expect(getCurrentPosition.mock.calls[0]?.[2]).toEqual({
    enableHighAccuracy: true,
    timeout: 10_000,
    maximumAge: 60_000,
  })
})

test('restarting the app does not ask for the location again', async () => {
  hasVisited()
  const { navigator, getCurrentPosition } = browser(utrecht, 'granted')
  const locator = createLocator(navigator)
  await locator.start()
  await locator.start()
  expect(getCurrentPosition).toHaveBeenCalledTimes(1)
})

test('on the first visit an old permission waits for this user’s answer', async () => {
  const { navigator, getCurrentPosition } = browser(utrecht, 'granted')
  const locator = createLocator(navigator)
  locator.offer()
  await locator.start()
  expect(locator.get().status).toBe('fallback')
  expect(getCurrentPosition).not.toHaveBeenCalled()
})

test('an unavailable position falls back to Amsterdam with a notice', async () => {
  const locator = createLocator(browser('denied').navigator)
  await locator.locate()
  expect(locator.get()).toMatchObject({ status: 'fallback', position: amsterdam })
  expect(lastNotice()).toMatchObject({
    title: 'Locatie niet beschikbaar',
    description: 'Sommige functies zijn beperkt.',
  })
})

test('a browser without geolocation says so', async () => {
  await showLanguage('en')
  const locator = createLocator({} as Navigator) // an embedded browser
  await locator.locate()
  expect(locator.get().status).toBe('fallback')
  expect(lastNotice()?.description).toBe('Geolocation is not supported by your browser.')
})

test.each([
  ['may not say it', browser('denied').navigator, 'Location Error', 'Could not get your current location.'],
  ['cannot', {} as Navigator, 'Browser Not Supported', 'Geolocation is not supported by your browser.'], // embedded
])('on the places screen a browser that %s gets its own notice', async (_, navigator, title, description) => {
  await showLanguage('en')
  const locator = createLocator(navigator)
  expect(await locator.locateForPlaces()).toBeUndefined()
  expect(locator.get()).toMatchObject({ status: 'fallback', position: amsterdam })
  expect(lastNotice()).toMatchObject({ title, description })
})

test('a father who asks for his position gets an answer', async () => {
  const locator = createLocator(browser(utrecht).navigator)
  expect(await locator.locateForPlaces()).toEqual(utrecht)
})

test('a position that arrives after permission was withdrawn is ignored', async () => {
  const { navigator, getCurrentPosition } = browser(utrecht)
  const find = getCurrentPosition.getMockImplementation()
  getCurrentPosition.mockImplementation((...callbacks) => {
    answer('false')
    find?.(...callbacks)
  })
  const locator = createLocator(navigator)
  const found = await locator.locateForPlaces()
  answer('true')
  expect(found).toBe(undefined)
  expect(locator.get()).toMatchObject({ status: 'fallback', position: amsterdam })
})

test('the last position stays while the browser looks for a new one', async () => {
  hasVisited()
  const { navigator } = browser(utrecht)
  const locator = createLocator(navigator)
  await locator.start()
  const seen: unknown[] = []
  locator.watch(() => seen.push(locator.get()))
  await locator.locate()
  expect(seen).toEqual([
    { status: 'loading', position: expect.objectContaining(amsterdam) },
    { status: 'obtained', position: utrecht },
  ])
})

test('the first visit asks once per browser', async () => {
  const shown = render(
    <ToastRegion label="Melding" closeLabel="Sluiten" limits={{ durationMs: 5000, removalMs: 1000, swipePx: 50 }} />,
  )
  const locator = createLocator(browser(utrecht).navigator)
  locator.offer()
  expect(localStorage.getItem('location_asked')).toBe('true')
  const button = await screen.findByRole('button', { name: 'Toestaan' })
  expect(screen.getByText('Mogen we weten waar je bent?')).toBeTruthy()
  await userEvent.click(button)
  expect(locator.get()).toEqual({ status: 'obtained', position: utrecht })

  const asked = vi.spyOn(Storage.prototype, 'setItem')
  createLocator(browser(utrecht).navigator).offer()
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  shown.unmount()
})

test('the first visit’s question is shown for ten seconds', async () => {
  vi.useFakeTimers()
  render(
    <ToastRegion label="Melding" closeLabel="Sluiten" limits={{ durationMs: 5000, removalMs: 1000, swipePx: 50 }} />,
  )
  createLocator(browser(utrecht).navigator).offer()
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.queryByRole('button', { name: 'Toestaan' })).not.toBeNull()
  act(() => void vi.advanceTimersByTime(9500))
  expect(screen.queryByRole('button', { name: 'Toestaan' })).not.toBeNull()
  act(() => void vi.advanceTimersByTime(500))
  expect(screen.queryByRole('button', { name: 'Toestaan' })).toBeNull()
  vi.useRealTimers()
})
