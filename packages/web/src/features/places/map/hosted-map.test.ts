import type { Map as LeafletMap } from 'leaflet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMap } from './create-map.ts'
// Leaflet's layers, without which its map does not open.
import './points/pin-layer.ts'
import type { PaintAsked, Painted } from '../../../platform/map/painter.ts'
import { type StandInWorker, standInForWorkers } from '../../../testing/workers.ts'
import { type ShownMap, showHostedMap } from './hosted-map.ts'

const own = { version: 'v1', minZoom: 0, maxZoom: 14, bounds: { west: 3, south: 50, east: 8, north: 54 } }

let workers: StandInWorker<PaintAsked, Painted>[] = []
const asked = () => workers.flatMap(worker => worker.asked)
const taken = vi.fn()
const onMissing = vi.fn()

let map: LeafletMap
let shown: ShownMap | undefined
let size = [400, 200]

beforeEach(() => {
  workers = standInForWorkers()
  size = [400, 200]
  taken.mockClear()
  onMissing.mockClear()
  vi.stubGlobal('devicePixelRatio', 2)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => size[0] ?? 0)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => size[1] ?? 0)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ transferFromImageBitmap: taken } as never)
  const element = document.createElement('div')
  document.body.append(element)
  map = createMap(element, { latitude: 52, longitude: 5 })
  shown = undefined
})
afterEach(() => {
  shown?.stop()
  map.remove()
  vi.unstubAllGlobals()
})

const open = () => {
  shown = showHostedMap(map, own, 'light', onMissing)
  return shown
}
const picture = {} as ImageBitmap // only passed on
/** The worker answers with what it was asked for last. */
const answer = (changes: Partial<Painted> = {}) => {
  const frame = asked().at(-1)?.frame
  if (frame)
    workers.at(-1)?.onmessage?.({ data: { picture, frame, names: [], isLast: true, hasFailed: false, ...changes } })
}
const canvas = () => map.getPanes().tilePane.querySelector('canvas')
const left = () => map.getPixelBounds().min?.x ?? 0
const top = () => map.getPixelBounds().min?.y ?? 0
const pan = (x: number, y: number) => map.panBy([x, y], { animate: false })

test('the map is drawn a quarter larger than the view on each side, in pixels of the device', () => {
  open()
  expect(asked()).toEqual([
    {
      map: own,
      theme: 'light',
      frame: { zoom: 13, left: left() - 100, top: top() - 50, width: 600, height: 300 },
      ratio: 2,
      covered: [],
    },
  ])
  expect(map.getContainer().classList.contains('map-hosted')).toBe(true)
})

test.each([
  ['three pixels of the device at most', 4, [400, 200], 3],
  ['seven million pixels at most', 2, [4000, 2000], Math.sqrt(7_000_000 / (6000 * 3000))],
  ['what the device has', 1, [400, 200], 1],
])('the map’s picture has %s', (_, ratio, view, expected) => {
  vi.stubGlobal('devicePixelRatio', ratio)
  size = view
  map.invalidateSize()
  open()
  expect(asked()[0]?.ratio).toBeCloseTo(expected)
})

test.each([
  [0, 200],
  [400, 0],
])('nothing is drawn for a map of %d by %d', (width, height) => {
  size = [width, height]
  map.invalidateSize()
  open()
  expect(asked()).toEqual([])
})

test('a picture is put where its part of the world is', () => {
  open()
  expect(canvas()?.style.transform).toBe('')
  answer()
  expect(taken).toHaveBeenCalledExactlyOnceWith(picture)
  expect([canvas()?.style.width, canvas()?.style.height]).toEqual(['600px', '300px'])
  expect(canvas()?.style.transform).toBe('translate3d(-100px,-50px,0) scale(1)')
  expect(onMissing).toHaveBeenLastCalledWith(false)
})

test('an answer without a picture only says whether something is missing', () => {
  open()
  answer({ picture: undefined, hasFailed: true })
  expect(taken).not.toHaveBeenCalled()
  expect(canvas()?.style.transform).toBe('')
  expect(onMissing).toHaveBeenLastCalledWith(true)
})

test('moving the map within what is drawn draws nothing, and more is drawn when little of it is left', () => {
  open()
  answer()
  pan(60, 0)
  expect(asked()).toHaveLength(1)
  // 100 px are there, of which 32 must be left.
  pan(9, 0)
  expect(asked()).toHaveLength(2)
  expect(asked()[1]?.frame.left).toBe(left() - 100)
})

