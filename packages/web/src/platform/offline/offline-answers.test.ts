import '../../testing/page/indexed-db.ts'
import { currentUser } from '@papadag/contract/auth'
import { chatMessages } from '@papadag/contract/chat'
import { searchPlaces } from '@papadag/contract/places/places'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { daan, ok, serve } from '../../testing/stand-in-server.ts'
import { prefetch, readOfflineFrom } from '../data/data.ts'
import { reads } from '../data/reads.ts'
import { keepAnswers, oldestShown, readKept, refreshStoredReads } from './offline-answers.ts'
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

const keptKeys = () => onOfflineDatabase([], db => db.getAllKeys('answers'))
const isKept = (key: string) => vi.waitFor(async () => expect(await keptKeys()).toContainEqual([daan.id, key]))

async function haveRead(answer: unknown) {
  serve({ [`GET ${at}`]: () => ok(answer) })
  void prefetch(upcomingPlaydates, {})
  await isKept(at)
  reads.removeQueries({ queryKey: [at] })
}

test('offline a read shows the last stored reply; online the network decides', async () => {
  await haveRead([{ id: 1 }])
  const { handlers } = serve({})
  void prefetch(upcomingPlaydates, {})
  await vi.waitFor(() => expect(reads.getQueryData([at])).toEqual([{ id: 1 }]))
  expect(reads.getQueryState([at])?.isInvalidated).toBe(true)

  handlers[`GET ${at}`] = () => ok([{ id: 2 }])
  refreshStoredReads()
  await reads.refetchQueries({ queryKey: [at] })
  expect(reads.getQueryData([at])).toEqual([{ id: 2 }])
  expect(reads.getQueryState([at])?.isInvalidated).toBe(false)
})

test('a user never sees another user’s stored replies', async () => {
  await haveRead([{ id: 1 }])
  reads.setQueryData(['/api/user'], { ...daan, id: 2 })
  expect(await readKept(at)).toBeUndefined()
})

test('replies that are a week old are not shown', async () => {
  await haveRead([{ id: 1 }])
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 8 * dayMs)
  expect(await readKept(at)).toBeUndefined()
  clock.mockReturnValue(now + 6 * dayMs)
  expect(await readKept(at)).toEqual({ answer: [{ id: 1 }] })
  clock.mockRestore()
})

test('offline, places measured from another position are shown rather than none', async () => {
  const near = (latitude: number) => ({ query: { latitude, longitude: 4.9, type: 'playground' as const, limit: 25 } })
  const here = '/api/places/search?latitude=52.36&longitude=4.9&type=playground&limit=25'
  serve({ [`GET ${here}`]: () => ok([{ id: 9 }]) })
  void prefetch(searchPlaces, near(52.36))
  await isKept(here)
  serve({})
  void prefetch(searchPlaces, near(52.37))
  await vi.waitFor(() => expect(reads.getQueryData([here.replace('52.36', '52.37')])).toEqual([{ id: 9 }]))
})

test('a father stays signed in offline', async () => {
  await isKept('/api/user')
  reads.clear()
  expect(await readKept('/api/user')).toEqual({ answer: daan })
})

test.each([
  '/api/users/me/export',
  '/api/operations',
  '/api/playdates/5/invites',
  '/api/moderation/queue',
  '/api/weather?latitude=52',
  '/api/playdates/7/weather',
  '/api/playdates/7/parent-links',
  '/api/polls/link/geheim',
  '/api/circles/6/code',
  '/api/invites/geheim',
])('the reply of %s is not stored', async secret => {
  reads.setQueryData([secret], { secret: true })
  reads.setQueryData([at], [{ id: 1 }])
  await isKept(at)
  expect(await keptKeys()).not.toContainEqual([daan.id, secret])
})

test.each([
  '/api/today',
  '/api/users/me/settings',
  '/api/users/me/blocks',
  '/api/users/2',
  '/api/users/2/shared',
  '/api/users/featured',
  '/api/users/suggested',
  '/api/users?limit=25',
  '/api/notifications',
  '/api/reports',
  '/api/push-subscriptions',
  '/api/users/me/sessions',
  '/api/map/3/4/5',
  '/api/playdates/5',
])('the reply of %s is stored', async seen => {
  reads.setQueryData([seen], [{ id: 1 }])
  await isKept(seen)
})

