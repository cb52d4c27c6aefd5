import type { Map as LeafletMap } from 'leaflet'
import { afterEach, expect, test, vi } from 'vitest'
import { createMap, guardDragging, isMoving } from './create-map.ts'
// Leaflet's layers, without which its map does not open.
import './points/pin-layer.ts'

const dam = { latitude: 52.3731, longitude: 4.8926 }
let made: LeafletMap[] = []
afterEach(() => {
  for (const map of made) map.remove()
  made = []
})
function aMap() {
  const element = document.createElement('div')
  document.body.append(element)
  const map = createMap(element, dam)
  made.push(map)
  return map
}
const media = (matching: string) =>
  vi
    .spyOn(globalThis, 'matchMedia')
    .mockImplementation(query => ({ matches: query.includes(matching) }) as MediaQueryList) // only this is read

test.each([
  ['a mouse', 'mouse', false, true],
  ['a finger', 'touch', false, false],
  ['a finger on a map that fills the window', 'touch', true, true],
])('%s drags the map or leaves dragging to the page', (_, pointerType, isFull, drags) => {
  const map = aMap()
  const onOneFinger = vi.fn()
  const stop = guardDragging(map, () => isFull, onOneFinger)
  const element = map.getContainer()
  const touch = (fingers: number) =>
    element.dispatchEvent(Object.assign(new Event('touchmove'), { touches: { length: fingers } }))
  element.dispatchEvent(Object.assign(new Event('pointerdown'), { pointerType }))
  expect(map.dragging.enabled()).toBe(drags)
  touch(2)
  expect(onOneFinger).not.toHaveBeenCalled()
  touch(1)
  expect(onOneFinger).toHaveBeenCalledTimes(isFull ? 0 : 1)
  stop()
  touch(1)
  expect(onOneFinger).toHaveBeenCalledTimes(isFull ? 0 : 1)
})

test.each([
  ['a coarse pointer', 'pointer: coarse', false, true],
  ['reduced motion', 'reduced-motion', true, false],
  ['neither', 'nothing', true, true],
])('with %s the map can be dragged at first or not, and animates or not', (_, matching, drags, animates) => {
  const spy = media(matching)
  const map = aMap()
  expect(map.dragging.enabled()).toBe(drags)
  expect([map.options.zoomAnimation, map.options.markerZoomAnimation, map.options.inertia]).toEqual(
    Array(3).fill(animates),
  )
  spy.mockRestore()
})

test('the map knows whether it is moving', () => {
  const map = aMap()
  expect(isMoving(map)).toBe(false)
  map.fire('movestart')
  expect(isMoving(map)).toBe(true)
  map.fire('moveend')
  expect(isMoving(map)).toBe(false)
})
