import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { lazy, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../platform/language/language.ts'
import { Quiet } from '../platform/screen/quiet.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('nobody expected this')
  return <p>all is well</p>
}

/** The error of this browser for a chunk that a newer version of the app has removed. */
const goneAs = (sentence: string) => lazy(() => Promise.reject(new TypeError(sentence)))

const within = (screenful: ReactNode) => render(<I18nProvider i18n={i18n}>{screenful}</I18nProvider>)

beforeEach(async () => {
  isBroken = true
  await showLanguage('en')
  // React logs to the console as well, as it should.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('an unexpected error shows a card that says so', () => {
  within(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  )
  const card = screen.getByRole('alert')
  expect(card.textContent).toContain('Something went wrong')
  expect(card.textContent).toContain('An error occurred. Please try again later.')
})

test('Retry renders the screen again, any number of times', () => {
  within(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByRole('alert')).toBeTruthy()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByText('all is well')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  'Failed to fetch dynamically imported module: https://papadag.example/assets/chat.js',
  'error loading dynamically imported module: https://papadag.example/assets/chat.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/map.css',
])('Retry reloads the page when part of it is missing: %s', async sentence => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const Gone = goneAs(sentence)
  within(
    <ErrorBoundary>
      <Suspense>
        <Gone />
      </Suspense>
    </ErrorBoundary>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['code that cannot be fetched', 'Importing a module script failed.', false, 'There is no connection.'],
  ['code that cannot be fetched', 'Importing a module script failed.', true, 'An error occurred.'],
  ['an error of ours', 'nobody expected this', false, 'An error occurred.'],
])('the card for %s (%s), with a network (%s), says: %s', async (_, sentence, onLine, said) => {
  vi.stubGlobal('navigator', { onLine })
  const Gone = goneAs(sentence)
  within(
    <ErrorBoundary>
      <Suspense>
        <Gone />
      </Suspense>
    </ErrorBoundary>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain(said)
})

test('an error next to the screen leaves the screen intact', async () => {
  const Gone = goneAs('Importing a module script failed.')
  const onFailed = vi.fn()
  within(
    <>
      <p>the screen</p>
      <Quiet fallback={<p>a plain bell</p>} onFailed={onFailed}>
        <Suspense>
          <Gone />
        </Suspense>
      </Quiet>
    </>,
  )
  expect(await screen.findByText('a plain bell')).toBeTruthy()
  expect(screen.getByText('the screen')).toBeTruthy()
  expect(onFailed).toHaveBeenCalledOnce()
})
