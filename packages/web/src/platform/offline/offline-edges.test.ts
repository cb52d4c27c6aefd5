import '../../testing/page/indexed-db.ts'
import { currentUser } from '@papadag/contract/auth'
import { nearbyPlaces, searchPlaces } from '@papadag/contract/places/places'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { prefetch, readOfflineFrom } from '../data/data.ts'
import { reads } from '../data/reads.ts'
import { answerOfflineFrom } from './kept-source.ts'
import { keepAnswers, oldestShown, readKept, refreshStoredReads, watchKept } from './offline-answers.ts'
import { onOfflineDatabase } from './offline-database.ts'

readOfflineFrom(readKept)

const at = '/api/playdates/upcoming'
const dayMs = 86_400_000
let stop = () => {}

beforeEach(() => {
  stop = keepAnswers()
  reads.setQueryData(['/api/user'], daan)
})
afterEach(async () => {
  stop()
  reads.clear()
  await onOfflineDatabase(undefined, db => db.clear('answers'))
})

const keptKeys = async () => (await onOfflineDatabase([], db => db.getAllKeys('answers'))).map(([, key]) => key)
const keep = (key: string, answer: unknown, ageMs = 0, userId = daan.id) =>
  onOfflineDatabase(undefined, async db => {
    await db.put('answers', { userId, at: key, answer, keptAtMs: Date.now() - ageMs })
  })
/** Acts as a screen that shows a read; returns a function that removes it. */
const onScreen = (key: string) =>
  new QueryObserver(reads, { queryKey: [key], refetchOnMount: false }).subscribe(() => {})
/** Waits until everything before has been stored. */
async function settled() {
  reads.setQueryData(['/api/reports'], [Math.random()])
  await vi.waitFor(async () => expect(await keptKeys()).toContain('/api/reports'))
}

test('nothing is stored for a visitor, and no reply that is empty or too long', async () => {
  reads.setQueryData([at], { text: 'x'.repeat(300_000 - 11) })
  reads.setQueryData(['/api/playdates/5'], { text: 'x'.repeat(300_000 - 10) })
  reads.setQueryData(['/api/playdates/6'], null)
  await settled()
  expect((await keptKeys()).sort()).toEqual([at, '/api/reports', '/api/user'])
  await onOfflineDatabase(undefined, db => db.clear('answers'))
  reads.setQueryData(['/api/user'], null)
  reads.setQueryData([at], [])
  reads.setQueryData(['/api/user'], daan)
  await settled()
  expect(await keptKeys()).not.toContain(at)
})

test.each([
  [403, false],
  [404, false],
  [400, true],
])('whether a stored reply stays after %i: %s', async (status, stays) => {
  await keep(at, [{ id: 1 }])
  serve({ [`GET ${at}`]: () => refused(status, 'request.failed', 'No.') })
  await prefetch(upcomingPlaydates, {})
  await settled()
  expect((await keptKeys()).includes(at)).toBe(stays)
})

const search = (latitude: number, rest = '') =>
  `/api/places/search?latitude=${latitude}&longitude=4.9&type=playground${rest}&limit=25`
const asked = (q?: string) => ({ query: { latitude: 52.5, longitude: 4.9, type: 'playground' as const, q, limit: 25 } })

test('the latest reply from another position is shown, but no reply to a different question', async () => {
  await keep(search(52.1), ['older'], 2 * dayMs)
  await keep(search(52.2), ['latest'], dayMs)
  await keep(search(52.3), ['oldest'], 3 * dayMs)
  await keep(search(52.4), ['too old'], 8 * dayMs)
  await keep(search(52.2), ['another user'], 0, 2)
  await keep(search(52.2, '&q=zand'), ['another search'])
  await keep('/api/places/nearby?latitude=52.2&longitude=4.9&type=playground&limit=25', ['another read'])
  serve({})
  await prefetch(searchPlaces, asked())
  expect(reads.getQueryData([search(52.5)])).toEqual(['latest'])
  expect(await readKept(search(52.5, '&q=water'))).toBeUndefined()
})

test('the reply to exactly this read comes before one kept on purpose, and that before a similar one', async () => {
  const source = vi.fn(async (key: string) =>
    key.startsWith('/api/places/search') ? { answer: ['on purpose'], keptAtMs: Date.now() } : undefined,
  )
  answerOfflineFrom(source)
  await keep(search(52.2), ['similar'])
  expect(await readKept(search(52.5))).toEqual({ answer: ['on purpose'] })
  await keep(search(52.5), ['this one'])
  expect(await readKept(search(52.5))).toEqual({ answer: ['this one'] })
  expect(await readKept('/api/places/nearby?latitude=1')).toBeUndefined()
  source.mockClear()
  reads.setQueryData(['/api/user'], null)
  expect(await readKept(search(52.6))).toBeUndefined()
  expect(source).not.toHaveBeenCalled()
  answerOfflineFrom(async () => undefined)
})