test.each([
  ['to the left', -69, 0],
  ['up', 0, -35],
  ['down', 0, 35],
])('the map draws again when it moves %s beyond its margin', (_, x, y) => {
  open()
  answer()
  pan(x, y)
  expect(asked()).toHaveLength(2)
})

test('the map is drawn while it moves only once the view leaves the picture', () => {
  open()
  answer()
  const moved = (by: number) => {
    vi.spyOn(map, 'getPixelBounds').mockReturnValue({
      min: { x: (asked()[0]?.frame.left ?? 0) + by, y: asked()[0]?.frame.top ?? 0 },
      max: { x: (asked()[0]?.frame.left ?? 0) + by + 400, y: (asked()[0]?.frame.top ?? 0) + 200 },
    } as never)
    map.fire('move')
  }
  moved(0)
  moved(200)
  expect(asked()).toHaveLength(1)
  moved(201)
  expect(asked()).toHaveLength(2)
})

test('at another zoom the map is drawn again, and scaled in the meantime', () => {
  open()
  answer()
  map.setZoom(14, { animate: false })
  expect(asked().at(-1)?.frame.zoom).toBe(14)
  expect(canvas()?.style.transform).toMatch(/scale\(2\)$/)
})

test('tiles that failed are requested again when the map rests, and only then', () => {
  open()
  answer({ hasFailed: true })
  map.fire('move')
  expect(asked()).toHaveLength(1)
  map.fire('moveend')
  expect(asked()).toHaveLength(2)
})

test('while the worker is busy only the latest view waits for it', () => {
  open()
  pan(200, 0)
  pan(200, 0)
  expect(asked()).toHaveLength(1)
  answer()
  expect(asked()).toHaveLength(2)
  expect(asked()[1]?.frame.left).toBe(left() - 100)
  answer()
  expect(asked()).toHaveLength(2)
})

test('another theme draws the map again, and the same one does not', () => {
  const { setTheme } = open()
  answer()
  setTheme('light')
  expect(asked()).toHaveLength(1)
  setTheme('dark')
  expect(asked().at(-1)?.theme).toBe('dark')
})

test('a worker that does not start is reported missing, and leaves nothing behind', () => {
  const { stop } = open()
  workers.at(-1)?.onerror?.()
  expect(onMissing).toHaveBeenLastCalledWith(true)
  answer()
  stop()
  expect([workers[0]?.isEnded, canvas(), map.getContainer().classList.contains('map-hosted')]).toEqual([
    true,
    null,
    false,
  ])
  pan(300, 0)
  expect(asked()).toHaveLength(1)
})

/** Puts an element on the map, at this place of the view. */
function put(
  className: string,
  [left, top, width, height]: [number, number, number, number],
  into = map.getContainer(),
) {
  const element = document.createElement('div')
  element.className = className
  element.getBoundingClientRect = () => new DOMRect(left, top, width, height)
  into.append(element)
  return element
}
const at = (x: number, y: number) => ({ x, y, radius: 8 })

test('names on the map keep clear of controls and pins, whose places come with each view', () => {
  put('', [10, 10, 150, 40]).toggleAttribute('data-covers-map')
  put('map-cluster', [300, 100, 44, 44], map.getPanes().markerPane)
  put('map-cluster', [0, 0, 0, 0], map.getPanes().markerPane)
  open()
  // The picture begins 100 px left of the view and 50 above it.
  expect(asked()[0]?.covered).toEqual([
    { left: 400, top: 150, right: 444, bottom: 194 },
    { left: 110, top: 60, right: 260, bottom: 100 },
  ])
})

test('the map is drawn again when a name comes to rest below a control, and only then', () => {
  const control = put('', [10, 10, 150, 40])
  control.toggleAttribute('data-covers-map')
  open()
  answer({ names: [at(290, 80), at(500, 250)] })
  pan(10, 0)
  expect(asked()).toHaveLength(1)
  // Now the name at 290 lies 260 from the picture's left, where the control ends.
  pan(20, 0)
  expect(asked()).toHaveLength(2)
  answer({ names: [at(500, 250)] })
  pan(5, 0)
  expect(asked()).toHaveLength(2)
})

test('the map is drawn again when a pin appears on a name, and not when it appears next to one', async () => {
  open()
  answer({ names: [at(300, 150)] })
  put('map-cluster', [10, 100, 44, 44], map.getPanes().markerPane)
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(asked()).toHaveLength(1)
  put('map-cluster', [190, 90, 44, 44], map.getPanes().markerPane)
  await vi.waitFor(() => expect(asked()).toHaveLength(2))
})
