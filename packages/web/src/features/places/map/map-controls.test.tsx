import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Map as LeafletMap } from 'leaflet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { createStore } from '../../../platform/store.ts'
import { show } from '../../../testing/show.tsx'
import { createMap } from './create-map.ts'
import { ListSheet } from './list/list-sheet.tsx'
import type { Stop } from './list/sheet-stops.ts'
import { Credit, MapControls } from './map-controls.tsx'
import { MapNotices } from './map-notices.tsx'
// Leaflet's layers, without which its map does not open.
import './points/pin-layer.ts'
import type { InView } from './points/use-points.ts'
import { useFinding } from './use-finding.ts'
import { useStartAt } from './use-start-at.ts'

beforeEach(() => showLanguage('en'))

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
const controls = (changes: Partial<Parameters<typeof MapControls>[0]> = {}) =>
  show(
    <MapControls
      map={aMap()}
      zoom={13}
      full={{ isFull: false, onChange() {} }}
      onLocate={undefined}
      isLocating={false}
      {...changes}
    />,
    '/playground-map',
  )

test.each([
  ['somewhere in between', 13, 'false', 'false'],
  ['at the nearest', 19, 'true', 'false'],
  ['at the furthest', 3, 'false', 'true'],
  ['one from the nearest', 18, 'false', 'false'],
  ['one from the furthest', 4, 'false', 'false'],
])('the map’s buttons say whether it can zoom further: %s', (_, zoom, noNearer, noFurther) => {
  controls({ zoom })
  expect(screen.getByRole('button', { name: 'Zoom in' }).getAttribute('aria-disabled')).toBe(noNearer)
  expect(screen.getByRole('button', { name: 'Zoom out' }).getAttribute('aria-disabled')).toBe(noFurther)
})

test('the map’s buttons can be pressed before there is a map', async () => {
  controls({ map: undefined })
  const button = screen.getByRole('button', { name: 'Zoom in' })
  expect(button.getAttribute('aria-disabled')).toBe('false')
  await userEvent.click(button)
})

