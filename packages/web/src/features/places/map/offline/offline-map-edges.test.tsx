import 'fake-indexeddb/auto'
import type { Place } from '@papadag/contract/places/places'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aPlace } from '../../../../testing/a-place.ts'
import { show } from '../../../../testing/show.tsx'
import { answerFromOfflineMap } from './answers.ts'
import type { OfflineMap } from './offline-map.ts'
import OfflineMapCard from './offline-map-card.tsx'
import { NoRoom, NotOnMap } from './save-map.ts'

const here = vi.hoisted(() => ({
  kept: undefined as OfflineMap | undefined,
  saves: [] as {
    resolve: (kept: OfflineMap) => void
    reject: (error: unknown) => void
    signal: AbortSignal
    onProgress: (share: number) => void
  }[],
  isStale: false,
  isOnWifi: true,
  deleted: 0,
}))
vi.mock('./offline-map.ts', async original => ({
  ...(await original<object>()),
  readOfflineMap: async () => here.kept,
  async deleteOfflineMap() {
    here.deleted += 1
  },
  isStale: () => here.isStale,
  isOnWifi: () => here.isOnWifi,
}))
vi.mock('./save-map.ts', async original => ({
  ...(await original<object>()),
  saveMap: (_: number, __: object, signal: AbortSignal, onProgress: (share: number) => void) =>
    new Promise<OfflineMap>((resolve, reject) => here.saves.push({ resolve, reject, signal, onProgress })),
}))

const center = { latitude: 52, longitude: 5 }
const aMap = { version: 'v1', minZoom: 0, maxZoom: 14, bounds: { west: 4, south: 51, east: 6, north: 53 } }
const near = (id: number, changes: Partial<Place> = {}) =>
  aPlace({ id, latitude: 52 + id / 1000, longitude: 5, name: `place ${id}`, ...changes })
const aKept = (changes: Partial<OfflineMap> = {}): OfflineMap => ({
  savedAtMs: Date.parse('2026-11-20T12:00:00Z'),
  center,
  environment: {} as OfflineMap['environment'], // only handed on
  places: [near(1), near(2)],
  bytes: 3_400_000,
  isCut: false,
  ...changes,
})
const onLine = vi.spyOn(navigator, 'onLine', 'get')

beforeEach(async () => {
  Object.assign(here, { kept: undefined, saves: [], isStale: false, isOnWifi: true, deleted: 0 })
  onLine.mockReturnValue(true)
  await showLanguage('en')
})
afterEach(() => onLine.mockReturnValue(true))

