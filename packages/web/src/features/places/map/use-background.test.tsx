import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Map as LeafletMap } from 'leaflet'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import type { PaintAsked, Painted } from '../../../platform/map/painter.ts'
import { chooseTheme } from '../../../platform/screen/theme.ts'
import { readAgain } from '../../../testing/read-again.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, ok, refused } from '../../../testing/stand-in-server.ts'
import { type StandInWorker, standInForWorkers } from '../../../testing/workers.ts'
import { createMap } from './create-map.ts'
// Leaflet's layers, without which its map does not open.
import './points/pin-layer.ts'
import { useBackground } from './use-background.ts'

const hostedMap = { version: 'v1', minZoom: 0, maxZoom: 14, bounds: { west: 3, south: 50, east: 8, north: 54 } }
const env = (changes: object = {}): Answer =>
  ok({
    OPEN_WEATHER_API_KEY: null,
    tileUrl: '/tiles/{z}/{x}/{y}.png',
    tileAttribution: 'Kadaster',
    proposals: false,
    map: null,
    ...changes,
  })

let painters: StandInWorker<PaintAsked, Painted>[] = []
let map: LeafletMap
beforeAll(async () => {
  await import('./hosted-map.ts')
})
beforeEach(async () => {
  await showLanguage('en')
  painters = standInForWorkers()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ transferFromImageBitmap() {} } as never)
  const element = document.createElement('div')
  document.body.append(element)
  map = createMap(element, { latitude: 52, longitude: 5 })
})
afterEach(() => {
  chooseTheme('system')
  map.remove()
})

function Background({ on }: { on: LeafletMap | undefined }) {
  const { isMissing, own, end, attribution } = useBackground(on)
  return (
    <p role="status">
      {isMissing ? 'missing' : 'complete'}, {own?.version ?? 'no own map'}, {attribution ?? 'nobody'}
      {end && ', ends'}
    </p>
  )
}
const draw = (answer: Answer, on: LeafletMap | undefined = map) =>
  show(<Background on={on} />, '/playground-map', { 'GET /api/env': () => answer })
const said = () => screen.getByRole('status').textContent
const tiles = () => [...map.getPanes().tilePane.querySelectorAll('img')]
const painter = async () => {
  await waitFor(() => expect(painters).toHaveLength(1))
  const [first] = painters
  if (!first) throw new Error('Nothing is painted.')
  return first
}

test('the tile in the middle comes before the others, which wait neither for a missing one nor for a slow server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const sources = () => tiles().filter(tile => tile.hasAttribute('src'))
  for (const goOn of [
    () => sources()[0]?.dispatchEvent(new Event('load')),
    () => sources()[0]?.dispatchEvent(new Event('error')),
    () => vi.advanceTimersByTime(1500),
  ]) {
    const { unmount } = draw(env())
    await waitFor(() => expect(tiles().length).toBeGreaterThan(1))
    const middle = map.project(map.getCenter()).divideBy(256).floor()
    expect(sources().map(tile => tile.getAttribute('src'))).toEqual([`/tiles/13/${middle.x}/${middle.y}.png`])
    goOn()
    await waitFor(() => expect(sources()).toHaveLength(tiles().length))
    unmount()
  }
  vi.useRealTimers()
})

test('the server’s tiles are drawn with a referrer and up to the nearest zoom, and their source is named', async () => {
  const { unmount } = draw(env())
  expect(tiles()).toEqual([])
  await waitFor(() => expect(tiles().length).toBeGreaterThan(0))
  expect(said()).toBe('complete, no own map, Kadaster')
  const [first] = tiles()
  expect(first?.getAttribute('src')).toMatch(/^\/tiles\/13\/\d+\/\d+\.png$/)
  expect(first?.referrerPolicy).toBe('strict-origin-when-cross-origin')
  map.setZoom(19, { animate: false })
  expect(tiles().some(tile => tile.getAttribute('src')?.startsWith('/tiles/19/'))).toBe(true)
  expect(painters).toEqual([])
  unmount()
  expect(tiles()).toEqual([])
})

test('a tile that does not load is reported until another one loads', async () => {
  draw(env({ tileAttribution: null }))
  await waitFor(() => expect(tiles().length).toBeGreaterThan(1))
  const [first, second] = tiles()
  fireEvent.error(first ?? document)
  await waitFor(() => expect(said()).toBe('missing, no own map, nobody'))
  fireEvent.load(second ?? document)
  await waitFor(() => expect(said()).toBe('complete, no own map, nobody'))
})

test('without its configuration the map draws nothing, and says so', async () => {
  draw(refused(404, 'route.unknown', 'No.'))
  await waitFor(() => expect(said()).toBe('missing, no own map, nobody'))
  expect([tiles(), painters]).toEqual([[], []])
})

