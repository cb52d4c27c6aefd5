import type { Invitation } from '@papadag/contract/invites'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import type { PaintAsked, Painted } from '../../platform/map/painter.ts'
import { anInvitation } from '../../testing/an-invitation.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, ok } from '../../testing/stand-in-server.ts'
import { type StandInWorker, standInForWorkers } from '../../testing/workers.ts'
import { Poster } from './poster.tsx'

beforeAll(() => import('../../domain/places/static-map.tsx'))
let painters: StandInWorker<PaintAsked, Painted>[] = []
beforeEach(() => {
  painters = standInForWorkers()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ transferFromImageBitmap() {} } as never)
  return showLanguage('en')
})
afterEach(() => vi.restoreAllMocks())

const invitation = anInvitation({
  startTime: new Date(2099, 5, 1, 10).toISOString(),
  endTime: new Date(2099, 5, 1, 11, 30).toISOString(),
  area: null,
})
const atPlace = {
  place: 'De Wip',
  map: {
    version: '0123456789abcdef',
    minZoom: 0,
    maxZoom: 14,
    bounds: { west: 5, south: 52, east: 5.2, north: 52.2 },
    latitude: 52.09,
    longitude: 5.12,
  },
}

function open(answer: () => Answer | Promise<Answer>) {
  const [print, onDone] = [vi.fn(), vi.fn()]
  vi.stubGlobal('print', print)
  show(<Poster url="https://papadag.example/i/a" token="a" onDone={onDone} />, '/playdates', {
    'GET /api/invites/a': answer,
  })
  return { print, onDone }
}
const poster = () => screen.queryByRole('heading', { name: 'Playdate', hidden: true })?.parentElement
const lines = () => [...(poster()?.querySelectorAll(':scope > p') ?? [])].map(({ textContent }) => textContent)
const code = () => screen.findByRole('img', { name: 'QR code of the invitation', hidden: true })

test.each<[string, Partial<Invitation>, string]>([
  ['its place', { place: 'De Wip' }, 'De Wip'],
  ['roughly where it is', { area: 'Jordaan' }, 'Near Jordaan'],
  ['nothing about where it is', {}, ''],
])('a poster says when the playdate is, and %s', async (_, changes, where) => {
  const { print, onDone } = open(() => ok({ ...invitation, ...changes }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(print).toHaveBeenCalledOnce()
  const [, when, place] = lines()
  expect(when).toMatch(/^Monday, 1 June10:00 – 11:30/)
  expect(place).toBe(where)
  expect(lines().at(-1)).toBe('papadag.example/i/a')
  expect((await code()).getAttribute('height')).toBe('260')
})

test('nothing is printed before the invitation is known', async () => {
  let answer = (_: Answer) => {}
  const { print, onDone } = open(
    () =>
      new Promise(resolve => {
        answer = resolve
      }),
  )
  expect(poster()).toBeUndefined()
  expect(print).not.toHaveBeenCalled()
  answer(ok(invitation))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(print).toHaveBeenCalledOnce()
})

/** What the worker replies for a picture that is only passed on. */
const painted = { picture: { width: 1404, height: 336 } as ImageBitmap, names: [], isLast: true, hasFailed: false }

test.each([
  ['is drawn', true, '180'],
  ['will not come', false, '260'],
])('a poster with a map is printed once its picture %s', async (_, isDrawn, height) => {
  const { print, onDone } = open(() => ok({ ...invitation, ...atPlace }))
  await waitFor(() => expect(document.querySelector('canvas')).not.toBeNull())
  expect((await code()).getAttribute('height')).toBe('180')
  expect(print).not.toHaveBeenCalled()
  const frame = painters[0]?.asked[0]?.frame
  if (!frame) throw new Error('Nothing is painted.')
  await act(async () => painters[0]?.onmessage?.({ data: { ...painted, frame, hasFailed: !isDrawn } }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(print).toHaveBeenCalledOnce()
  expect(document.querySelector('canvas') !== null).toBe(isDrawn)
  expect((await code()).getAttribute('height')).toBe(height)
  if (isDrawn) screen.getByRole('img', { name: 'Map of the streets around De Wip', hidden: true })
})

test.each<[string, () => Answer | Promise<Answer>, string]>([
  [
    'without a network',
    () => Promise.reject(new TypeError('offline')),
    'There is no connection. Please try again when it is back.',
  ],
  ['by the server', () => ({ status: 404 }), 'Please try again later.'],
])('a poster that cannot be loaded %s says so, and no other page is printed', async (_, answer, description) => {
  const { print, onDone } = open(answer)
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(print).not.toHaveBeenCalled()
  expect(lastNotice()).toMatchObject({ title: 'The invitation could not be loaded', description })
})
