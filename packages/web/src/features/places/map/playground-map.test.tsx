import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aPlace, aRestaurant } from '../../../testing/a-place.ts'
import {
  address,
  dam,
  far,
  intoView,
  mapElement,
  near,
  openMap as open,
  pin,
  popup,
  prepareMapScreen,
  pressAt,
  row,
  theMap,
  where,
  whereIs,
} from '../../../testing/map-screen.tsx'
import { readAgain } from '../../../testing/read-again.ts'
import { ok } from '../../../testing/stand-in-server.ts'

prepareMapScreen()

test('a pin opens its place in a popup without moving the map, and gets the focus back', async () => {
  open()
  const button = await pin('Zandbak')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  const dialog = await popup('Zandbak')
  expect(document.activeElement).toBe(dialog)
  expect(address()).toBe('/playground-map?place=9')
  expect(where()).toEqual(whereIs(dam, 13))
  expect([button, await pin('Het Woeste Westen')].map(one => one.getAttribute('aria-expanded'))).toEqual([
    'true',
    'false',
  ])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/playground-map')
  expect(document.activeElement).toBe(button)
})

test('the sheet behind a pin keeps the filter that led there', async () => {
  open({ at: '/playground-map?facts=fence:whole&features=benches' })
  await userEvent.click(await pin('Het Woeste Westen'))
  const more = within(await popup('Het Woeste Westen')).getByRole('link', { name: 'More about this playground' })
  expect(more.getAttribute('href')).toBe('/places?type=playground&features=benches&facts=fence%3Awhole&open=7')
})

test('a place in the list is shown on the map, near enough to find it, and its row gets the focus back', async () => {
  open()
  const button = await row('Griftpark')
  await userEvent.click(button)
  const dialog = await popup('Griftpark')
  expect(where()).toEqual(whereIs(far, 15))
  expect(intoView).toHaveBeenCalledWith('application', { block: 'nearest', behavior: 'instant' })
  // It keeps its own pin, whether or not the playgrounds in view are known.
  expect((await pin('Griftpark')).getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(false)
  expect(document.activeElement).toBe(button)
})

test('a map that is zoomed in further than a place needs stays so', async () => {
  open()
  await pin('Zandbak')
  act(() => void theMap().setZoom(17, { animate: false }))
  await userEvent.click(await row('Griftpark'))
  await popup('Griftpark')
  expect(where()).toEqual(whereIs(far, 17))
})

test('with animations on, the map scrolls smoothly into view', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  } as unknown as MediaQueryList) // as much of it as is used
  open()
  await userEvent.click(await row('Griftpark'))
  expect(intoView).toHaveBeenCalledWith('application', { block: 'nearest', behavior: 'smooth' })
})

test('a link to a place opens it where it is, once, and closing it leaves the focus on its pin', async () => {
  open({ at: '/playground-map?place=11', places: [near, far] })
  const dialog = await popup('Griftpark')
  expect(where()).toEqual(whereIs(far, 15))
  act(() => void theMap().setView([52.11, 5.13], 14, { animate: false }))
  expect(where()).toEqual(['52.110', '5.130', 14])
  dialog.focus()
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(await pin('Griftpark'))
  expect(address()).toBe('/playground-map')
})

