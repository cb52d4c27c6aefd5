import '../../testing/page/indexed-db.ts'
import { deleteDB, openDB } from 'idb'
import { afterEach, expect, test, vi } from 'vitest'
import { rememberFilters } from '../../features/playdates/list/filters.ts'
import { standInForCaches } from '../../testing/caches-stand-in.ts'
import { onOfflineDatabase } from '../offline/offline-database.ts'
import { setFirstSteps } from './onboarding-progress.ts'
import { forgetUser, keepName } from './user-data.ts'

const daan = 1
const bram = 2
const at = '/api/playdates/upcoming'

const names = async () => (await indexedDB.databases()).map(({ name }) => name).sort()
const keptOf = (table: 'answers' | 'waiting') =>
  onOfflineDatabase([], async db => (await db.getAllKeys(table)).map(([userId]) => userId))

async function fill() {
  for (const userId of [daan, bram]) {
    ;(await openDB(`papadag-chat-${userId}`)).close()
    await onOfflineDatabase(undefined, async db => {
      await db.put('answers', { userId, at, answer: [], keptAtMs: Date.now() })
      const write = {
        userId,
        address: '/api/playdates/7/join',
        at: 'POST /api/playdates/:id/join',
        input: {},
        touches: [],
      }
      await db.put('waiting', { ...write, id: `${userId}`, queuedAtMs: Date.now(), refused: { id: 'refused' } })
    })
  }
}

afterEach(async () => {
  vi.unstubAllGlobals()
  for (const { name } of await indexedDB.databases()) if (name) await deleteDB(name)
})

test('when another user signs in, only other users’ data is deleted', async () => {
  await fill()
  setFirstSteps({ userId: bram, at: 'home' })
  keepName({ id: bram, firstName: 'Bram' })
  rememberFilters(bram, { day: 'today' })
  await forgetUser(bram)
  expect(localStorage.getItem('first_steps')).toContain('home')
  expect(localStorage.getItem('greeted')).toBe('2 Bram')
  expect(localStorage.getItem('playdate_filters')).toBe('2?day=today')
  await vi.waitFor(async () => expect(await names()).toEqual(['papadag-chat-2', 'papadag-offline']))
  expect(await keptOf('answers')).toEqual([bram])
  expect(await keptOf('waiting')).toEqual([bram])
})

test('at logout all user data is deleted', async () => {
  await fill()
  setFirstSteps({ userId: bram, at: 'home' })
  keepName({ id: bram, firstName: 'Bram' })
  rememberFilters(bram, { day: 'today' })
  await forgetUser()
  expect(localStorage.getItem('first_steps')).toBeNull()
  expect(localStorage.getItem('greeted')).toBeNull()
  expect(localStorage.getItem('playdate_filters')).toBeNull()
  await vi.waitFor(async () => expect(await names()).toEqual([]))
})

test('the map a father saved is deleted at logout, and another’s before he signs in, and the app’s own files stay', async () => {
  const stored = standInForCaches()
  const all = ['offline-map-1', 'offline-map-2', 'papadag-a1b2c3']
  for (const name of all) await caches.open(name)
  await forgetUser(bram)
  expect([...stored.keys()]).toEqual(['offline-map-2', 'papadag-a1b2c3'])
  await forgetUser()
  expect([...stored.keys()]).toEqual(['papadag-a1b2c3'])
})
