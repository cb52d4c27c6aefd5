import { expect, test } from 'vitest'
import { createFrameCount } from './frame-count.ts'

test('a member may send 3,000 frames in a minute, and fewer heavy ones', () => {
  const count = createFrameCount()
  for (let n = 0; n < 3000; n += 1) expect(count.admits(1, 1)).toBe(true)
  expect(count.admits(1, 1)).toBe(false)
  for (let n = 0; n < 600; n += 1) expect(count.admits(2, 5)).toBe(true)
  expect(count.admits(2, 1)).toBe(false)
  count.beginMinute()
  expect(count.admits(1, 1)).toBe(true)
})
