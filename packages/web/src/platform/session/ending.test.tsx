import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastNotice } from '../../testing/last-notice.ts'
import { type Answer, daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { shownToast } from '../../testing/toasts.ts'
import { call } from '../data/call.ts'
import { reads } from '../data/reads.ts'
import { useDraft } from '../drafts.ts'
import { showLanguage } from '../language/language.ts'
import { notify } from '../screen/notices.ts'
import { useLogOut } from './log-out.ts'
import { useFirstSteps } from './onboarding-progress.ts'
import { depart, enter, howSessionEnded, openSession, useSession, whenSessionExpires } from './session.ts'
import { useLogIn } from './sign-in.ts'
import { useRegister } from './sign-up.ts'

const list = ['/api/playdates/upcoming']
const kwame = { ...daan, id: 2, firstName: 'Kwame' }

beforeEach(() => showLanguage('en'))
afterEach(() => {
  depart('out')
  localStorage.clear()
  reads.clear()
})

const render = <T,>(hook: () => T) =>
  renderHook(hook, {
    wrapper: ({ children }) => <QueryClientProvider client={reads}>{children}</QueryClientProvider>,
  }).result
const user = () => reads.getQueryData<typeof daan | null>(['/api/user'])
const draftOf = (userId: number) => {
  const { result, unmount } = renderHook(() => useDraft('form', userId, stored => String(stored)))
  unmount()
  return result.current
}

/** Daan is signed in, with a list on screen, something typed and a failure noted. */
async function signedIn() {
  const { handlers, asked } = serve({ 'GET /api/user': () => ok(daan) })
  await openSession()
  await waitFor(() => expect(user()).toMatchObject({ id: 1 }))
  reads.setQueryData(list, [{ id: 7 }])
  draftOf(1).keep('typed')
  notify({ title: 'Oh', tone: 'destructive' })
  return { handlers, asked }
}
const left = () => ({
  list: reads.getQueryData(list) !== undefined,
  draft: draftOf(1).restored,
  notice: lastNotice()?.title,
  greeted: localStorage.getItem('greeted'),
})

test('a father who signs in again finds his drafts', async () => {
  const { handlers } = await signedIn()
  handlers['GET /api/user'] = () => ok({ ...daan, firstName: 'Dan' })
  await reads.invalidateQueries({ queryKey: ['/api/user'] })
  await reads.refetchQueries({ queryKey: ['/api/user'] })
  expect(left()).toEqual({ list: true, draft: 'typed', notice: 'Oh', greeted: '1 Dan' })
})

test('another user finds nothing left by the one before', async () => {
  await signedIn()
  localStorage.setItem('push_on_1', 'true')
  enter(kwame)
  expect(user()).toMatchObject({ id: 2 })
  await waitFor(() => expect(localStorage.getItem('push_on_1')).toBeNull())
  expect(left()).toEqual({ list: false, draft: undefined, notice: undefined, greeted: '2 Kwame' })
})

test('a session that expires keeps a father’s drafts and failures, for him only', async () => {
  const { handlers } = await signedIn()
  const told = vi.fn()
  const stop = whenSessionExpires(told)
  handlers['GET /api/playdates/upcoming'] = () => refused(401, 'auth.required', 'Log in.')
  await expect(call(upcomingPlaydates, {})).rejects.toThrow()
  expect(user()).toBeNull()
  expect(told).toHaveBeenCalledOnce()
  await waitFor(() => expect(localStorage.getItem('greeted')).toBeNull())
  expect(left()).toEqual({ list: false, draft: 'typed', notice: 'Oh', greeted: null })
  expect(sessionStorage.length).toBe(0)
  stop()
  await expect(call(upcomingPlaydates, {})).rejects.toThrow()
  expect(told).toHaveBeenCalledOnce()
})

test('a visitor whose call is refused loses nothing', async () => {
  const { handlers } = serve({ 'GET /api/user': () => refused(401, 'auth.required', 'Log in.') })
  await openSession()
  expect(user()).toBeNull()
  reads.setQueryData(list, [{ id: 7 }])
  handlers['GET /api/playdates/upcoming'] = () => refused(401, 'auth.required', 'Log in.')
  await expect(call(upcomingPlaydates, {})).rejects.toThrow()
  expect(reads.getQueryData(list)).toBeDefined()
})

test('a session that the server does not know any more leaves nothing in the browser but what he had typed', async () => {
  const { handlers } = await signedIn()
  handlers['GET /api/user'] = () => refused(401, 'auth.required', 'Log in.')
  const session = render(useSession)
  expect(session.current.status).toBe('member')
  await act(() => reads.refetchQueries({ queryKey: ['/api/user'] }))
  await waitFor(() => expect(session.current).toEqual({ status: 'visitor', loggedOut: false }))
  expect(howSessionEnded()).toBe('expired')
  await waitFor(() => expect(localStorage.getItem('greeted')).toBeNull())
  expect(draftOf(1).restored).toBe('typed')
  expect(sessionStorage.length).toBe(0)
})

test('a logout in progress does not count as a lost session, and one that was called off does not count at all', async () => {
  const { handlers } = await signedIn()
  const told = vi.fn()
  const stop = whenSessionExpires(told)
  handlers['GET /api/playdates/upcoming'] = () => refused(401, 'auth.required', 'Log in.')
  depart('leaving')
  await expect(call(upcomingPlaydates, {})).rejects.toThrow()
  expect(told).not.toHaveBeenCalled()
  depart('stayed')
  await expect(call(upcomingPlaydates, {})).rejects.toThrow()
  expect(told).toHaveBeenCalledOnce()
  stop()
})

test('logging out leaves nothing of a father, here or in the browser', async () => {
  const { handlers } = await signedIn()
  let answer = (_: Answer) => {}
  handlers['POST /api/logout'] = () => new Promise<Answer>(resolve => (answer = resolve))
  const leaving = render(useLogOut)
  act(() => leaving.current.logOut())
  await waitFor(() => expect(leaving.current.isPending).toBe(true))
  expect(user()).toMatchObject({ id: 1 })
  await act(async () => answer({ status: 204 }))
  await waitFor(() => expect(user()).toBeNull())
  await waitFor(() => expect(left()).toEqual({ list: false, draft: undefined, notice: undefined, greeted: null }))
  await waitFor(() => expect(shownToast()).toMatch(/^Logged out/))
  expect(howSessionEnded()).toBeUndefined()
  expect(localStorage.getItem('logged_out')).toBeNull()
})

test('a logout without a network ends the session here at once, and is sent later', async () => {
  const { handlers } = await signedIn()
  handlers['POST /api/logout'] = () => Promise.reject(new TypeError('offline'))
  const leaving = render(useLogOut)
  act(() => leaving.current.logOut())
  await waitFor(() => expect(user()).toBeNull())
  expect(localStorage.getItem('logged_out')).toBe('true')
  expect(render(useSession).current).toEqual({ status: 'visitor', loggedOut: true })
})

const wrong: [string, Answer | TypeError, string][] = [
  ['the server’s reason', refused(401, 'auth.invalid', 'Not that one.'), 'Not that one.'],
  [
    'that there is no connection',
    new TypeError('offline'),
    'There is no connection. Please try again when it is back.',
  ],
]
const answering = (answer: Answer | TypeError) => () => {
  if (answer instanceof TypeError) throw answer
  return answer
}

test.each([...wrong, ['its own words', { status: 401 }, 'Invalid username or password'] as const])(
  'a login that fails says so, with %s',
  async (_, answer, description) => {
    serve({ 'POST /api/login': answering(answer) })
    const onDone = vi.fn()
    const logIn = render(() => useLogIn(onDone))
    act(() => logIn.current.mutate({ body: { username: 'daan', password: 'x' } }))
    await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Login failed', description }))
    expect(onDone).not.toHaveBeenCalled()
    expect(user()).toBeFalsy()
  },
)

test('a login greets the father by name and lets him in', async () => {
  serve({ 'POST /api/login': () => ok(daan), 'GET /api/user': () => ok(daan) })
  const onDone = vi.fn()
  const logIn = render(() => useLogIn(onDone))
  act(() => logIn.current.mutate({ body: { username: 'daan', password: 'x' } }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(user()).toMatchObject({ id: 1 })
  await waitFor(() => expect(shownToast()).toBe('Login successful: Welcome back, Daan!'))
})

const registration = {
  body: { username: 'daan', email: 'daan@papadag.example', password: 'x', firstName: 'Daan', lastName: 'de Vries' },
}

test.each([...wrong, ['its own words', { status: 400 }, 'Registration failed'] as const])(
  'a registration that fails says so, with %s',
  async (_, answer, description) => {
    serve({ 'POST /api/register': answering(answer) })
    const register = render(() => useRegister())
    act(() => register.current.mutate(registration as Parameters<typeof register.current.mutate>[0]))
    await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Registration failed', description }))
    expect(render(() => useFirstSteps(1)).current).toBeUndefined()
  },
)

test('a new father is let in, and is asked about his children first', async () => {
  serve({ 'POST /api/register': () => ({ status: 201, body: daan }), 'GET /api/user': () => ok(daan) })
  const onDone = vi.fn()
  const register = render(() => useRegister({ onDone }))
  act(() => register.current.mutate(registration as Parameters<typeof register.current.mutate>[0]))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(user()).toMatchObject({ id: 1 })
  expect(render(() => useFirstSteps(1)).current).toEqual({ userId: 1, at: 'children' })
  expect(render(() => useFirstSteps(2)).current).toBeUndefined()
  await waitFor(() => expect(shownToast()).toMatch(/^Registration successful/))
})
