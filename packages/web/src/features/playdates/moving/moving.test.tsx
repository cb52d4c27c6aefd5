import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { WeatherAdvice } from '@papadag/contract/weather/advice'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlace } from '../../../testing/a-place.ts'
import { aPlaydate, kwame, me } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { MoveHere } from './move-here.tsx'
import { UndoMove } from './undo-move.tsx'

beforeEach(() => showLanguage('en'))
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

const place = aPlace({ id: 70, name: 'Ballorig', address: 'Dam 1' })
const his = aPlaydate({ participants: [me, kwame], myStatus: 'creator', placeId: 7, location: 'Westerpark' })

test.each<[WeatherAdvice | undefined, Partial<Playdate>, string]>([
  ['rain', {}, 'It will probably rain where you meet now. Everybody who is coming hears the new place.'],
  ['wind', {}, 'It will be windy where you meet now. Everybody who is coming hears the new place.'],
  ['cold', {}, 'It will be cold where you meet now. Everybody who is coming hears the new place.'],
  ['rain', { kind: 'open' }, 'It will probably rain where you meet now.'],
])('moving because of %s asks first, and says where and why', async (why, changes, said) => {
  const sent = vi.fn()
  show(<MoveHere playdate={{ ...his, ...changes }} place={place} why={why} />, '/playdates', {
    'PUT /api/playdates/7': () => {
      sent()
      return ok(his)
    },
  })
  await userEvent.click(screen.getByRole('button', { name: /^Move here/ }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Move to Ballorig?' }))
  expect(dialog.getByText('Ballorig, Dam 1')).toBeDefined()
  expect(dialog.getByText(/undo it for ten minutes/).textContent?.replace(/\s+/g, ' ')).toBe(
    `${said} You can undo it for ten minutes.`,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'No, leave it' }))
  expect(sent).not.toHaveBeenCalled()
})

const moved = aPlaydate({ ...his, placeId: 70, location: 'Ballorig, Dam 1', title: 'Vliegeren' })

/** Moves it because of rain, and returns what is sent. */
async function move(why?: WeatherAdvice) {
  const sent = vi.fn()
  const { unmount } = show(<MoveHere playdate={his} place={place} why={why} />, '/playdates', {
    'PUT /api/playdates/7': body => {
      sent(body)
      return ok(moved)
    },
  })
  await userEvent.click(screen.getByRole('button', { name: /^Move here/ }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Move it' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  unmount()
  return sent.mock.calls[0]?.[0]
}

test.each<[WeatherAdvice | undefined, string | undefined]>([
  ['rain', 'rain'],
  ['wind', 'wind'],
  ['cold', 'cold'],
  ['dry', undefined],
  [undefined, undefined],
])('a playdate moved because of %s gives those who are notified the reason: %s', async (why, said) => {
  const sent = await move(why)
  expect(sent).toMatchObject({ placeId: 70, location: 'Ballorig, Dam 1' })
  expect(sent.movedFor).toBe(said)
})

test('a creator puts a playdate that was just moved back, without a reason', async () => {
  await move('rain')
  const sent = vi.fn()
  show(<UndoMove playdate={moved} />, '/playdates', {
    'PUT /api/playdates/7': body => {
      sent(body)
      return ok(his)
    },
  })
  expect(screen.getByText('It was at Westerpark')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Put it back' }))
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ placeId: 7, location: 'Westerpark', title: 'Vliegeren' })
  expect(sent.mock.calls[0]?.[0]).not.toHaveProperty('movedFor')
  await waitFor(() => expect(sessionStorage.getItem('draft:1:moved-7')).toBeNull())
})

const minuteMs = 60_000
/** What a reload keeps of a tab that has moved it, or what somebody else has left there. */
const keptBy = (
  userId: number,
  minutesLeft: number,
  from: object = { location: 'Westerpark', placeId: 7, area: null },
) =>
  sessionStorage.setItem(
    `draft:${userId}:moved-7`,
    JSON.stringify({ from, to: 70, untilMs: Date.now() + minutesLeft * minuteMs }),
  )

test.each<[string, () => void, Partial<Playdate>, boolean]>([
  ['after a reload', () => keptBy(1, 9), {}, true],
  ['from a place off the map', () => keptBy(1, 9, { location: 'Bos', placeId: null, area: 'Oost' }), {}, true],
  ['after ten minutes', () => keptBy(1, -0.1), {}, false],
  ['that has moved on since', () => keptBy(1, 9), { placeId: 71 }, false],
  ['that somebody else moved in this tab', () => keptBy(2, 9), {}, false],
  ['with a note that no longer fits', () => keptBy(1, 9, { location: 5 }), {}, false],
  ['with a note that is no note', () => sessionStorage.setItem('draft:1:moved-7', '"x"'), {}, false],
  ['nobody has moved', () => {}, {}, false],
])('whether a playdate %s can be put back (%#)', (_, prepare, changes, isOffered) => {
  prepare()
  show(<UndoMove playdate={{ ...moved, ...changes }} />, '/playdates')
  expect(screen.queryByRole('button', { name: 'Put it back' }) !== null).toBe(isOffered)
})

test('the offer to put a playdate back ends by itself after ten minutes', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T09:00:00') })
  keptBy(1, 10)
  show(<UndoMove playdate={moved} />, '/playdates')
  await act(() => vi.advanceTimersByTimeAsync(10 * minuteMs - 1000))
  expect(screen.queryByRole('button', { name: 'Put it back' })).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.queryByRole('button', { name: 'Put it back' })).toBeNull()
})

test('a move can be undone for as long as a cancellation can', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T09:00:00') })
  await move()
  const { untilMs } = JSON.parse(sessionStorage.getItem('draft:1:moved-7') ?? '{}')
  expect(untilMs - Date.now()).toBe(10 * minuteMs)
})
