import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../platform/language.ts'
import { ErrorBoundary } from './error-boundary.tsx'

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('nobody expected this')
  return <p>all is well</p>
}

beforeEach(async () => {
  isBroken = true
  await showLanguage('en')
  // React tells the console as well, which is as it should be.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <Fragile />
      </ErrorBoundary>
    </I18nProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('what nobody expected shows a card that says so', () => {
  const card = screen.getByRole('alert')
  expect(card.textContent).toContain('Something went wrong')
  expect(card.textContent).toContain('An error occurred. Please try again later.')
})

test('Retry draws the screen anew, as often as it takes', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByRole('alert')).toBeTruthy()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByText('all is well')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
