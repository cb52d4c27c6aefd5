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
/** A change in Utrecht of which the screen's user may not hear. */
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

test('a few changes that he may not hear of are not reported, but one that he may is', async () => {
  const list = await aList()
  const recent = createRecentChanges()
  const beforeMs = performance.now()
  for (let count = 0; count < 31; count += 1) recent.note(unheard)
  expect(recent.hasChangedSince(list, beforeMs)).toBe(false)
  recent.note(joined)
  expect(recent.hasChangedSince(list, beforeMs)).toBe(true)
})

test('a screen that read before a gap is told, whatever has changed, and one that read after it is not', async () => {
  const list = await aList()
  const recent = createRecentChanges()
  recent.noteGap()
  expect(recent.hasChangedSince(list, performance.now())).toBe(true)
  vi.advanceTimersByTime(1)
  expect(recent.hasChangedSince(list, performance.now())).toBe(false)
})
