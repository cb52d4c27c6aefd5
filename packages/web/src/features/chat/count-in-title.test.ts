import { expect, test, vi } from 'vitest'
import { keepCountInTitle } from './count-in-title.ts'

test('every screen’s title begins with the number of unread messages', async () => {
  document.title = 'Home · Papadag'
  const title = keepCountInTitle()
  title.show(2)
  expect(document.title).toBe('(2) Home · Papadag')
  document.title = 'Plekken · Papadag'
  await vi.waitFor(() => expect(document.title).toBe('(2) Plekken · Papadag'))
  title.show(120)
  expect(document.title).toBe('(99+) Plekken · Papadag')
  title.show(0)
  expect(document.title).toBe('Plekken · Papadag')
  title.show(1)
  title.stop()
  expect(document.title).toBe('Plekken · Papadag')
})
