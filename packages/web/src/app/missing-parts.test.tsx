import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../platform/language/language.ts'
import { askToReport } from '../platform/screen/reporting.ts'
import { lastNotice } from '../testing/last-notice.ts'
import { show } from '../testing/show.tsx'
import { daan, ok } from '../testing/stand-in-server.ts'
import { Header } from './header/header.tsx'
import { Overlays } from './overlays/overlays.tsx'

// Stands in for the network below modules: their files cannot be loaded.
const gone = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('./header/mobile-sheet.tsx', gone)
vi.mock('./header/profile-list.tsx', gone)
vi.mock('./header/inbox.tsx', gone)
vi.mock('../features/consent/consent-dialog.tsx', gone)
vi.mock('../features/moderation/report-dialog.tsx', gone)

const reload = vi.fn()

beforeEach(async () => {
  await showLanguage('en')
  // React logs to the console as well, as it should.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(() => vi.restoreAllMocks())

test('a menu, bell or dialog whose code fails to load says so, leaves the screen usable, and works after a reload', async () => {
  show(
    <>
      <Header unread={0} />
      <p>the screen</p>
      <Overlays />
    </>,
    '/',
    { 'GET /api/user': () => ok(daan) },
  )
  fireEvent.click(screen.getByRole('button', { name: /^Open menu/ }))
  await waitFor(() => expect(lastNotice()?.description).toContain('There is no connection.'))
  expect(screen.getByText('the screen')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Open menu/ }).getAttribute('aria-expanded')).toBe('false')
  expect(reload).not.toHaveBeenCalled()

  fireEvent.click(screen.getByRole('button', { name: /^Open menu/ }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  fireEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: /^Notifications/ }))
  expect(reload).toHaveBeenCalledTimes(2)
  fireEvent.click(screen.getByRole('button', { name: /^Profile menu/ }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(3))
  act(() => askToReport({ type: 'place', id: 7, name: 'Het Woeste Westen' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(4))
  expect(screen.getByText('the screen')).toBeTruthy()
})
