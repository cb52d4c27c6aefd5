import { fireEvent, render } from '@testing-library/react'
import type { Map as LeafletMap } from 'leaflet'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isMoving } from '../create-map.ts'
import { usePopupPosition } from './use-popup-position.ts'

vi.mock('../create-map.ts', () => ({ isMoving: vi.fn(() => false) }))

let pinAt = { x: 0, y: 0 }
let pans: [number, number][] = []
const listeners = new Map<string, Set<() => void>>()
const container = document.createElement('div')
const fire = (name: string) => {
  for (const listen of listeners.get(name) ?? []) listen()
}
type Handlers = Record<string, () => void>
const handlersOf = (names: string | Handlers, listen = () => {}) =>
  Object.entries(typeof names === 'string' ? { [names]: listen } : names)
/** A map of 400 by 600 px; the popup is 200 by 300. */
const map = {
  latLngToContainerPoint: () => pinAt,
  getSize: () => ({ x: 400, y: 600 }),
  getContainer: () => container,
  panBy: (by: [number, number]) => void pans.push(by),
  on(names: string | Handlers, listen?: () => void) {
    for (const [name, one] of handlersOf(names, listen))
      listeners.set(name, (listeners.get(name) ?? new Set()).add(one))
  },
  off(names: string | Handlers, listen?: () => void) {
    for (const [name, one] of handlersOf(names, listen)) listeners.get(name)?.delete(one)
  },
} as unknown as LeafletMap // as much of it as is used

let grow = () => {}
const intoView = vi.fn()
beforeEach(() => {
  pans = []
  listeners.clear()
  intoView.mockClear()
  vi.mocked(isMoving).mockReturnValue(false)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
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
})
afterEach(() => vi.unstubAllGlobals())

function Popup({ above }: { above: number }) {
  const dialog = useRef<HTMLDivElement>(null)
  usePopupPosition(map, { id: 1, name: 'Kites', latitude: 52, longitude: 5 }, dialog, above)
  return <div ref={dialog} data-testid="popup" />
}
function draw(x: number, y: number, above = 0) {
  pinAt = { x, y }
  const { getByTestId, unmount } = render(<Popup above={above} />)
  const popup = getByTestId('popup')
  popup.scrollIntoView = intoView
  return { popup, unmount }
}

test.each<[string, number, number, number, [number, number][]]>([
  ['in the middle', 200, 500, 0, []],
  ['as far left as it fits', 112, 500, 0, []],
  ['further left', 111, 500, 0, [[-1, 0]]],
  ['as far right as it fits', 288, 500, 0, []],
  ['further right', 290, 500, 0, [[2, 0]]],
  ['as high as it fits', 200, 356, 0, []],
  ['higher', 200, 350, 0, [[0, -6]]],
  ['as high as it fits below the search', 200, 468, 124, []],
  ['behind the search', 200, 458, 124, [[0, -10]]],
  ['as low as it fits', 200, 588, 0, []],
  ['lower', 200, 590, 0, [[0, 2]]],
  ['covering the search where there is no room for both', 200, 350, 250, [[0, -6]]],
])('the map moves until a popup over a pin %s is in view', (_, x, y, above, expected) => {
  draw(x, y, above)
  grow()
  expect(pans).toEqual(expected)
  expect(intoView).toHaveBeenCalledTimes(expected.length === 0 ? 1 : 0)
})

test('the popup is above its pin, and follows it', () => {
  const { popup } = draw(200, 500)
  grow()
  expect(popup.style.translate).toBe('100px 156px')
  pinAt = { x: 210, y: 510 }
  fire('move')
  expect(popup.style.translate).toBe('110px 166px')
  expect(pans).toEqual([])
})

test('the popup hides while the map zooms', () => {
  const { popup } = draw(200, 500)
  fire('zoomstart')
  expect(popup.style.opacity).toBe('0')
  pinAt = { x: 220, y: 500 }
  fire('zoomend')
  expect([popup.style.opacity, popup.style.translate]).toEqual(['', '120px 156px'])
})

test.each([
  ['dragged it', () => fire('dragstart')],
  ['used a key', () => fireEvent.keyDown(container, { key: 'ArrowUp' })],
])('once a father has %s, the map stays where he put it', (_, move) => {
  draw(0, 500)
  move()
  fire('moveend')
  expect(pans).toEqual([])
})

test('a map that is moving adjusts to its popup once it rests', () => {
  draw(0, 500)
  vi.mocked(isMoving).mockReturnValue(true)
  grow()
  expect(pans).toEqual([])
  vi.mocked(isMoving).mockReturnValue(false)
  fire('moveend')
  expect(pans).toEqual([[-112, 0]])
})

test('a closed popup reacts to nothing', () => {
  const { unmount } = draw(0, 500)
  unmount()
  expect([...listeners.values()].every(all => all.size === 0)).toBe(true)
})
