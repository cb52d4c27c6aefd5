import '../../testing/page/indexed-db.ts'
import { addPlayground, addPlaygroundWithImage, savePlace } from '@papadag/contract/places/places'
import { joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastNotice } from '../../testing/last-notice.ts'
import { daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { reads } from '../data/reads.ts'
import { unsentWrites } from '../data/unsent-writes.ts'
import { showLanguage } from '../language/language.ts'
import { forgetNotices } from '../screen/notices.ts'
import { onOfflineDatabase } from './offline-database.ts'
import { keepSending, sendLater, sendWaiting } from './offline-queue.ts'

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
  unsentWrites.set([])
  await onOfflineDatabase(undefined, db => db.clear('waiting'))
})

const join = (id: number) => sendLater(joinPlaydate, { params: { id }, body: {} }, refusal)

async function comeBack(handlers: Parameters<typeof serve>[0]) {
  const { asked } = serve(handlers)
  onLine.mockReturnValue(true)
  await sendWaiting()
  return asked
}

test('queued writes are sent in order, once', async () => {
  await join(7)
  await sendLater(savePlace, { params: { id: 3 } }, refusal)
  expect(unsentWrites.get()).toEqual(['/api/playdates/7/join', '/api/places/3/favorite'])
  const handlers = {
    'POST /api/playdates/7/join': () => ok({}),
    'POST /api/places/3/favorite': () => ({ status: 204 }),
  }
  expect(await comeBack(handlers)).toEqual(['POST /api/playdates/7/join', 'POST /api/places/3/favorite'])
  expect(unsentWrites.get()).toEqual([])
  expect(await comeBack(handlers)).toEqual([])
})

test('a later write for the same address replaces the earlier one', async () => {
  await join(7)
  await sendLater(leavePlaydate, { params: { id: 7 } }, refusal)
  expect(await comeBack({ 'DELETE /api/playdates/7/join': () => ({ status: 204 }) })).toEqual([
    'DELETE /api/playdates/7/join',
  ])
})

test('two creations wait side by side, each with its key, and two with one key count as one', async () => {
  const add = (name: string, key: string) =>
    sendLater(addPlayground, { body: { name, latitude: 52, longitude: 5 } }, refusal, key)
  await add('De Wip', 'a')
  await add('De Schommel', 'b')
  await add('De Wipkip', 'a')
  const sent: unknown[] = []
  const real = serve({
    'POST /api/playgrounds': body => {
      sent.push(body)
      return ok({})
    },
  })
  const keys: (string | null)[] = []
  const { fetch: answer } = globalThis
  vi.stubGlobal('fetch', (at: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return answer(at, init)
  })
  onLine.mockReturnValue(true)
  await sendWaiting()
  expect(real.asked).toHaveLength(2)
  expect(sent.map(body => (body as { name: string }).name).toSorted()).toEqual(['De Schommel', 'De Wipkip'])
  expect(keys.toSorted()).toEqual(['a', 'b'])
})

test('a playground that was added without a network is sent with its picture', async () => {
  const input = { form: { name: 'De Wip', latitude: 52, longitude: 5 }, file: new File(['pixels'], 'wip.jpg') }
  await sendLater(addPlaygroundWithImage, input, refusal, 'a')
  const sent: unknown[] = []
  const asked = await comeBack({
    'POST /api/playgrounds/with-image': body => {
      sent.push(body)
      return ok({})
    },
  })
  expect(asked).toHaveLength(1)
  expect(Object.keys(sent[0] as object)).toEqual(['name', 'latitude', 'longitude', 'placeImage'])
})

test('the service worker is asked to send it if the app is closed by then', async () => {
  const register = vi.fn(async (_tag: string) => {})
  const value = { ready: Promise.resolve({ sync: { register } }) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value })
  await join(7)
  await vi.waitFor(() => expect(register).toHaveBeenCalledExactlyOnceWith('papadag-queue'))
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a refused write is dropped, and the rest is sent', async () => {
  await join(7)
  await join(8)
  const asked = await comeBack({
    'POST /api/playdates/7/join': () => refused(409, 'playdate.full', 'Vol.'),
    'POST /api/playdates/8/join': () => ok({}),
  })
  expect(asked).toHaveLength(2)
  expect(unsentWrites.get()).toEqual([])
})

