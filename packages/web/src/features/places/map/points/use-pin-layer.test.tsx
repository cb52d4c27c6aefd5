import { cleanup, renderHook, within } from '@testing-library/react'
import type { Map as LeafletMap } from 'leaflet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { createMap } from '../create-map.ts'
import { planeOf } from '../geo.ts'
import type { Cluster } from './clusters.ts'
import type { PinLayer } from './pin-layer.ts'
import { usePinLayer, useSign } from './use-pin-layer.ts'
import type { MapPoint, PinnedPlace } from './use-points.ts'

const dam = { latitude: 52.3731, longitude: 4.8926 }
let map: LeafletMap
beforeEach(async () => {
  await showLanguage('nl')
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList) // only this is read
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  const element = document.createElement('div')
  document.body.append(element)
  map = createMap(element, dam)
})
afterEach(() => {
  cleanup()
  map.remove()
})

const zandbak: PinnedPlace = { id: 9, name: 'Zandbak', latitude: 52.375, longitude: 4.89 }
const glijbaan: PinnedPlace = { id: 7, name: 'Glijbaan', latitude: 52.371, longitude: 4.9 }
const onOpen = vi.fn()
const none = { clusters: [], points: [], zoom: 13 }

type Shown = Parameters<typeof usePinLayer>[2]
function draw(changes: Partial<Shown>, on: LeafletMap | undefined = map) {
  const layer: { current: PinLayer | undefined } = { current: undefined }
  const shown: Shown = { pins: undefined, clustered: none, open: undefined, onOpen, ...changes }
  const { rerender, unmount } = renderHook(props => usePinLayer(on, layer, props), { initialProps: shown })
  return { layer, unmount, draw: (next: Partial<Shown>) => rerender({ ...shown, ...next }) }
}
const buttons = () => within(map.getContainer()).queryAllByRole<HTMLButtonElement>('button')
const named = () => buttons().map(button => button.getAttribute('aria-label'))

/** A cluster around a position at zoom 13, this many pixels wide and high. */
function cluster(count: number, width: number, height: number, at = dam): Cluster {
  const { x, y } = planeOf(at, 13)
  return {
    x,
    y,
    count,
    left: x - width / 2,
    right: x + width / 2,
    top: y - height / 2,
    bottom: y + height / 2,
    only: undefined,
  }
}

test('a few places each have a pin, and so does the open one, once, even if it is not among them', () => {
  const { draw: again } = draw({ pins: [zandbak] })
  expect(named()).toEqual(['Zandbak'])
  buttons()[0]?.click()
  expect(onOpen).toHaveBeenLastCalledWith(zandbak)
  again({ pins: [zandbak], open: glijbaan })
  expect(buttons().map(one => [one.getAttribute('aria-label'), one.getAttribute('aria-expanded')])).toEqual([
    ['Zandbak', 'false'],
    ['Glijbaan', 'true'],
  ])
  again({ pins: [zandbak, glijbaan], open: glijbaan })
  expect(named()).toEqual(['Zandbak', 'Glijbaan'])
  again({ pins: [] })
  expect(named()).toEqual([])
})

test('many places share pins with their number, except a place that is alone', () => {
  const points: MapPoint[] = [
    { latitude: 52.375, longitude: 4.89, count: 1, place: { id: 9, name: 'Zandbak' } },
    { latitude: 52.37, longitude: 4.88, count: 1, place: undefined },
  ]
  const clusters = [
    cluster(1234, 10, 10),
    { ...cluster(1, 0, 0, zandbak), only: 0 },
    { ...cluster(1, 0, 0, { latitude: 52.37, longitude: 4.88 }), only: 1 },
  ]
  draw({ clustered: { clusters, points, zoom: 13 } })
  expect(named()).toEqual(['1.234 speeltuinen: inzoomen', 'Zandbak', '1 speeltuin: inzoomen'])
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['1.234', '', '1'])
  buttons()[1]?.click()
  expect(onOpen).toHaveBeenLastCalledWith(zandbak)
})

test('a number that is an estimate says so', () => {
  const points: MapPoint[] = [{ ...dam, count: 4816, isEstimate: true, place: undefined }]
  draw({ clustered: { clusters: [cluster(4816, 10, 10)], points, zoom: 13 } })
  expect(named()).toEqual(['Ongeveer 4.800 speeltuinen: inzoomen'])
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['± 4.800'])
})

test('clusters of another zoom are not drawn, and the open place still is', () => {
  draw({ clustered: { clusters: [cluster(5, 10, 10)], points: [], zoom: 12 }, open: zandbak })
  expect(named()).toEqual(['Zandbak'])
})

test.each([
  ['at least one level, though it does not fit', 1600, 1200, 14],
  ['until it fills the width of the map', 100, 10, 15],
  ['until a narrow one fills its height', 10, 50, 16],
  ['four levels at most', 4, 4, 17],
])('pressing a cluster moves there and zooms in %s', (_, width, height, zoom) => {
  draw({ clustered: { clusters: [cluster(5, width, height, zandbak)], points: [], zoom: 13 } })
  buttons()[0]?.click()
  expect(map.getZoom()).toBe(zoom)
  const { lat, lng } = map.getCenter()
  expect([lat.toFixed(3), lng.toFixed(3)]).toEqual(['52.375', '4.890'])
})

test('pressing a cluster does not zoom in closer than the map can', () => {
  map.setZoom(17, { animate: false })
  const { x, y } = planeOf(dam, 17)
  const one = { x, y, count: 2, left: x - 1, right: x + 1, top: y - 1, bottom: y + 1, only: undefined }
  draw({ clustered: { clusters: [one], points: [], zoom: 17 } })
  buttons()[0]?.click()
  expect(map.getZoom()).toBe(19)
})

test('the pins disappear with the map’s layer', () => {
  const { layer, unmount } = draw({ pins: [zandbak] })
  expect(layer.current?.buttonOf('place 9')).toBe(buttons()[0])
  unmount()
  expect([named(), layer.current]).toEqual([[], undefined])
})

test('a sign on the map is where it was put, moves, and can be removed', () => {
  const { rerender, unmount } = renderHook(
    ({ at, on = map }: { at: typeof dam | undefined; on?: LeafletMap }) => useSign(on, at, 'own', 'Hier ben je'),
    { initialProps: { at: undefined as typeof dam | undefined } },
  )
  const sign = () => within(map.getContainer()).queryAllByTitle('Hier ben je')
  expect(sign()).toHaveLength(0)
  rerender({ at: dam })
  expect(sign()).toHaveLength(1)
  const place = () => sign()[0]?.parentElement?.getAttribute('style')
  const first = place()
  rerender({ at: glijbaan })
  expect(sign()).toHaveLength(1)
  expect(place()).not.toBe(first)
  unmount()
  expect(sign()).toHaveLength(0)
})
