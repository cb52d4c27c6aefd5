import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  deletePlaydate,
  joinPlaydate,
  onePlaydate,
  pastPlaydates,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { currentWeather } from '@papadag/contract/weather/weather'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastNotice } from '../../testing/last-notice.ts'
import { ok, refused, serve } from '../../testing/stand-in-server.ts'
import { translate } from '../language/translate.ts'
import { forgetNotices } from '../screen/notices.ts'
import { CallError } from './call.ts'
import { type Outcome, prefetchHinted, reasonOf, useRead, useWrite } from './data.ts'
import { reads } from './reads.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={reads}>{children}</QueryClientProvider>
)
const render = <T,>(hook: () => T) => renderHook(hook, { wrapper })

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  document.head.innerHTML = ''
  reads.clear()
  forgetNotices()
})

const join = (outcome: Outcome<typeof joinPlaydate> = {}) => render(() => useWrite(joinPlaydate, outcome)).result

test('a list is read once, however many screens show it, and not again when a screen returns', async () => {
  const { asked } = serve({ 'GET /api/playdates/upcoming': () => ok([]) })
  const first = render(() => [useRead(upcomingPlaydates, {}), useRead(upcomingPlaydates, {})])
  await waitFor(() => expect(first.result.current[0]?.data).toEqual([]))
  first.unmount()
  const second = render(() => useRead(upcomingPlaydates, {}))
  expect(second.result.current.data).toEqual([])
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('online'))
  expect(asked).toEqual(['GET /api/playdates/upcoming'])
})

const hints = ['/api/playdates/upcoming', '/api/today'].map(at => `<link as="fetch" href="${at}">`).join('')

test('what the page has requested is here once the wait for it ends, and a read that fails does not prolong it', async () => {
  document.head.innerHTML = hints
  serve({ 'GET /api/playdates/upcoming': () => ok([]), 'GET /api/today': () => refused(500, 'server.error', 'Oops') })
  await prefetchHinted()
  expect(reads.getQueryData(['/api/playdates/upcoming'])).toEqual([])
  expect(reads.getQueryState(['/api/today'])?.status).toBe('error')
})

test('nobody waits for what the page has requested for a father who has logged out', async () => {
  document.head.innerHTML = hints
  const { asked } = serve({})
  reads.setQueryData(['/api/user'], null)
  await prefetchHinted()
  expect(asked).toEqual([])
})

test('nothing is read again just because time passes', async () => {
  const { asked } = serve({ 'GET /api/playdates/upcoming': () => ok([]) })
  const shown = render(() => useRead(upcomingPlaydates, {}))
  await waitFor(() => expect(shown.result.current.isSuccess).toBe(true))
  vi.useFakeTimers()
  await act(() => vi.advanceTimersByTimeAsync(24 * 3_600_000))
  // Not repeated either when another screen shows it a day later.
  render(() => useRead(upcomingPlaydates, {}))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.useRealTimers()
  expect(asked).toHaveLength(1)
})

test('a failed write is not retried', async () => {
  const { asked } = serve({ 'POST /api/playdates/7/join': () => refused(503, 'server.unavailable', 'Even geduld.') })
  const write = join()
  await act(() => write.current.mutateAsync({ params: { id: 7 }, body: {} }).catch(() => {}))
  await waitFor(() => expect(write.current.isError).toBe(true))
  expect(asked).toEqual(['POST /api/playdates/7/join'])
})

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server is in trouble', () => refused(503, 'server.unavailable', 'Even geduld.')],
])('after a write that may have succeeded its reads are refreshed: %s', async (_what, answer) => {
  const { asked } = serve({ 'GET /api/playdates/upcoming': () => ok([]), 'POST /api/playdates/7/join': answer })
  const screen = render(() => useRead(upcomingPlaydates, {}))
  await waitFor(() => expect(screen.result.current.isSuccess).toBe(true))
  const write = join()
  await act(() => write.current.mutateAsync({ params: { id: 7 }, body: {} }).catch(() => {}))
  await waitFor(() => expect(asked.filter(call => call === 'GET /api/playdates/upcoming')).toHaveLength(2))
})

test('a failed read reports the error at once and is not retried', async () => {
  const { asked } = serve({ 'GET /api/playdates/upcoming': () => refused(503, 'server.unavailable', 'Even geduld.') })
  const { result } = render(() => useRead(upcomingPlaydates, {}))
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(result.current.error?.sentence).toBe('Even geduld.')
  expect(asked).toHaveLength(1)
})

test('a read can treat a 401 as empty', async () => {
  serve({ 'GET /api/playdates/upcoming': () => refused(401, 'auth.required', 'Log eerst in.') })
  const { result } = render(() => useRead(upcomingPlaydates, {}, { emptyOn401: true }))
  await waitFor(() => expect(result.current.data).toBeNull())
})

