import { msg } from '@lingui/core/macro'
import { joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { type Answer, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { showLanguage } from '../language/language.ts'
import { forgetNotices, noConnection } from '../screen/notices.ts'
import { CallError } from './call.ts'
import { type Outcome, reasonOf, useRead, useWrite } from './data.ts'
import { reads } from './reads.ts'
import { unsentWrites } from './unsent-writes.ts'

const onLine = vi.spyOn(navigator, 'onLine', 'get')
beforeEach(async () => {
  onLine.mockReturnValue(true)
  await showLanguage('en')
})
afterEach(() => {
  reads.clear()
  forgetNotices()
  unsentWrites.set([])
})

const input = { params: { id: 7 }, body: { children: 1 } }
const offline = () => Promise.reject(new TypeError('offline'))
type Join = typeof joinPlaydate

/** Joins as a father, and returns what was read and what the notice said. */
async function join(answer: () => Answer | Promise<Answer>, outcome: Outcome<Join> = {}) {
  const { asked } = serve({ 'POST /api/playdates/7/join': answer, 'GET /api/playdates/7': () => ok(aPlaydate()) })
  const { result } = renderHook(
    () => ({ write: useWrite(joinPlaydate, outcome), read: useRead(onePlaydate, { params: { id: 7 } }) }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={reads}>{children}</QueryClientProvider>,
    },
  )
  await waitFor(() => expect(result.current.read.data).toBeDefined())
  result.current.write.mutate(input)
  await waitFor(() => expect(result.current.write.isIdle || result.current.write.isPending).toBe(false))
  const readTimes = () => asked.filter(call => call === 'GET /api/playdates/7').length
  return { asked, readTimes }
}

const failed = msg`An error occurred while joining the playdate.`
const said = { title: 'Error', description: 'An error occurred while joining the playdate.' }
const titled = { title: msg`Could not join`, description: msg`Please try again later.` }

test.each<[string, () => Answer | Promise<Answer>, boolean, Outcome<Join>['failed'], object | undefined]>([
  ['a sentence', () => refused(409, 'playdate.full', 'Full.'), true, failed, said],
  [
    'a sentence without a network',
    offline,
    false,
    failed,
    { ...said, description: `${said.description} There is no connection. Please try again when it is back.` },
  ],
  ['a sentence where only the answer is missing', offline, true, failed, said],
  [
    'a title',
    () => refused(409, 'playdate.full', 'Full.'),
    true,
    titled,
    { title: 'Could not join', description: 'Please try again later.' },
  ],
  [
    'the server’s sentence',
    () => refused(409, 'playdate.full', 'Full.'),
    true,
    { title: msg`Could not join`, serverTextOr: failed },
    { title: 'Could not join', description: 'Full.' },
  ],
  [
    'that there is no connection, once',
    offline,
    false,
    { title: msg`Could not join`, serverTextOr: noConnection },
    { title: 'Could not join', description: 'There is no connection. Please try again when it is back.' },
  ],
  [
    'what depends on the failure',
    () => refused(409, 'playdate.full', 'Full.'),
    true,
    ({ code }) => (code === 'playdate.full' ? titled : failed),
    { title: 'Could not join' },
  ],
  ['nothing', () => refused(409, 'playdate.full', 'Full.'), true, undefined, undefined],
])('a failure is announced with %s', async (_, answer, isOnline, outcome, notice) => {
  onLine.mockReturnValue(isOnline)
  await join(answer, outcome ? { failed: outcome } : {})
  if (notice) await waitFor(() => expect(lastNotice()).toMatchObject(notice))
  else expect(lastNotice()).toBeUndefined()
})

test.each<[string, () => Answer | Promise<Answer>, boolean, number]>([
  ['after a refusal it has not been done', () => refused(409, 'playdate.full', 'Full.'), true, 1],
  ['after an error it may have been', () => refused(500, 'server.failed', 'Oh.'), true, 2],
  ['without an answer it may have been', offline, true, 2],
  ['without a network nothing can be read', offline, false, 1],
])('a write is judged by its outcome: %s', async (_, answer, isOnline, times) => {
  onLine.mockReturnValue(isOnline)
  const onFailed = vi.fn()
  const { readTimes } = await join(answer, { onFailed })
  expect(onFailed).toHaveBeenCalledOnce()
  await waitFor(() => expect(readTimes()).toBe(times))
})

test('a screen reads again after a write, unless the reply has shown the result already', async () => {
  const first = await join(() => ok(aPlaydate()))
  await waitFor(() => expect(first.readTimes()).toBe(2))
  reads.clear()
  const reply = aPlaydate({ myStatus: 'joined' })
  const second = await join(() => ok(reply), { onDone: shown => void reads.setQueryData(['/api/playdates/7'], shown) })
  expect(second.readTimes()).toBe(1)
})

test('without a network a write is kept for later, even while an earlier one waits', async () => {
  const whenOffline = vi.fn(async () => {})
  const onFailed = vi.fn()
  await join(offline, { whenOffline, onFailed })
  expect(whenOffline).toHaveBeenCalledExactlyOnceWith(input)
  unsentWrites.set(['/api/playdates/7/join'])
  const { asked } = await join(() => ok(aPlaydate()), { whenOffline, onFailed })
  expect(whenOffline).toHaveBeenCalledTimes(2)
  expect(asked).not.toContain('POST /api/playdates/7/join')
  expect(onFailed).not.toHaveBeenCalled()
  const other = await join(() => ok(aPlaydate()), { onFailed })
  expect(other.asked).toContain('POST /api/playdates/7/join')
})

test('a refusal is not kept for later', async () => {
  const [whenOffline, onFailed] = [vi.fn(async () => {}), vi.fn()]
  await join(() => refused(409, 'playdate.full', 'Full.'), { whenOffline, onFailed })
  expect(whenOffline).not.toHaveBeenCalled()
  expect(onFailed).toHaveBeenCalledOnce()
})

const words = (reason: ReturnType<typeof reasonOf>) =>
  typeof reason === 'object' ? Object.values(reason.values ?? {}).join() : reason
const tooOften = (seconds?: number) =>
  new CallError(429, JSON.stringify({ code: 'request.tooOften', error: 'Too often.' }), '', seconds)

test.each([
  [59, 'in 59 seconds'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [undefined, 'Too often.'],
])('after too many requests, to be repeated after %s s, the sentence says “%s”', (seconds, said) => {
  expect(words(reasonOf(tooOften(seconds)))).toBe(said)
})
