import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../platform/data/reads.ts'
import { useDraft } from '../platform/drafts.ts'
import { showLanguage } from '../platform/language/language.ts'
import { providePages } from '../platform/navigation/navigation.tsx'
import { askToReport } from '../platform/screen/reporting.ts'
import { depart, enter, openSession } from '../platform/session/session.ts'
import { daan, type Handlers, ok, refused, serve } from '../testing/stand-in-server.ts'
import { App } from './app.tsx'
import { pageLoader } from './pages.ts'

const expired = () => refused(401, 'auth.required', 'Log eerst in.')

/** A connection that never answers: its behaviour has tests of its own. */
class SilentSocket {
  close() {}
}

async function open(path: string, handlers: Handlers = {}) {
  history.replaceState(null, '', path)
  const server = serve({
    'GET /api/user': () => ok(daan),
    'GET /api/ws-token': () => ok({ token: 'ticket' }),
    'GET /api/users/me': () => ok(daan),
    'GET /api/users/me/sessions': () => ok([]),
    'GET /api/users/me/blocks': () => ok([]),
    'GET /api/reports': () => ok([]),
    'GET /api/places/search?latitude=52.368&longitude=4.904&limit=25': () => ok([]),
    ...handlers,
  })
  vi.stubGlobal('WebSocket', SilentSocket)
  void openSession()
  await act(async () => render(<App />))
  return server
}

beforeAll(async () => {
  // Lazy modules are loaded first, so that no test waits for a slow disk.
  await Promise.all([import('./overlays/overlays.tsx'), import('../features/moderation/report-dialog.tsx')])
})
beforeEach(async () => {
  providePages(pageLoader)
  await showLanguage('nl')
})
afterEach(() => {
  cleanup()
  // The next test is another tab.
  depart('out')
  reads.clear()
})

test('a report refused by an expired session is restored after logging in', async () => {
  const { handlers } = await open('/places', { 'POST /api/reports': expired })
  await screen.findByRole('heading', { level: 1, name: 'Plekken voor kids' })
  const place = { type: 'place', id: 7, name: 'Het Woeste Westen' } as const
  act(() => askToReport(place))
  const dialog = within(await screen.findByRole('dialog', { name: /Het Woeste Westen/ }))
  fireEvent.click(dialog.getAllByRole('radio')[0] ?? document.body)
  const text = dialog.getByLabelText<HTMLTextAreaElement>(/^Wat is er gebeurd/)
  fireEvent.change(text, { target: { value: 'Het hek staat open.' } })
  handlers['GET /api/user'] = expired
  fireEvent.submit(text.form ?? text)
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth?next=%2Fplaces'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sessionStorage).toHaveLength(0)

  handlers['GET /api/user'] = () => ok(daan)
  act(() => enter(daan))
  await screen.findByRole('heading', { level: 1, name: 'Plekken voor kids' })
  act(() => askToReport(place))
  const again = within(await screen.findByRole('dialog', { name: /Het Woeste Westen/ }))
  expect(again.getByLabelText<HTMLTextAreaElement>(/^Wat is er gebeurd/).value).toBe('Het hek staat open.')
})

test('an export refused by an expired session leads to the login page, and other drafts stay', async () => {
  const { handlers } = await open('/profile?tab=settings&section=data', { 'GET /api/users/me/export': expired })
  const download = await screen.findByRole('button', { name: 'Mijn gegevens downloaden' })
  const draft = render(<Typed />)
  act(() => draft.getByText('type').click())
  draft.unmount()
  handlers['GET /api/user'] = expired
  fireEvent.click(download)
  await waitFor(() =>
    expect(location.pathname + location.search).toBe('/auth?next=%2Fprofile%3Ftab%3Dsettings%26section%3Ddata'),
  )
  render(<Typed />)
  expect(screen.getByText('Bouwt hutten.')).toBeTruthy()
})

test('a tab that opens with an expired session stores nothing of its user, and restores his drafts when he returns', async () => {
  sessionStorage.setItem('draft:1:profile', JSON.stringify('Bouwt hutten.'))
  sessionStorage.setItem('draft:2:profile', JSON.stringify('Bakt taarten.'))
  const { handlers } = await open('/profile', { 'GET /api/user': expired })
  await waitFor(() => expect(location.pathname).toBe('/auth'))
  expect(sessionStorage).toHaveLength(0)
  handlers['GET /api/user'] = () => ok(daan)
  act(() => enter(daan))
  render(<Typed />)
  expect(screen.getByText('Bouwt hutten.')).toBeTruthy()
})

test('a father does not find another user’s drafts in the tab', async () => {
  sessionStorage.setItem('draft:2:profile', JSON.stringify('Bakt taarten.'))
  await open('/places')
  await screen.findByRole('heading', { level: 1, name: 'Plekken voor kids' })
  expect(sessionStorage).toHaveLength(0)
})

function Typed() {
  const draft = useDraft('profile', daan.id, stored => String(stored))
  return (
    <button type="button" onClick={() => draft.keep('Bouwt hutten.')}>
      {draft.restored ?? 'type'}
    </button>
  )
}