test('a write the browser cannot store is refused, and the screen is refreshed', async () => {
  reads.setQueryData(['/api/playdates/upcoming'], [{ id: 7, myStatus: 'joined' }])
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await join(7)
  put.mockRestore()
  expect(lastNotice()?.title).toBe('Meedoen is niet gelukt')
  expect(unsentWrites.get()).toEqual([])
  expect(reads.getQueryState(['/api/playdates/upcoming'])?.isInvalidated).toBe(true)
})

test('an unanswered write stays queued', async () => {
  await join(7)
  await comeBack({})
  expect(unsentWrites.get()).toEqual(['/api/playdates/7/join'])
  for (const status of [503, 429]) {
    await comeBack({ 'POST /api/playdates/7/join': () => ({ status }) })
    expect(unsentWrites.get()).toEqual(['/api/playdates/7/join'])
  }
  expect(await comeBack({ 'POST /api/playdates/7/join': () => ok({}) })).toHaveLength(1)
})

test('writes behind one without an answer wait for it', async () => {
  await join(7)
  await join(8)
  for (const status of [503, 429]) {
    const asked = await comeBack({
      'POST /api/playdates/7/join': () => ({ status }),
      'POST /api/playdates/8/join': () => ok({}),
    })
    expect(asked).toEqual(['POST /api/playdates/7/join'])
    expect(unsentWrites.get()).toEqual(['/api/playdates/7/join', '/api/playdates/8/join'])
  }
})

test('a user’s queued writes are not sent for another', async () => {
  await join(7)
  reads.setQueryData(['/api/user'], { ...daan, id: 2 })
  expect(await comeBack({})).toEqual([])
  expect(unsentWrites.get()).toEqual([])
})

test('writes queued by an earlier visit are sent at the start', async () => {
  await join(7)
  const { asked } = serve({ 'POST /api/playdates/7/join': () => ok({}) })
  onLine.mockReturnValue(true)
  const stop = keepSending()
  await vi.waitFor(() => expect(asked).toEqual(['POST /api/playdates/7/join']))
  await vi.waitFor(() => expect(unsentWrites.get()).toEqual([]))
  stop()
})

test('a write queued during sending is sent too', async () => {
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
  expect(unsentWrites.get()).toEqual([])
})

test('a write that replaces one being sent is sent after it', async () => {
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
  expect(unsentWrites.get()).toEqual([])
})

test('an unanswered write is retried while the browser says it is online', async () => {
  await join(7)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { asked, handlers } = serve({})
    onLine.mockReturnValue(true)
    await sendWaiting()
    expect(asked).toHaveLength(1)
    handlers['POST /api/playdates/7/join'] = () => ok({})
    await vi.advanceTimersByTimeAsync(29_999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
  } finally {
    vi.useRealTimers()
  }
  await vi.waitFor(() => expect(unsentWrites.get()).toEqual([]))
})

test('a write that is refused for now waits as many seconds as the server says', async () => {
  await join(7)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { asked, handlers } = serve({
      'POST /api/playdates/7/join': () => ({
        ...refused(429, 'request.tooOften', 'Rustig aan.'),
        headers: { 'retry-after': '90' },
      }),
    })
    onLine.mockReturnValue(true)
    await sendWaiting()
    handlers['POST /api/playdates/7/join'] = () => ok({})
    await vi.advanceTimersByTimeAsync(89_000)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
  } finally {
    vi.useRealTimers()
  }
  await vi.waitFor(() => expect(unsentWrites.get()).toEqual([]))
})

test.each([
  ['refused', refused(409, 'playdate.full', 'Vol.')],
  ['sent', ok({})],
])(
  'when another user signs in while a write of the first is %s, nothing more of his is sent or announced',
  async (_, answer) => {
    await join(7)
    await join(8)
    const before = lastNotice()
    const asked = await comeBack({
      'POST /api/playdates/7/join': () => {
        reads.setQueryData(['/api/user'], { ...daan, id: 2 })
        return answer
      },
      'POST /api/playdates/8/join': () => ok({}),
    })
    expect(asked).toEqual(['POST /api/playdates/7/join'])
    expect(lastNotice()).toEqual(before)
  },
)
