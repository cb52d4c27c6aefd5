import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastNotice } from '../../testing/last-notice.ts'
import { daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { call } from '../data/call.ts'
import { reads } from '../data/reads.ts'
import { showLanguage } from '../language/language.ts'

const other = new BroadcastChannel('papadag-session')
let session: typeof import('./session.ts')
beforeEach(async () => {
  await showLanguage('en')
  session = await import('./session.ts')
})
afterEach(() => {
  localStorage.removeItem('logged_out')
  session.depart('out')
  reads.clear()
})

const user = () => reads.getQueryData<typeof daan | null>(['/api/user'])
const status = () =>
  renderHook(() => session.useSession(), {
    wrapper: ({ children }) => <QueryClientProvider client={reads}>{children}</QueryClientProvider>,
  }).result

/** Resolves once what other tabs have said so far has arrived. */
const everyMessage = () =>
  new Promise<void>(done => {
    const channel = new BroadcastChannel('papadag-session-end')
    const end = new BroadcastChannel('papadag-session-end')
    channel.onmessage = () => {
      channel.close()
      end.close()
      done()
    }
    end.postMessage('done')
  })

test('a login in another tab is noticed here, and a logout there ends the session here and is remembered', async () => {
  let answer = refused(401, 'auth.required', 'Log in.')
  serve({ 'GET /api/user': () => answer })
  await session.openSession()
  expect(user()).toBeNull()
  const seen = status()
  expect(seen.current).toEqual({ status: 'visitor', loggedOut: false })
  answer = ok(daan)
  other.postMessage('in')
  await waitFor(() => expect(user()).toMatchObject({ id: 1 }))
  other.postMessage('out')
  await waitFor(() => expect(user()).toBeNull())
  await waitFor(() => expect(seen.current).toEqual({ status: 'visitor', loggedOut: true }))
  expect(session.howSessionEnded()).toBe('elsewhere')
})

test.each([
  ['is logging out', ['leaving'], 'elsewhere'],
  ['does not log out after all', ['leaving', 'stayed'], 'expired'],
])('a session refused while another tab %s has ended accordingly', async (_, said, expected) => {
  const { handlers } = serve({ 'GET /api/user': () => ok(daan) })
  await session.openSession()
  const seen = status()
  await waitFor(() => expect(seen.current.status).toBe('member'))
  handlers['GET /api/playdates/upcoming'] = () => refused(401, 'auth.required', 'Log in.')
  for (const message of said) other.postMessage(message)
  await everyMessage()
  await expect(call(upcomingPlaydates, {})).rejects.toThrow()
  await waitFor(() => expect(seen.current.status).toBe('visitor'))
  expect(session.howSessionEnded()).toBe(expected)
})

test('a logout in another tab shows a visitor nothing', async () => {
  serve({ 'GET /api/user': () => refused(401, 'auth.required', 'Log in.') })
  await session.openSession()
  other.postMessage('out')
  await waitFor(() => expect(user()).toBeNull())
  await everyMessage()
  expect(session.howSessionEnded()).toBeUndefined()
})

test('a session that cannot be read can be tried again', async () => {
  const { handlers } = serve({ 'GET /api/user': () => refused(404, 'route.unknown', 'No.') })
  await session.openSession()
  const seen = status()
  await waitFor(() => expect(seen.current.status).toBe('unknown'))
  handlers['GET /api/user'] = () => ok(daan)
  if (seen.current.status === 'unknown') seen.current.retry()
  await waitFor(() => expect(seen.current).toMatchObject({ status: 'member', user: { id: 1 } }))
})

test('a visitor whose session cannot be read again sees that it is tried again', async () => {
  const { handlers } = serve({ 'GET /api/user': () => refused(401, 'session.none', 'No.') })
  await session.openSession()
  const seen = status()
  await waitFor(() => expect(seen.current.status).toBe('visitor'))
  handlers['GET /api/user'] = () => refused(404, 'route.unknown', 'No.')
  void reads.refetchQueries({ queryKey: ['/api/user'] })
  await waitFor(() => expect(seen.current.status).toBe('unknown'))
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok>>()
  handlers['GET /api/user'] = () => promise
  if (seen.current.status === 'unknown') seen.current.retry()
  await waitFor(() => expect(seen.current.status).toBe('loading'))
  resolve(ok(daan))
  await waitFor(() => expect(seen.current).toMatchObject({ status: 'member', user: { id: 1 } }))
})

test('a logout that did not reach the server is announced at the next start, and nobody is signed in', async () => {
  localStorage.setItem('logged_out', 'true')
  const { asked } = serve({ 'POST /api/logout': () => ({ status: 204 }) })
  await session.openSession()
  expect(user()).toBeNull()
  await waitFor(() => expect(localStorage.getItem('logged_out')).toBeNull())
  expect(asked).toEqual(['POST /api/logout'])
})

test('a logout that did not reach the server is sent again later', async () => {
  localStorage.setItem('logged_out', 'true')
  const { asked } = serve({})
  await session.openSession()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(localStorage.getItem('logged_out')).toBe('true')
  serve({ 'POST /api/logout': () => ({ status: 204 }) })
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(localStorage.getItem('logged_out')).toBeNull())
})

test('logging in clears earlier errors, and the note about logging out', async () => {
  const { notify } = await import('../screen/notices.ts')
  localStorage.setItem('logged_out', 'true')
  notify({ title: 'Before', tone: 'destructive' })
  const heard = vi.fn()
  other.onmessage = ({ data }) => heard(data)
  session.enter(daan)
  expect(lastNotice()).toBeUndefined()
  expect(localStorage.getItem('logged_out')).toBeNull()
  expect(user()).toMatchObject({ id: 1 })
  await waitFor(() => expect(heard).toHaveBeenCalledWith('in'))
  other.onmessage = null
})
