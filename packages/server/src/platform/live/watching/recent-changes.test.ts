import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inUtrecht, joined, watches } from '../../../testing/watches.ts'
import { createRecentChanges } from './recent-changes.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** What a screen watches that lists Utrecht. */
async function aList() {
  const { screen } = watches()
  const [watched] = (await screen([inUtrecht])).connection.watched
  if (!watched) throw new Error('nothing is watched')
  return watched
}
/** A change in Utrecht of which the screen's user may not learn. */
const unheard = { ...joined, except: [1] }

test('very many changes in one area are reported only to a screen that read before the last of them', async () => {
  const list = await aList()
  const recent = createRecentChanges()
  const beforeMs = performance.now()
  for (let count = 0; count < 40; count += 1) recent.note(unheard)
  vi.advanceTimersByTime(5000)
  expect(recent.hasChangedSince(list, beforeMs)).toBe(true)
  expect(recent.hasChangedSince(list, performance.now() - 1000)).toBe(false)
})

test.each([
  ['one that he may hear of', joined],
  ['another, which is too many to check', unheard],
])('31 changes that a father may not hear of are not reported to him, but then %s is', async (_, next) => {
  const list = await aList()
  const recent = createRecentChanges()
  const beforeMs = performance.now()
  for (let count = 0; count < 31; count += 1) recent.note(unheard)
  expect(recent.hasChangedSince(list, beforeMs)).toBe(false)
  recent.note(next)
  expect(recent.hasChangedSince(list, beforeMs)).toBe(true)
})

test('a screen that read before a gap reads again whatever has changed, and one that read after it does not', async () => {
  const list = await aList()
  const recent = createRecentChanges()
  recent.noteGap()
  expect(recent.hasChangedSince(list, performance.now())).toBe(true)
  vi.advanceTimersByTime(1)
  expect(recent.hasChangedSince(list, performance.now())).toBe(false)
})

test('a change is remembered for a minute, and then forgotten', async () => {
  const list = await aList()
  const recent = createRecentChanges()
  const beforeMs = performance.now()
  recent.note(joined)
  vi.advanceTimersByTime(60_000)
  recent.note({ what: 'place', things: ['place 9'] })
  expect(recent.hasChangedSince(list, beforeMs)).toBe(true)
  vi.advanceTimersByTime(1)
  recent.note({ what: 'place', things: ['place 9'] })
  expect(recent.hasChangedSince(list, beforeMs)).toBe(false)
})

test('fifty thousand changes are remembered, and after one more every screen that read before reads again', async () => {
  const list = await aList()
  const recent = createRecentChanges()
  const beforeMs = performance.now()
  vi.advanceTimersByTime(1)
  for (let id = 0; id < 50_000; id += 1) recent.note({ what: 'place', things: [`place ${id}`] })
  recent.note({ what: 'place', things: ['place 1'] })
  expect(recent.hasChangedSince(list, beforeMs)).toBe(false)
  recent.note({ what: 'place', things: ['place 2'] })
  expect(recent.hasChangedSince(list, beforeMs)).toBe(true)
  expect(recent.hasChangedSince(list, performance.now() + 1)).toBe(false)
})

test('a member’s own read is affected only by later changes to it or to what it is part of', async () => {
  const { screen, shown } = watches()
  for (const path of ['/api/chats/5/messages?before=9', '/api/chats', '/api/chatsome']) shown.set(path, () => ({}))
  const [own, all, other] = (await screen(['/api/chats/5/messages?before=9', '/api/chats', '/api/chatsome'])).connection
    .watched
  if (!own || !all || !other) throw new Error('nothing is watched')
  const recent = createRecentChanges()
  const beforeMs = performance.now()
  recent.note({ what: 'chat', users: [2], reads: ['/api/chats'] })
  recent.note({ what: 'chat', users: [1], reads: ['/api/chats/6', '/api/user'] })
  const changed = (sinceMs = beforeMs) => [own, all, other].map(one => recent.hasChangedSince(one, sinceMs))
  expect(changed()).toEqual([false, false, false])
  recent.note({ what: 'chat', users: [1], reads: ['/api/chats/5'] })
  expect(changed()).toEqual([true, false, false])
  recent.note({ what: 'chat', users: [3, 1], reads: ['/api/chats'] })
  expect(changed()).toEqual([true, true, false])
  expect(changed(performance.now() + 1)).toEqual([false, false, false])
})