test('the page of his town is stored, since it is there for everybody', async () => {
  const today = { town: { name: 'Ter Apel', url: '/kijk/ter-apel' } }
  reads.setQueryData(['/api/today'], today)
  await isKept('/api/today')
  expect(await readKept('/api/today')).toEqual({ answer: today })
})

test.each([
  '/api/polls',
  '/api/polls/3',
  '/api/circles/6',
  '/api/playdates/5',
  '/api/users/me/calendar-feeds',
  '/api/push-subscriptions',
])('the links and tokens in %s are not stored', async seen => {
  const [link, token] = ['https://papadag.example/p/geheim', 'geheim']
  reads.setQueryData([seen], [{ id: 1, url: link, deep: { token, url: null }, list: [{ secret: token, name: 'Hut' }] }])
  await isKept(seen)
  expect(await readKept(seen)).toEqual({
    answer: [{ id: 1, url: null, deep: { token: null, url: null }, list: [{ secret: null, name: 'Hut' }] }],
  })
})

test('replies that the server no longer gives are forgotten', async () => {
  await haveRead([{ id: 1 }])
  serve({ [`GET ${at}`]: () => ({ status: 404, body: '{}' }) })
  void prefetch(upcomingPlaydates, {})
  await vi.waitFor(async () => expect(await keptKeys()).not.toContainEqual([daan.id, at]))
})

test('chat messages are not stored here', async () => {
  serve({ 'GET /api/chats/3/messages?limit=100': () => ok([{ id: 1 }]), [`GET ${at}`]: () => ok([]) })
  void prefetch(chatMessages, { params: { id: 3 }, query: { limit: 100 } })
  void prefetch(upcomingPlaydates, {})
  await isKept(at)
  expect(await keptKeys()).not.toContainEqual([daan.id, '/api/chats/3/messages?limit=100'])
})

test('replies a week old are deleted, even while the app stays open', async () => {
  await haveRead([{ id: 1 }])
  stop()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  try {
    stop = keepAnswers()
    await vi.advanceTimersByTimeAsync(8 * dayMs)
    await vi.waitFor(async () => expect(await keptKeys()).toEqual([]))
  } finally {
    vi.useRealTimers()
  }
})

test('a session read from the store comes without a note about its age', async () => {
  await isKept('/api/user')
  reads.clear()
  serve({})
  void prefetch(currentUser, {}, true)
  await vi.waitFor(() => expect(reads.getQueryData(['/api/user'])).toEqual(daan))
  const end = onScreen('/api/user')
  expect(oldestShown()).toBeUndefined()
  end()
})

test('a screen’s note about the age of a reply goes with that reply', async () => {
  const showKept = async () => {
    serve({})
    void prefetch(upcomingPlaydates, {})
    await vi.waitFor(() => expect(reads.getQueryData([at])).toEqual([{ id: 1 }]))
  }
  await haveRead([{ id: 1 }])
  await showKept()
  let end = onScreen(at)
  expect(oldestShown()).toBeDefined()
  end()
  reads.removeQueries({ queryKey: [at] })
  reads.setQueryData([at], [])
  end = onScreen(at)
  expect(oldestShown()).toBeUndefined()
  end()

  reads.removeQueries({ queryKey: [at] })
  await haveRead([{ id: 1 }])
  await showKept()
  end = onScreen(at)
  expect(oldestShown()).toBeDefined()
  stop()
  expect(oldestShown()).toBeUndefined()
  end()
})

test('a cancelled stored read does not mark the next reply as old', async () => {
  await haveRead([{ id: 1 }])
  // Simulates a reader who left before the reply arrived.
  await readKept(at)
  const { handlers } = serve({})
  handlers[`GET ${at}`] = () => ok([{ id: 2 }])
  void prefetch(upcomingPlaydates, {})
  await vi.waitFor(() => expect(reads.getQueryData([at])).toEqual([{ id: 2 }]))
  expect(reads.getQueryState([at])?.isInvalidated).toBe(false)
})

/** Acts as a screen that shows a read; returns a function that removes it. */
const onScreen = (key: string) =>
  new QueryObserver(reads, { queryKey: [key], refetchOnMount: false }).subscribe(() => {})