test('the map can fill the window and leave it again, and shows a father where he is if that helps', async () => {
  const [onChange, onLocate] = [vi.fn(), vi.fn()]
  const { unmount } = controls({ full: { isFull: false, onChange }, onLocate, isLocating: true })
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  const locate = screen.getByRole('button', { name: 'Use My Location' })
  expect(locate.getAttribute('aria-busy')).toBe('true')
  await userEvent.click(locate)
  expect([onChange, onLocate].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  unmount()
  controls({ full: { isFull: true, onChange } })
  expect(screen.getByRole('button', { name: 'Exit full screen' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Use My Location' })).toBeNull()
})

test('the source of the map is named, and a second one if there is one', () => {
  const { unmount } = show(<Credit also="Kadaster" />, '/playground-map')
  expect(document.querySelector('main')?.textContent).toBe('© OpenStreetMap contributors · Kadaster')
  unmount()
  show(<Credit also={undefined} />, '/playground-map')
  expect(document.querySelector('main')?.textContent).toBe('© OpenStreetMap contributors')
})

const sheet = (changes: Partial<Parameters<typeof ListSheet>[0]> = {}) => {
  const onStop = vi.fn<(stop: Stop) => void>()
  const inView = createStore<InView | undefined>(undefined)
  const shown = show(
    <ListSheet isSheet stop="half" onStop={onStop} inView={inView} action="add" isAway={false} {...changes}>
      rows
    </ListSheet>,
    '/playground-map',
  )
  return { ...shown, onStop, inView }
}
const grip = () => screen.queryByRole('slider')

test('the list has a grip only in the sheet of a phone', () => {
  const { unmount } = sheet()
  expect([grip()?.getAttribute('aria-valuenow'), grip()?.getAttribute('aria-valuetext')]).toEqual(['1', 'half screen'])
  unmount()
  sheet({ isSheet: false })
  expect(grip()).toBeNull()
})

test.each<[string, Stop, Stop | undefined]>([
  ['ArrowUp', 'half', 'full'],
  ['ArrowRight', 'peek', 'half'],
  ['PageUp', 'full', 'full'],
  ['ArrowDown', 'half', 'peek'],
  ['ArrowLeft', 'full', 'half'],
  ['PageDown', 'peek', 'peek'],
  ['Home', 'full', 'peek'],
  ['End', 'peek', 'full'],
  ['Enter', 'half', 'full'],
  [' ', 'full', 'peek'],
  ['a', 'half', undefined],
])('“%s” on the grip of a list at %s moves it to %s', (key, stop, to) => {
  const { onStop } = sheet({ stop })
  const wasLeft = fireEvent.keyDown(grip() ?? document.body, { key })
  expect(onStop.mock.calls).toEqual(to ? [[to]] : [])
  expect(wasLeft).toBe(to === undefined)
})

/** Drags the header of a sheet that is 400 px high over a map of 800, and whose header is 140 px high. */
function drag(by: number, { button = 0, stop = 'half' as Stop, isSheet = true, isCancelled = false } = {}) {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'MAIN' ? 800 : 400
  })
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(140)
  const { onStop } = sheet({ stop, isSheet })
  const head = screen.getAllByRole('heading')[0]?.parentElement ?? document.body
  head.setPointerCapture = () => {}
  const window = document.querySelector('main')
  fireEvent.pointerDown(head, { button, clientY: 500, pointerId: 1 })
  fireEvent.pointerMove(head, { clientY: 500 - by, pointerId: 1 })
  const during = [window?.hasAttribute('data-dragging'), window?.style.getPropertyValue('--sheet')]
  if (isCancelled) fireEvent.pointerCancel(head, { pointerId: 1 })
  else fireEvent.pointerUp(head, { clientY: 500 - by, pointerId: 1 })
  const after = [window?.hasAttribute('data-dragging'), window?.style.getPropertyValue('--sheet')]
  expect(after).toEqual([false, ''])
  return { moves: onStop.mock.calls.flat(), during }
}

test.each<[string, number, Parameters<typeof drag>[1], Stop[], [boolean, string]]>([
  ['up', 300, {}, ['full'], [true, '700px']],
  ['down', -300, {}, ['peek'], [true, '100px']],
  ['a little', 7, {}, ['half'], [true, '407px']],
  ['not at all: a tap goes on', 6, {}, ['full'], [false, '']],
  ['not at all, from the last stop', 0, { stop: 'full' }, ['peek'], [false, '']],
  ['with another button', 300, { button: 2 }, [], [false, '']],
  ['in a part of the page', 300, { isSheet: false }, [], [false, '']],
  ['until it is cancelled', 300, { isCancelled: true }, [], [true, '700px']],
])('a finger drags the list %s', (_, by, how, moves, during) => {
  expect(drag(by, how)).toEqual({ moves, during })
})

test('the number of playgrounds in view is announced once it is known, with those that may fit, or roughly', () => {
  const { inView } = sheet()
  const said = () => screen.getByRole('status').textContent
  expect(said()).toBe('')
  for (const [certain, unknown, isEstimate, words] of [
    [0, 0, false, 'None in view.'],
    [1, 0, false, '1 in view.'],
    [0, 12, false, 'None in view. (+ 12 not known yet)'],
    [4816, 1072, true, 'About 4,800 in view. (+ 1,100 not known yet)'],
  ] as const) {
    act(() => inView.set({ certain, unknown, isEstimate }))
    expect(said()).toBe(words)
  }
})

test.each([
  [false, false, false, ''],
  [true, false, false, /Some playgrounds could not be loaded/],
  [false, true, false, /The map background is not loading/],
  [true, true, false, /Some playgrounds could not be loaded/],
  [false, false, true, /The map ends where the stripes begin/],
  [false, true, true, /The map background is not loading/],
  [true, false, true, /Some playgrounds could not be loaded/],
])(
  'with failed playgrounds %s, no background %s and an end in view %s, at most one notice is shown',
  (hasFailed, isBare, ends, words) => {
    show(<MapNotices hasFailed={createStore(hasFailed)} isBare={isBare} ends={ends} />, '/playground-map')
    const said = document.querySelector('main')?.textContent ?? ''
    if (words) expect(said).toMatch(words)
    else expect(said).toBe('')
    expect(screen.queryAllByRole('status')).toHaveLength(words ? 1 : 0)
  },
)

const utrecht = { latitude: 52.0907, longitude: 5.1214 }
const centerOf = (map: LeafletMap) => map.getCenter().lat.toFixed(2)

test.each<[string, boolean, string | undefined, string]>([
  ['goes there', false, undefined, '52.09'],
  ['stays when it was opened elsewhere', true, undefined, '52.37'],
  ['stays after a press', false, 'pointerdown', '52.37'],
  ['stays after a key', false, 'keydown', '52.37'],
  ['stays after the wheel', false, 'wheel', '52.37'],
])('a map whose position becomes known later %s', (_, isElsewhere, moved, latitude) => {
  const map = aMap()
  const { rerender } = renderHook(({ position }) => useStartAt(map, position, isElsewhere), {
    initialProps: { position: undefined as typeof dam | undefined },
  })
  if (moved) map.getContainer().dispatchEvent(new Event(moved))
  rerender({ position: utrecht })
  expect(centerOf(map)).toBe(latitude)
  // It follows once.
  rerender({ position: dam })
  expect(centerOf(map)).toBe(latitude)
})

test('a map whose position was known at first does not follow it', () => {
  const map = aMap()
  const { rerender } = renderHook(({ position }) => useStartAt(map, position, false), {
    initialProps: { position: dam },
  })
  rerender({ position: utrecht })
  expect(centerOf(map)).toBe('52.37')
})

test('finding him moves the map, and adding a playground where he is moves close', async () => {
  const map = aMap()
  const pick = vi.fn(async () => {})
  let found: typeof dam | undefined = utrecht
  const findMe = vi.fn(async () => found)
  const { result, rerender } = renderHook(({ position }) => useFinding(map, position, findMe, pick), {
    initialProps: { position: undefined as typeof dam | undefined },
  })
  await act(() => result.current.goToMe())
  expect([centerOf(map), map.getZoom(), result.current.isFinding]).toEqual(['52.09', 13, false])
  await act(() => result.current.pickHere())
  expect(map.getZoom()).toBe(17)
  expect(pick).toHaveBeenLastCalledWith(utrecht)
  map.setZoom(19, { animate: false })
  rerender({ position: dam })
  await act(() => result.current.pickHere())
  expect([centerOf(map), map.getZoom()]).toEqual(['52.37', 19])
  expect(pick).toHaveBeenLastCalledWith(dam)
  expect(findMe).toHaveBeenCalledTimes(2)
  found = undefined
  rerender({ position: undefined })
  await act(() => result.current.pickHere())
  await act(() => result.current.goToMe())
  expect(pick).toHaveBeenCalledTimes(2)
  expect(centerOf(map)).toBe('52.37')
})
