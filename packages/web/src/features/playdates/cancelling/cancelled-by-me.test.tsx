import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, me } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { CancelledByMe } from './cancelled-by-me.tsx'
import { noteCancelled } from './just-cancelled.ts'

const now = Date.parse('2026-11-25T12:00:00.000Z')
beforeEach(async () => {
  await showLanguage('en')
  noteCancelled()
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

const cancelled = (id: number, seconds: number) =>
  aPlaydate({
    id,
    title: `playdate ${id}`,
    participants: [me],
    myStatus: 'creator',
    state: 'cancelled',
    undoUntil: new Date(now + seconds * 1000).toISOString(),
  })
const titles = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent?.match(/playdate \d/)?.[0])
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a cancelled playdate is listed as long as its cancellation can be undone', async () => {
  show(<CancelledByMe also={id => <p>also {id}</p>} />, '/playdates', {
    'GET /api/playdates/cancelled': () => ok([cancelled(1, 5), cancelled(2, -1), cancelled(3, 10)]),
  })
  await pass(0)
  expect(titles()).toEqual(['playdate 1', 'playdate 3'])
  expect(screen.getByText('also 3')).toBeDefined()
  await pass(5100)
  expect(titles()).toEqual(['playdate 3'])
  await pass(5000)
  expect(titles()).toEqual([])
})