test('a read that treats a 401 as empty still reports other failures', async () => {
  serve({ 'GET /api/playdates/upcoming': () => refused(503, 'server.unavailable', 'Even geduld.') })
  const { result } = render(() => useRead(upcomingPlaydates, {}, { emptyOn401: true }))
  await waitFor(() => expect(result.current.isError).toBe(true))
})

test('a read that a write’s outcome has updated is not sent again', async () => {
  const { asked } = serve({
    'GET /api/playdates/upcoming': () => ok([]),
    'GET /api/playdates/past': () => ok([]),
    'POST /api/playdates/7/join': () => ok({ id: 7 }),
  })
  const screen = render(() => [useRead(upcomingPlaydates, {}), useRead(pastPlaydates, {})])
  await waitFor(() => expect(screen.result.current.every(read => read.isSuccess)).toBe(true))
  asked.length = 0
  const write = join({ onDone: reply => reads.setQueryData(['/api/playdates/upcoming'], [reply]) })
  await act(() => write.current.mutateAsync({ params: { id: 7 }, body: {} }))
  expect(asked).toEqual(['POST /api/playdates/7/join', 'GET /api/playdates/past'])
})

test('a write refreshes the reads it touches, and no others', async () => {
  const { asked } = serve({
    'GET /api/playdates/upcoming': () => ok([]),
    'GET /api/playdates/past': () => ok([]),
    'GET /api/weather?latitude=52&longitude=5': () => ok({}),
    'POST /api/playdates/7/join': () => ok({ id: 7 }),
  })
  const screen = render(() => [
    useRead(upcomingPlaydates, {}),
    useRead(pastPlaydates, {}),
    useRead(currentWeather, { query: { latitude: '52', longitude: '5' } }),
  ])
  await waitFor(() => expect(screen.result.current.every(read => read.isSuccess)).toBe(true))
  asked.length = 0
  const write = join()
  await act(() => write.current.mutateAsync({ params: { id: 7 }, body: {} }))
  expect(asked.toSorted()).toEqual([
    'GET /api/playdates/past',
    'GET /api/playdates/upcoming',
    'POST /api/playdates/7/join',
  ])
})

test('a touched list that is not on screen is read when it is shown again', async () => {
  const { asked } = serve({
    'GET /api/playdates/upcoming': () => ok([]),
    'POST /api/playdates/7/join': () => ok({ id: 7 }),
  })
  const screen = render(() => useRead(upcomingPlaydates, {}))
  await waitFor(() => expect(screen.result.current.isSuccess).toBe(true))
  screen.unmount()
  const write = join()
  await act(() => write.current.mutateAsync({ params: { id: 7 }, body: {} }))
  expect(asked).toHaveLength(2)
  render(() => useRead(upcomingPlaydates, {}))
  await waitFor(() => expect(asked).toHaveLength(3))
})

test('a deleted object is not read again', async () => {
  const { asked } = serve({
    'GET /api/playdates/7': () => ok({ id: 7 }),
    'DELETE /api/playdates/7': () => ({ status: 204 }),
  })
  const screen = render(() => useRead(onePlaydate, { params: { id: 7 } }))
  await waitFor(() => expect(screen.result.current.isSuccess).toBe(true))
  const { result } = render(() => useWrite(deletePlaydate))
  await act(() => result.current.mutateAsync({ params: { id: 7 } }))
  expect(asked).toEqual(['GET /api/playdates/7', 'DELETE /api/playdates/7'])
})

const full = () => refused(409, 'playdate.full', 'Vol is vol.')
const failing = async (failed: Outcome<typeof joinPlaydate>['failed']) => {
  serve({ 'POST /api/playdates/7/join': full })
  const write = join(failed ? { failed } : {})
  await act(() => write.current.mutateAsync({ params: { id: 7 }, body: {} }).catch(() => {}))
  return lastNotice()
}

test('a failed write shows the sentence of the specification under Error', async () => {
  const notice = await failing(msg`An error occurred while joining the playdate.`)
  expect(notice).toMatchObject({ title: 'Error', description: 'An error occurred while joining the playdate.' })
})

test('a failed write shows the server’s sentence where the specification requires it', async () => {
  const notice = await failing({ title: msg`Could not join`, serverTextOr: msg`Try again.` })
  expect(notice).toMatchObject({ title: 'Could not join', description: 'Vol is vol.' })
})

test.each([
  [30, 'Not so fast. Please try again in 30 seconds.'],
  [90, 'Not so fast. Please try again in 2 minutes.'],
  [undefined, 'Not so fast.'],
])('after too many requests, the sentence says when to try again: %s s', (retryAfterS, sentence) => {
  const body = JSON.stringify({ error: 'Not so fast.', code: 'request.tooOften' })
  expect(translate(reasonOf(new CallError(429, body, '', retryAfterS)) ?? '')).toBe(sentence)
})

test('a write without a failure text leaves the error to its screen', async () => {
  expect(await failing(undefined)).toBeUndefined()
})
