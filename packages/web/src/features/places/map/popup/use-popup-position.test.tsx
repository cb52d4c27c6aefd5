import { fireEvent, render } from '@testing-library/react'
import type { Map as LeafletMap } from 'leaflet'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMap } from '../create-map.ts'
// Leaflet's layers, without which its map does not open.
import '../points/pin-layer.ts'
import { usePopupPosition } from './use-popup-position.ts'

let map: LeafletMap
let grow = () => {}
const intoView = vi.fn()
/** A map of 400 by 600 px; the popup is 200 by 300. */
beforeEach(() => {
  intoView.mockClear()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  // Without animation, so that the map is at once where it is sent.
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList) // only this is read
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        grow = changed
      }
      observe() {}
      disconnect() {
        grow = () => {}
      }
    },
  )
  const element = document.createElement('div')
  document.body.append(element)
  map = createMap(element, { latitude: 52, longitude: 5 })
})
afterEach(() => {
  map.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Pin = { id: number; name: string; latitude: number; longitude: number }
function Popup({ pin, above }: { pin: Pin; above: number }) {
  const dialog = useRef<HTMLDivElement>(null)
  usePopupPosition(map, pin, dialog, above)
  return <div ref={dialog} data-testid="popup" />
}
/** A popup over the pin at this pixel of the map. */
function draw(x: number, y: number, above = 0) {
  const { lat, lng } = map.containerPointToLatLng([x, y])
  const { getByTestId, unmount } = render(
    <Popup pin={{ id: 1, name: 'Kites', latitude: lat, longitude: lng }} above={above} />,
  )
  const popup = getByTestId('popup')
  popup.scrollIntoView = intoView
  const at = () => {
    const now = map.latLngToContainerPoint([lat, lng])
    return [now.x, now.y]
  }
  return { popup, unmount, at }
}

test.each([
  ['in the middle', 200, 500, 0, [200, 500]],
  ['as far left as it fits', 112, 500, 0, [112, 500]],
  ['further left', 111, 500, 0, [112, 500]],
  ['as far right as it fits', 288, 500, 0, [288, 500]],
  ['further right', 290, 500, 0, [288, 500]],
  ['as high as it fits', 200, 356, 0, [200, 356]],
  ['higher', 200, 350, 0, [200, 356]],
  ['as high as it fits below the search', 200, 468, 124, [200, 468]],
  ['behind the search', 200, 458, 124, [200, 468]],
  ['as low as it fits', 200, 588, 0, [200, 588]],
  ['lower', 200, 590, 0, [200, 588]],
  ['covering the search where there is no room for both', 200, 350, 250, [200, 356]],
])('the map moves until a popup over a pin %s is in view', (_, x, y, above, expected) => {
  const { at } = draw(x, y, above)
  grow()
  expect(at()).toEqual(expected)
  expect(intoView).toHaveBeenCalledOnce()
})

test('the popup is above its pin, and follows it', () => {
  const { popup } = draw(200, 500)
  grow()
  expect(popup.style.translate).toBe('100px 156px')
  map.panBy([-10, -10])
  expect(popup.style.translate).toBe('110px 166px')
})

test('the popup hides while the map zooms', () => {
  const { popup, at } = draw(200, 500)
  map.fire('zoomstart')
  expect(popup.style.opacity).toBe('0')
  map.setZoom(map.getZoom() - 1, { animate: false })
  const [x = 0, y = 0] = at()
  expect([popup.style.opacity, popup.style.translate]).toEqual(['', `${x - 100}px ${y - 344}px`])
})

test.each([
  ['dragged it', () => map.fire('dragstart')],
  ['used a key', () => fireEvent.keyDown(map.getContainer(), { key: 'ArrowUp' })],
])('once a father has %s, the map stays where he put it', (_, move) => {
  const { at } = draw(0, 500)
  move()
  map.fire('moveend')
  expect(at()).toEqual([0, 500])
})

test('a map that is moving adjusts to its popup once it rests', () => {
  const { at } = draw(0, 500)
  map.fire('movestart')
  grow()
  expect(at()).toEqual([0, 500])
  map.fire('moveend')
  expect(at()).toEqual([112, 500])
})

test('a closed popup reacts to nothing', () => {
  const { popup, unmount } = draw(0, 500)
  const before = popup.style.translate
  unmount()
  map.panBy([-10, -10])
  map.fire('zoomstart')
  expect([popup.style.translate, popup.style.opacity, intoView.mock.calls]).toEqual([before, '', []])
})
