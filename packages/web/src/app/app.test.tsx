import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../platform/data/reads.ts'
import { useDraft } from '../platform/drafts.ts'
import { showLanguage } from '../platform/language/language.ts'
import { navigate, providePages } from '../platform/navigation/navigation.tsx'
import { askToReport, useReported } from '../platform/screen/reporting.ts'
import { enter, openSession } from '../platform/session/session.ts'
import { type Answer, daan, ok, refused, serve } from '../testing/stand-in-server.ts'
import { App } from './app.tsx'
import { pageLoader } from './pages.ts'

const visitor = () => refused(401, 'auth.required', 'Log eerst in.')

/** A connection that never answers: its behaviour has tests of its own. */
class SilentSocket {
  close() {}
}

async function open(path: string, user: Answer | Promise<Answer> = ok(daan)) {
  history.replaceState(null, '', path)
  const server = serve({
    'GET /api/user': () => user,
    'GET /api/ws-token': () => ok({ token: 'ticket' }),
    'POST /api/logout': () => ({ status: 204 }),
    'GET /api/playdates/upcoming': () => ok([]),
    'GET /api/playdates/past': () => ok([]),
    'GET /api/places/search?latitude=52.368&longitude=4.904&limit=25': () => ok([]),
  })
  vi.stubGlobal('WebSocket', SilentSocket)
  void openSession()
  await act(async () => render(<App />))
  return server
}

