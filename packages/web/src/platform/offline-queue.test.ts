import 'fake-indexeddb/auto'
import { savePlace } from '@papadag/contract/places'
import { joinPlaydate, leavePlaydate } from '@papadag/contract/playdates'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastNotice } from '../testing/last-notice.ts'
import { daan, ok, refused, serve } from '../testing/stand-in-server.ts'
import { showLanguage } from './language.ts'
import { forgetNotices } from './notices.ts'
import { onOfflineDatabase } from './offline-database.ts'
import { keepSending, sendLater, sendWaiting } from './offline-queue.ts'
import { reads } from './reads.ts'
import { waiting } from './waiting.ts'

const refusal = { id: 'refusal', message: 'Meedoen is niet gelukt' }
const onLine = vi.spyOn(navigator, 'onLine', 'get')

beforeEach(async () => {
  await showLanguage('nl')
  onLine.mockReturnValue(false)
  reads.setQueryData(['/api/user'], daan)
})
afterEach(async () => {
  reads.clear()
  forgetNotices()
  waiting.set([])
  await onOfflineDatabase(undefined, db => db.clear('waiting'))
})

const join = (id: number) => sendLater(joinPlaydate, { params: { id }, body: {} }, refusal)

async function comeBack(handlers: Parameters<typeof serve>[0]) {
  const { asked } = serve(handlers)
  onLine.mockReturnValue(true)
  await sendWaiting()
  return asked
}

test('what waits is sent in its order, once', async () => {
  await join(7)
  await sendLater(savePlace, { params: { id: 3 } }, refusal)
  expect(waiting.get()).toEqual(['/api/playdates/7/join', '/api/places/3/favorite'])
  const handlers = {
    'POST /api/playdates/7/join': () => ok({}),
    'POST /api/places/3/favorite': () => ({ status: 204 }),
  }
  expect(await comeBack(handlers)).toEqual(['POST /api/playdates/7/join', 'POST /api/places/3/favorite'])
  expect(waiting.get()).toEqual([])
  expect(await comeBack(handlers)).toEqual([])
})

test('a later wish for the same thing takes the place of the earlier one', async () => {
  await join(7)
  await sendLater(leavePlaydate, { params: { id: 7 } }, refusal)
  expect(await comeBack({ 'DELETE /api/playdates/7/join': () => ({ status: 204 }) })).toEqual([
    'DELETE /api/playdates/7/join',
  ])
})

test('what the server will not have is taken out, and the rest goes on', async () => {
  await join(7)
  await join(8)
  const asked = await comeBack({
    'POST /api/playdates/7/join': () => refused(409, 'playdate.full', 'Vol.'),
    'POST /api/playdates/8/join': () => ok({}),
  })
  expect(asked).toHaveLength(2)
  expect(waiting.get()).toEqual([])
})

test('what this browser will not keep is refused, and the screen is read again', async () => {
  reads.setQueryData(['/api/playdates/upcoming'], [{ id: 7, myStatus: 'joined' }])
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await join(7)
  put.mockRestore()
  expect(lastNotice()?.title).toBe('Meedoen is niet gelukt')
  expect(waiting.get()).toEqual([])
  expect(reads.getQueryState(['/api/playdates/upcoming'])?.isInvalidated).toBe(true)
})

test('what nobody answers stays for the next time', async () => {
  await join(7)
  await comeBack({})
  expect(waiting.get()).toEqual(['/api/playdates/7/join'])
  for (const status of [503, 429]) {
    await comeBack({ 'POST /api/playdates/7/join': () => ({ status }) })
    expect(waiting.get()).toEqual(['/api/playdates/7/join'])
  }
  expect(await comeBack({ 'POST /api/playdates/7/join': () => ok({}) })).toHaveLength(1)
})

test('what one father left waiting is not sent for another', async () => {
  await join(7)
  reads.setQueryData(['/api/user'], { ...daan, id: 2 })
  expect(await comeBack({})).toEqual([])
  expect(waiting.get()).toEqual([])
})

test('what an earlier visit left is sent at the start', async () => {
  await join(7)
  const { asked } = serve({ 'POST /api/playdates/7/join': () => ok({}) })
  onLine.mockReturnValue(true)
  const stop = keepSending()
  await vi.waitFor(() => expect(asked).toEqual(['POST /api/playdates/7/join']))
  await vi.waitFor(() => expect(waiting.get()).toEqual([]))
  stop()
})

test('what is asked for while it sends goes along', async () => {
  let answer = () => {}
  await join(7)
  const { asked } = serve({
    'POST /api/playdates/7/join': () => new Promise(resolve => (answer = () => resolve(ok({})))),
    'POST /api/playdates/8/join': () => ok({}),
  })
  onLine.mockReturnValue(true)
  const run = sendWaiting()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await join(8)
  answer()
  await run
  expect(asked).toEqual(['POST /api/playdates/7/join', 'POST /api/playdates/8/join'])
  expect(waiting.get()).toEqual([])
})

test('a wish that takes the place of one being sent is sent after it', async () => {
  let answer = () => {}
  await join(7)
  const { asked } = serve({
    'POST /api/playdates/7/join': () => new Promise(resolve => (answer = () => resolve(ok({})))),
    'DELETE /api/playdates/7/join': () => ({ status: 204 }),
  })
  onLine.mockReturnValue(true)
  const run = sendWaiting()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await sendLater(leavePlaydate, { params: { id: 7 } }, refusal)
  answer()
  await run
  expect(asked).toEqual(['POST /api/playdates/7/join', 'DELETE /api/playdates/7/join'])
  expect(waiting.get()).toEqual([])
})

test('what nobody answers is tried again where the browser holds that there is a network', async () => {
  await join(7)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { asked, handlers } = serve({})
    onLine.mockReturnValue(true)
    await sendWaiting()
    expect(asked).toHaveLength(1)
    handlers['POST /api/playdates/7/join'] = () => ok({})
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
  } finally {
    vi.useRealTimers()
  }
  await vi.waitFor(() => expect(waiting.get()).toEqual([]))
})

test('when another one signs in halfway, nothing more of the first is sent or said', async () => {
  await join(7)
  await join(8)
  const before = lastNotice()
  const asked = await comeBack({
    'POST /api/playdates/7/join': () => {
      reads.setQueryData(['/api/user'], { ...daan, id: 2 })
      return refused(409, 'playdate.full', 'Vol.')
    },
    'POST /api/playdates/8/join': () => ok({}),
  })
  expect(asked).toEqual(['POST /api/playdates/7/join'])
  expect(lastNotice()).toEqual(before)
})
