import { expect, test, vi } from 'vitest'
import { keepCountInTitle } from './count-in-title.ts'

test('the number of unread messages stands before the title of every screen, until there are none', async () => {
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