test('a link opens a place on a map that is zoomed in further', async () => {
  open()
  await pin('Zandbak')
  act(() => void theMap().setZoom(18, { animate: false }))
  act(() => {
    history.replaceState(null, '', '/playground-map?place=11')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await popup('Griftpark')
  expect(where()).toEqual(whereIs(far, 18))
})

test.each([
  ['a restaurant', aRestaurant({ id: 8 })],
  ['a playground without a position', aPlace({ id: 8, latitude: 0, longitude: 0 })],
])('a link to %s opens nothing', async (_, place) => {
  const { asked } = open({ at: '/playground-map?place=8', handlers: { 'GET /api/places/8': () => ok(place) } })
  await pin('Zandbak')
  await waitFor(() => expect(asked).toContain('GET /api/places/8'))
  await row('Griftpark')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(where()).toEqual(whereIs(dam, 13))
})

test('pressing another pin opens that one, and pressing beside it closes it', async () => {
  open()
  await userEvent.click(await pin('Het Woeste Westen'))
  await popup('Het Woeste Westen')
  fireEvent.click(await pin('Zandbak'))
  const dialog = await popup('Zandbak')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  pressAt(52.37, 4.89)
  expect(dialog.isConnected).toBe(false)
  expect(address()).toBe('/playground-map')
  pressAt(52.37, 4.89)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('closing a place whose row is gone leaves the focus on the map', async () => {
  const { handlers } = open()
  const button = await row('Griftpark')
  await userEvent.click(button)
  await popup('Griftpark')
  handlers['GET /api/places/nearby'] = () => ok([near])
  await readAgain()
  await waitFor(() => expect(button.isConnected).toBe(false))
  pressAt(52.37, 4.89)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(mapElement())
})

test('many playgrounds share pins with their number and warm the map, and pressing one zooms in', async () => {
  const drawn = vi.spyOn(globalThis, 'createImageBitmap')
  const crowd = Array.from({ length: 151 }, (_, at) =>
    aPlace({ id: 100 + at, name: `Speeltuin ${at}`, latitude: 52.3731 + at / 1e6, longitude: 4.8926 }),
  )
  open({ places: [...crowd, aPlace({ id: 9, name: 'Alleen', latitude: 52.387, longitude: 4.92 })] })
  const many = await within(mapElement()).findByRole('button', { name: '151 playgrounds: zoom in' })
  expect(await pin('Alleen')).toBeDefined()
  expect(within(mapElement()).queryByRole('button', { name: 'Speeltuin 1' })).toBeNull()
  expect(drawn).toHaveBeenCalled()
  await userEvent.click(many)
  expect(theMap().getZoom()).toBe(17)
  // So near that even a crowd can be told apart.
  act(() => void theMap().setZoom(18, { animate: false }))
  expect(await pin('Speeltuin 1')).toBeDefined()
})

test('a map without a size, as in a hidden tab, draws nothing yet', async () => {
  const drawn = vi.spyOn(globalThis, 'createImageBitmap')
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(0)
  open()
  await row('Griftpark')
  expect(drawn).not.toHaveBeenCalled()
})

test('the results of a search are shown on the map', async () => {
  open({ handlers: { 'GET /api/places/search?q=Griftpark&type=playground&limit=8': () => ok([far]) } })
  await userEvent.type(screen.getByRole('searchbox'), 'Griftpark{Enter}')
  await popup('Griftpark')
  expect(where()).toEqual(whereIs(far, 15))
})

test('the chosen features filter the pins and the list, and are in the address', async () => {
  const { asked } = open()
  await pin('Zandbak')
  const chip = screen.getByRole('button', { name: 'Benches' })
  await userEvent.click(chip)
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  expect(address()).toBe('/playground-map?features=benches')
  await waitFor(() => expect(within(mapElement()).queryByRole('button', { name: 'Zandbak' })).toBeNull())
  expect(await pin('Het Woeste Westen')).toBeDefined()
  expect(asked.some(call => call.includes('/nearby') && call.includes('&features=benches'))).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Sandbox' }))
  expect(new URLSearchParams(location.search).get('features')?.split(',').sort()).toEqual(['benches', 'sandbox'])
  await userEvent.click(chip)
  expect(address()).toBe('/playground-map?features=sandbox')
})

test('a father’s position is marked, the map starts there, and there is nothing left to look for', async () => {
  const { unmount } = open({ props: { position: far } })
  expect(screen.getByTitle('Your Location')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Use My Location' })).toBeNull()
  expect(where()).toEqual(whereIs(far, 13))
  unmount()
  const { findMe } = open()
  expect(screen.queryByTitle('Your Location')).toBeNull()
  expect(where()).toEqual(whereIs(dam, 13))
  await userEvent.click(screen.getByRole('button', { name: 'Use My Location' }))
  expect(findMe).toHaveBeenCalledOnce()
  expect(where()).toEqual(whereIs(far, 13))
})

test('a search in the address fills the field and moves the map, and the list with the same search is one tap away', async () => {
  open({
    at: '/playground-map?q=Griftpark&features=benches',
    handlers: { 'GET /api/places/search?q=Griftpark&type=playground&limit=8': () => ok([far]) },
  })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Griftpark')
  await waitFor(() => expect(where()).toEqual(whereIs(far, 13)))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  expect(address()).toBe('/places?type=playground&q=Griftpark&features=benches')
})

test('the other types of places lead to their lists', async () => {
  open({ at: '/playground-map?features=benches' })
  await pin('Het Woeste Westen')
  const types = within(screen.getByRole('navigation', { name: 'Places for Kids' }))
  expect(types.getByRole('link', { current: 'page' }).textContent).toBe('Playgrounds')
  expect(types.getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/places?features=benches')
  expect(types.getByRole('link', { name: 'Restaurants' }).getAttribute('href')).toBe('/places?type=restaurant')
})

test.each(['0', '-7', '7a', '1234567890', '07'])('“%s” in the address is not a place', async id => {
  const { asked } = open({ at: `/playground-map?place=${id}` })
  await pin('Zandbak')
  expect(asked.filter(call => /GET \/api\/places\/\d/.test(call))).toEqual([])
})

test('a father who moves the map with one finger reads for a while that he should use two', async () => {
  open()
  const words = () => screen.getByText('Use two fingers to move the map').className.includes('opacity-100')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const touch = () =>
    act(() => void mapElement().dispatchEvent(Object.assign(new Event('touchmove'), { touches: { length: 1 } })))
  touch()
  expect(words()).toBe(true)
  act(() => void vi.advanceTimersByTime(1499))
  touch()
  act(() => void vi.advanceTimersByTime(1499))
  expect(words()).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(words()).toBe(false)
  vi.useRealTimers()
})

test('on a touch screen one finger moves only a map that fills the window', async () => {
  const touch = (query: string) =>
    ({ matches: /coarse|reduced-motion/.test(query), addEventListener() {}, removeEventListener() {} }) as unknown
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(query => touch(query) as MediaQueryList) // as much as is used
  open()
  await pin('Zandbak')
  expect(theMap().dragging.enabled()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(theMap().dragging.enabled()).toBe(true)
})