const mainMenu = () => screen.findByRole('navigation', { name: 'Hoofdmenu' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeAll(async () => {
  // Lazy modules are loaded first, so that no test waits for a slow disk.
  await Promise.all([
    import('../pages/auth.tsx'),
    import('../pages/chat/chat.tsx'),
    import('../pages/not-found.tsx'),
    import('../pages/places/places.tsx'),
    import('./header/mobile-sheet.tsx'),
    import('./live-parts.ts'),
    import('@papadag/ui/layers/toast'),
  ])
})
beforeEach(async () => {
  providePages(pageLoader)
  await showLanguage('nl')
})
afterEach(() => {
  cleanup()
  reads.clear()
})

test('a visitor is asked to log in, and is then taken where he was going', async () => {
  await open('/places?type=playground', visitor())
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth?next=%2Fplaces%3Ftype%3Dplayground'))
})

test.each([
  ['a browser that nobody has been logged in with', null, '/auth?tab=register&next=%2Fcircles%3Fcode%3DHEGF2345'],
  ['a browser that somebody has been logged in with', ok(daan), '/auth?next=%2Fcircles%3Fcode%3DHEGF2345'],
])(
  'the link of a letter leads to its code through the form that is likelier needed: %s',
  async (_, before, expected) => {
    localStorage.clear()
    if (before) {
      await open('/places', before)
      await heading('Plekken voor kids')
      cleanup()
      reads.clear()
    }
    await open('/circles?code=HEGF2345', visitor())
    await waitFor(() => expect(location.pathname + location.search).toBe(expected))
  },
)

test('the login page replaces the page that required it in the history', async () => {
  const { asked } = await open('/', visitor())
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth'))
  // Only members have chats, notifications and the like.
  expect(asked).toEqual(['GET /api/user'])
})

test('a member on the login page is sent home', async () => {
  await open('/auth?next=%2Fplaces')
  await heading('Plekken voor kids')
  expect(location.pathname).toBe('/places')
})

test('a spinner is shown while the session is loading', async () => {
  let answer = () => {}
  await open(
    '/places',
    new Promise(resolve => {
      answer = () => resolve(ok(daan))
    }),
  )
  expect(screen.getByRole('status').textContent).toContain('Laden...')
  answer()
  await heading('Plekken voor kids')
  await waitFor(() => expect(screen.queryByText('Laden...')).toBeNull())
})

test('an unknown address shows visitors the not-found page with a way to log in', async () => {
  await open('/nowhere', visitor())
  await heading('404 · Pagina niet gevonden')
  expect(screen.getByRole('link', { name: 'Terug naar home' }).getAttribute('href')).toBe('/')
  expect((await screen.findByRole('link', { name: 'Inloggen' })).getAttribute('href')).toBe('/auth')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('the address that a father guesses leads to his settings', async () => {
  await open('/settings')
  await waitFor(() => expect(location.pathname + location.search).toBe('/profile?tab=settings'))
})

test('both menus mark the current section, and the title names the screen', async () => {
  await open('/places')
  for (const name of ['Hoofdmenu', 'Snelmenu']) {
    const menu = await screen.findByRole('navigation', { name })
    const current = within(menu)
      .getAllByRole('link')
      .filter(link => link.ariaCurrent === 'page' || link.getAttribute('aria-current') === 'page')
    expect(current.map(link => link.getAttribute('href'))).toEqual(['/places'])
  }
  await heading('Plekken voor kids')
  expect(document.title).toBe('Plekken voor kids · Papadag')
})

test('a new screen focuses its heading', async () => {
  await open('/places')
  await heading('Plekken voor kids')
  const menu = await mainMenu()
  await act(async () => fireEvent.click(within(menu).getByRole('link', { name: /Chat/ })))
  const next = await heading('Chats')
  expect(location.pathname).toBe('/chat')
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('changing the language takes effect at once', async () => {
  await open('/places')
  await heading('Plekken voor kids')
  await act(() => showLanguage('fr'))
  await heading('Lieux pour enfants')
  expect(document.title).toBe('Lieux pour enfants · Papadag')
})

test('an expired session leads to the login page, keeps what was typed in this tab, and returns here', async () => {
  const server = await open('/places')
  await heading('Plekken voor kids')
  const draft = render(<DraftOf userId={daan.id} />)
  act(() => screen.getByText('keep').click())
  draft.unmount()
  server.handlers['GET /api/ws-token'] = visitor
  server.handlers['GET /api/user'] = visitor
  const { call } = await import('../platform/data/call.ts')
  const { socketTicket } = await import('@papadag/contract/live/live')
  await act(() => call(socketTicket, {}).catch(() => {}))
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth?next=%2Fplaces'))
  expect(sessionStorage).toHaveLength(0)
  render(<DraftOf userId={daan.id} />)
  expect(screen.getByText('restored: Modderen')).toBeTruthy()
})

function DraftOf({ userId }: { userId: number }) {
  const draft = useDraft('create', userId, stored => String(stored))
  return (
    <button type="button" onClick={() => draft.keep('Modderen')}>
      {draft.restored ? `restored: ${draft.restored}` : 'keep'}
    </button>
  )
}

test('when another tab logs out, this one goes to the login page too, whichever signal comes first', async () => {
  const server = await open('/places')
  await heading('Plekken voor kids')
  const otherTab = new BroadcastChannel('papadag-session')
  const heard = new Promise(resolve => {
    const thisTab = new BroadcastChannel('papadag-session')
    thisTab.onmessage = () => resolve(thisTab.close())
  })
  otherTab.postMessage('leaving')
  await heard
  otherTab.close()
  // The server has closed the connection before the other tab had its answer.
  server.handlers['GET /api/user'] = visitor
  await act(() => reads.invalidateQueries({ queryKey: ['/api/user'] }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth'))
})

test('logging out leads to the login page and leaves none of the user’s data', async () => {
  await open('/places')
  await heading('Plekken voor kids')
  reads.setQueryData(['/api/playdates/upcoming'], ['private'])
  fireEvent.click(screen.getByRole('button', { name: /^Menu openen/, hidden: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Uitloggen' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth'))
  expect(reads.getQueryData(['/api/playdates/upcoming'])).toBeUndefined()
})

test('a logout that does not reach the server says so and still leads to the login page', async () => {
  const server = await open('/places')
  await heading('Plekken voor kids')
  server.handlers['POST /api/logout'] = () => refused(503, 'server.unavailable', 'Even niet.')
  fireEvent.click(screen.getByRole('button', { name: /^Menu openen/, hidden: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Uitloggen' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth'))
  const notification = await screen.findByRole('region', { name: 'Melding' })
  // Title and text are the same in the specification.
  await waitFor(() => expect(notification.textContent?.match(/Uitloggen mislukt/g)).toHaveLength(2))
  localStorage.removeItem('logged_out')
})

test('without a connection the app says that it cannot load the session, and retries on request', async () => {
  const server = await open('/places')
  server.handlers['GET /api/user'] = () => Promise.reject(new TypeError('offline'))
  await act(() => reads.resetQueries())
  await heading('Papadag is niet bereikbaar')
  server.handlers['GET /api/user'] = () => ok(daan)
  fireEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  await heading('Plekken voor kids')
})

test('an internal link does not reload the page', async () => {
  await open('/nowhere')
  await heading('404 · Pagina niet gevonden')
  await act(async () => navigate('/chat/3'))
  await heading('Chat')
})

test('a logout without the server is completed at the next start, before the session is read', async () => {
  localStorage.setItem('logged_out', 'true')
  const { asked } = await open('/places')
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth'))
  await waitFor(() => expect(localStorage.getItem('logged_out')).toBeNull())
  expect(asked).toContain('POST /api/logout')
  expect(asked).not.toContain('GET /api/user')
})

test('a draft report is deleted at logout', async () => {
  await open('/places')
  await heading('Plekken voor kids')
  const { result } = renderHook(() => useReported())
  act(() => askToReport({ type: 'place', id: 3, name: 'Beatrixpark' }))
  expect(result.current).toMatchObject({ id: 3 })
  act(() => enter({ ...daan, id: 2, username: 'bram' }))
  expect(result.current).toBeUndefined()
})