test('the last user stays known for a week, and without his session no other stored reply is shown', async () => {
  reads.setQueryData(['/api/user'], null)
  await onOfflineDatabase(undefined, db => db.clear('answers'))
  await keep(at, [{ id: 1 }])
  await keep('/api/user', daan, 6 * dayMs)
  expect(await readKept('/api/user')).toEqual({ answer: daan })
  expect(await readKept(at)).toBeUndefined()
  await keep('/api/user', daan, 8 * dayMs)
  expect(await readKept('/api/user')).toBeUndefined()
})

test('a read that fails before the session is known waits for it', async () => {
  await keep(at, [{ id: 1 }])
  reads.clear()
  await onOfflineDatabase(undefined, db => db.delete('answers', [daan.id, '/api/user']))
  const { handlers } = serve({})
  const session = Promise.withResolvers<void>()
  handlers['GET /api/user'] = async () => {
    await session.promise
    return ok(daan)
  }
  void prefetch(currentUser, {}, true)
  const kept = readKept(at)
  session.resolve()
  expect(await kept).toEqual({ answer: [{ id: 1 }] })
})

test('when more than 500 replies are stored the oldest go, but not the session', async () => {
  stop()
  await onOfflineDatabase(undefined, async db => {
    const writing = db.transaction('answers', 'readwrite')
    for (let n = 1; n <= 501; n += 1) {
      void writing.store.put({ userId: 1, at: `/api/playdates/${n}`, answer: n, keptAtMs: Date.now() - dayMs + n })
    }
    void writing.store.put({ userId: 1, at: '/api/user', answer: daan, keptAtMs: Date.now() - 2 * dayMs })
    await writing.done
  })
  stop = keepAnswers()
  await vi.waitFor(async () => expect(await keptKeys()).not.toContain('/api/playdates/1'))
  const left = await keptKeys()
  expect(left).toHaveLength(501)
  expect(left).toContain('/api/user')
  expect(left).toContain('/api/playdates/2')
})

test('a session that is a week old goes too, and younger replies stay', async () => {
  stop()
  await onOfflineDatabase(undefined, db => db.clear('answers'))
  reads.setQueryData(['/api/user'], null)
  await keep('/api/user', daan, 7 * dayMs + 1000)
  await keep(at, [], 7 * dayMs + 1000)
  await keep('/api/reports', [], 7 * dayMs - 60_000)
  reads.clear()
  stop = keepAnswers()
  await vi.waitFor(async () => expect(await keptKeys()).toEqual(['/api/reports']))
})

test('replies that a screen has already read are stored when storing begins, and failed ones are not', async () => {
  stop()
  reads.setQueryData([at], [{ id: 1 }])
  serve({})
  await prefetch(nearbyPlaces, { query: { latitude: 1, longitude: 1 } })
  stop = keepAnswers()
  await settled()
  expect((await keptKeys()).sort()).toEqual([at, '/api/reports', '/api/user'])
})

test('the age shown is that of the oldest reply on screen, until the network has answered', async () => {
  await keep(at, [{ id: 1 }], 2 * dayMs)
  await keep('/api/reports', [], dayMs)
  const told = vi.fn()
  const forget = watchKept(told)
  serve({})
  expect(oldestShown()).toBeUndefined()
  await prefetch(upcomingPlaydates, {})
  expect(told).toHaveBeenCalledOnce()
  // Nobody looks at it.
  expect(oldestShown()).toBeUndefined()
  const end = onScreen(at)
  expect(Math.round((Date.now() - (oldestShown() ?? 0)) / dayMs)).toBe(2)

  // Neither his own change nor the storing makes it younger.
  reads.setQueryData([at], [{ id: 1 }, { id: 2 }])
  expect(Math.round((Date.now() - (oldestShown() ?? 0)) / dayMs)).toBe(2)
  await settled()
  const stored = await onOfflineDatabase(undefined, db => db.get('answers', [daan.id, at]))
  expect(stored?.answer).toEqual([{ id: 1 }, { id: 2 }])
  expect(Math.round((Date.now() - (stored?.keptAtMs ?? 0)) / dayMs)).toBe(2)

  end()
  reads.setQueryData([at], [{ id: 1 }])
  expect([at, '/api/reports'].map(key => reads.getQueryState([key])?.isInvalidated)).toEqual([false, false])
  refreshStoredReads()
  expect([at, '/api/reports'].map(key => reads.getQueryState([key])?.isInvalidated)).toEqual([true, false])
  serve({ [`GET ${at}`]: () => ok([{ id: 3 }]) })
  await prefetch(upcomingPlaydates, {})
  expect(told).toHaveBeenCalledTimes(2)
  const again = onScreen(at)
  expect(oldestShown()).toBeUndefined()
  again()
  forget()
  stop()
  expect(told).toHaveBeenCalledTimes(2)
})