test.each([
  ['tiles', env(), 'Kadaster'],
  ['an own map', env({ map: hostedMap }), 'v1'],
])('before there is a map, %s are not drawn', async (_, answer, words) => {
  show(<Background on={undefined} />, '/playground-map', { 'GET /api/env': () => answer })
  await waitFor(() => expect(said()).toContain(words))
  expect([tiles(), painters]).toEqual([[], []])
})

test('the server’s own map is painted instead of tiles, in the current theme', async () => {
  const { unmount } = draw(env({ map: hostedMap }))
  const one = await painter()
  expect(one.asked).toMatchObject([{ map: hostedMap, theme: 'light' }])
  expect(tiles()).toEqual([])
  expect(said()).toBe('complete, v1, nobody, ends')
  const { frame } = one.asked[0] ?? {}
  if (!frame) throw new Error('Nothing is painted.')
  act(() => one.onmessage?.({ data: { picture: undefined, frame, names: [], isLast: true, hasFailed: true } }))
  expect(said()).toBe('missing, v1, nobody, ends')
  act(() => chooseTheme('dark'))
  expect(one.asked.at(-1)?.theme).toBe('dark')
  unmount()
  expect(one.isEnded).toBe(true)
})

test('a map that opens in the dark is painted dark', async () => {
  chooseTheme('dark')
  draw(env({ map: hostedMap }))
  expect((await painter()).asked).toMatchObject([{ theme: 'dark' }])
})

test('reading the configuration again paints the map again only if it is another map', async () => {
  const { handlers } = draw(env({ map: hostedMap }))
  const one = await painter()
  handlers['GET /api/env'] = () => env({ map: { ...hostedMap }, tileAttribution: 'Else' })
  await readAgain()
  expect(painters).toHaveLength(1)
  handlers['GET /api/env'] = () => env({ map: { ...hostedMap, version: 'v2' } })
  await readAgain()
  await waitFor(() => expect(painters).toHaveLength(2))
  expect([one.isEnded, painters[1]?.asked[0]?.map.version]).toEqual([true, 'v2'])
})

test('a screen that closes before the code of the map has loaded paints nothing', async () => {
  const { unmount } = draw(env({ map: hostedMap }))
  await waitFor(() => expect(said()).toContain('v1'))
  unmount()
  await import('./hosted-map.ts')
  await act(async () => {})
  expect(painters.every(({ isEnded }) => isEnded)).toBe(true)
})

/** Its eastern edge is within the view. */
const near = { ...hostedMap, bounds: { ...hostedMap.bounds, east: 5.005 } }
const clipped = () => map.getPanes().tilePane.querySelector('canvas')?.style.clipPath ?? ''
const paintAll = async () => {
  const one = await painter()
  const { frame } = one.asked[0] ?? {}
  if (!frame) throw new Error('Nothing is painted.')
  // jsdom knows no pictures.
  const picture = {} as ImageBitmap
  act(() => one.onmessage?.({ data: { picture, frame, names: [], isLast: true, hasFailed: false } }))
}

test('another server’s tiles are shown next to the own map only if the operator has chosen them', async () => {
  const { unmount } = draw(env({ map: near, tilesBesideMap: true }))
  await paintAll()
  const sources = () => tiles().map(tile => tile.getAttribute('src') ?? '')
  expect(sources().some(source => source.startsWith('/tiles/13/'))).toBe(true)
  const eastOf = (column: number) => ((column + 1) / 2 ** 13) * 360 - 180
  for (const source of sources()) {
    const [, column] = /^\/tiles\/13\/(\d+)\//.exec(source) ?? []
    if (column) expect(eastOf(Number(column))).toBeGreaterThan(near.bounds.east)
    else expect(source).toMatch(/^data:/)
  }
  expect(sources().some(source => source.startsWith('data:'))).toBe(true)
  expect(clipped()).toMatch(/^inset\(0px \d/)
  expect(said()).toBe('complete, v1, Kadaster')
  unmount()
  expect(tiles()).toEqual([])
})

test('while another server’s tiles do not load, the map is hatched where it ends and does not count as missing', async () => {
  draw(env({ map: near, tilesBesideMap: true }))
  await paintAll()
  const [other] = tiles().filter(tile => !tile.src.startsWith('data:'))
  const [own] = tiles().filter(tile => tile.src.startsWith('data:'))
  fireEvent.error(other ?? document)
  await waitFor(() => expect(said()).toBe('complete, v1, Kadaster, ends'))
  expect(clipped()).toBe('')
  fireEvent.load(own ?? document)
  expect(said()).toBe('complete, v1, Kadaster, ends')
  fireEvent.load(other ?? document)
  await waitFor(() => expect(said()).toBe('complete, v1, Kadaster'))
  expect(clipped()).not.toBe('')
})