const card = async (at: typeof center | undefined = center) => {
  const shown = show(<OfflineMapCard center={at} map={aMap} />, '/playground-map')
  await act(async () => {})
  return shown
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const said = () => screen.getByRole('status').textContent ?? ''

test('without a place there is nothing to keep', async () => {
  show(<OfflineMapCard center={undefined} map={aMap} />, '/playground-map')
  expect(said()).toMatch(/^Share your location/)
  expect(buttons()).toEqual([])
})

test.each<[string, Partial<OfflineMap>, RegExp]>([
  ['two playgrounds', {}, /the map and 2 playgrounds within 5 km, 3 MB\. It works without internet\.$/],
  ['one, and little', { places: [near(1)], bytes: 1000 }, /the map and 1 playground within 5 km, 1 MB\./],
  [
    'a part of it',
    { isPart: true },
    /: the part of your neighbourhood that is on the map, and 2 playgrounds within 5 km, 3 MB\./,
  ],
  ['more than fits', { isCut: true }, /There was more than 20 MB; what is nearest is on it\.$/],
])('what is kept says so: %s', async (_, changes, words) => {
  here.kept = aKept(changes)
  await card()
  expect(said()).toMatch(words)
  expect(buttons()).toEqual(['Refresh', 'Remove from this device'])
})

test.each<[string, OfflineMap | undefined, string, string]>([
  ['kept', undefined, 'Keep the map of my neighbourhood', '#i-download'],
  ['fetched again', aKept(), 'Refresh', '#i-refresh'],
])('the button by which the map is %s has the sign for that', async (_, kept, name, sign) => {
  here.kept = kept
  await card()
  expect(screen.getByRole('button', { name }).querySelector('use')?.getAttribute('href')).toBe(sign)
})

test('a offline map can be removed, and kept again only while his position is known', async () => {
  here.kept = aKept()
  show(<OfflineMapCard center={undefined} map={aMap} />, '/playground-map')
  await waitFor(() => expect(buttons()).toEqual(['Remove from this device']))
  await userEvent.click(screen.getByRole('button'))
  expect(here.deleted).toBe(1)
  expect(buttons()).toEqual([])
})

test('keeping shows how far it is, and can be stopped without a complaint', async () => {
  await card()
  await userEvent.click(screen.getByRole('button', { name: 'Keep the map of my neighbourhood' }))
  act(() => here.saves[0]?.onProgress(0.259))
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(25)
  expect(buttons()).toEqual(['Stop'])
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(here.saves[0]?.signal.aborted).toBe(true)
  await act(async () => here.saves[0]?.reject(new Error('stopped')))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(buttons()).toEqual(['Keep the map of my neighbourhood'])
  await userEvent.click(screen.getByRole('button', { name: 'Keep the map of my neighbourhood' }))
  await act(async () => here.saves[1]?.resolve(aKept()))
  expect(said()).toMatch(/^Kept on/)
})

test.each<[string, OfflineMap | undefined, Error, string]>([
  ['there is no room', undefined, new NoRoom(), 'There is not enough room on this device.'],
  ['the first time', undefined, new Error('offline'), 'The map could not be kept. Please try again in a moment.'],
  [
    'another time',
    aKept(),
    new Error('offline'),
    'The map could not be kept anew. What was kept before is still there.',
  ],
])('a failure says what is left: %s', async (_, kept, error, words) => {
  here.kept = kept
  await card()
  await userEvent.click(screen.getByRole('button', { name: kept ? 'Refresh' : /^Keep the map/ }))
  await act(async () => here.saves[0]?.reject(error))
  expect(screen.getByRole('alert').textContent).toBe(words)
})

test.each<[string, boolean, boolean, boolean, number]>([
  ['of an earlier version', true, true, true, 1],
  ['that is up to date', false, true, true, 0],
  ['on mobile data', true, false, true, 0],
  ['without a network', true, true, false, 0],
])('a map %s is refreshed by itself or not', async (_, isStale, isOnWifi, isOnline, count) => {
  Object.assign(here, { kept: aKept(), isStale, isOnWifi })
  onLine.mockReturnValue(isOnline)
  const { unmount } = await card()
  expect(here.saves).toHaveLength(count)
  unmount()
  expect(here.saves.every(({ signal }) => signal.aborted)).toBe(true)
})

const query = (path: string) =>
  answerFromOfflineMap(path, 1).then(found => found?.answer as { id: number }[] | undefined)
const ids = async (path: string) => (await query(path))?.map(({ id }) => id)
const playgrounds = 'type=playground'

test.each<[string, number[] | undefined]>([
  [`/api/places/search?${playgrounds}`, [1, 2, 3, 4]],
  [`/api/places/search?${playgrounds}&limit=2`, [1, 2]],
  [`/api/places/search?${playgrounds}&q=PLACE%202`, [2]],
  [`/api/places/search?${playgrounds}&q=2%20place`, [2]],
  [`/api/places/search?${playgrounds}&q=cafe`, [3]],
  [`/api/places/search?${playgrounds}&q=dorpsstraat`, [4]],
  [`/api/places/search?${playgrounds}&features=benches`, [1, 2, 4]],
  [`/api/places/search?${playgrounds}&features=benches,fenced`, []],
  ['/api/places/search?type=restaurant', undefined],
  [`/api/places/nearby?latitude=52.004&longitude=5&${playgrounds}`, [4, 3, 2, 1]],
  [`/api/places/nearby?latitude=52.004&longitude=5&radius=200&${playgrounds}`, [4, 3]],
  [`/api/places/nearby?latitude=52.004&longitude=5&limit=1&${playgrounds}`, [4]],
  [`/api/places/other?${playgrounds}`, undefined],
  ['/api/playdates', undefined],
])('without a network %s is answered with %o', async (path, found) => {
  here.kept = aKept({
    places: [near(1), near(2), near(3, { name: 'Café', features: [] }), near(4, { address: 'Dorpsstraat 4' })],
  })
  expect(await ids(path)).toEqual(found)
})

test('a kept place is answered by its number, and asks nothing that needs a network', async () => {
  here.kept = aKept()
  expect((await answerFromOfflineMap('/api/places/2', 1))?.answer).toMatchObject({
    id: 2,
    mayEdit: false,
    mayConfirm: false,
    isMine: false,
  })
  expect((await answerFromOfflineMap('/api/places/2', 1))?.keptAtMs).toBe(here.kept.savedAtMs)
  expect(await answerFromOfflineMap('/api/places/9', 1)).toBeUndefined()
  expect((await answerFromOfflineMap('/api/env', 1))?.answer).toBe(here.kept.environment)
  const tile = await answerFromOfflineMap(`/api/map/0/0/0?${playgrounds}`, 1)
  expect(tile?.answer).toMatchObject({ cells: [], places: [{ id: 1 }, { id: 2 }] })
  const elsewhere = await answerFromOfflineMap(`/api/map/1/0/0?${playgrounds}`, 1)
  expect(elsewhere?.answer).toMatchObject({ places: [] })
  here.kept = undefined
  expect(await answerFromOfflineMap('/api/env', 1)).toBeUndefined()
})

test.each([
  ['is not on the map', undefined, /^Your neighbourhood is not on this map/],
  ['is no longer on it', aKept(), /What was kept before is still there\.$/],
])('a neighbourhood that turns out empty %s, which is said', async (_, kept, words) => {
  here.kept = kept
  await card()
  await userEvent.click(screen.getAllByRole('button')[0] ?? document.body)
  await act(async () => here.saves.at(-1)?.reject(new NotOnMap()))
  expect(screen.getByRole('alert').textContent).toMatch(words)
})

test('a neighbourhood beside the map cannot be kept, and what was kept before can be removed', async () => {
  const beside = { latitude: 55, longitude: 5 }
  const { unmount } = await card(beside)
  expect(said()).toMatch(/^Your neighbourhood is not on this map/)
  expect(buttons()).toEqual([])
  unmount()
  here.kept = aKept()
  await card(beside)
  expect(buttons()).toEqual(['Remove from this device'])
})
