import '../../testing/page/indexed-db.ts'
import type { Place } from '@papadag/contract/places/places'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { onOfflineDatabase } from '../../platform/offline/offline-database.ts'
import { aPlace, aRestaurant } from '../../testing/a-place.ts'
import { readAgain } from '../../testing/read-again.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { FavoriteList } from './favorite-list.tsx'
import { favoriteLater } from './favorite-offline.ts'
import { NearbyPlaces } from './nearby-places.tsx'

const onLine = vi.spyOn(navigator, 'onLine', 'get')
beforeAll(() => import('./favorite-offline.ts'))
beforeEach(async () => {
  onLine.mockReturnValue(true)
  await showLanguage('en')
})
afterEach(() => onOfflineDatabase(undefined, db => db.clear('waiting')))

const at = 'GET /api/users/me/favorite-places?latitude=52.388&longitude=4.871'
const position = { latitude: 52.38804, longitude: 4.87096 }
const open = (handlers: Handlers, isLocated = true) =>
  show(
    <>
      <h1>Profile</h1>
      <FavoriteList position={isLocated ? position : undefined} />
    </>,
    '/profile',
    handlers,
  )
const cards = () => screen.queryAllByRole('article').map(card => card.getAttribute('aria-label'))

test('saved places are read with a position to about a hundred metres, and not before there is one', async () => {
  const { asked, unmount } = open({}, false)
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(asked).toEqual([])
  unmount()
  open({ [at]: () => ok([aPlace(), aRestaurant()]) })
  await waitFor(() => expect(cards()).toEqual(['Het Woeste Westen', 'De Vrolijke Stroop']))
  expect(screen.getByRole('link', { name: 'Het Woeste Westen' }).getAttribute('href')).toBe('/places?open=7')
})

test('without saved places a link leads to all places', async () => {
  open({ [at]: () => ok([]) })
  expect((await screen.findByRole('link', { name: 'Browse places' })).getAttribute('href')).toBe('/places')
})

test('when saved places cannot be loaded the list says so and can load them again, and they stay when a later read fails', async () => {
  const { handlers } = open({ [at]: () => refused(403, 'request.forbidden', 'No.') })
  expect(await screen.findByText('The places could not be loaded')).toBeDefined()
  handlers[at] = () => ok([aPlace()])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(cards()).toHaveLength(1))
  handlers[at] = () => refused(403, 'request.forbidden', 'No.')
  await readAgain()
  expect(cards()).toHaveLength(1)
})

test('when a card disappears, the focus moves from its heart to the heading, and stays anywhere else', async () => {
  const { handlers } = open({
    [at]: () => ok([aPlace({ isSaved: true }), aRestaurant({ isSaved: true })]),
    'DELETE /api/places/7/favorite': () => {
      handlers[at] = () => ok([aRestaurant({ isSaved: true })])
      return { status: 204 }
    },
    'DELETE /api/places/8/favorite': () => {
      handlers[at] = () => ok([])
      return { status: 204 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Save De Vrolijke Stroop' }))
  handlers[at] = () => ok([aPlace({ isSaved: true })])
  await waitFor(() => expect(cards()).toHaveLength(0))
  expect(document.activeElement?.tagName).toBe('H1')
  await readAgain()
  await waitFor(() => expect(cards()).toHaveLength(1))
  const heading = screen.getByRole('heading', { level: 1 })
  heading.blur()
  const link = screen.getByRole('link', { name: 'Het Woeste Westen' })
  link.focus()
  handlers[at] = () => ok([aPlace({ isSaved: true }), aRestaurant()])
  await readAgain()
  expect(document.activeElement).toBe(link)
})

test('the focus stays where it is when another card disappears, and on the page when one appears', async () => {
  const { handlers } = open({ [at]: () => ok([aPlace(), aRestaurant()]) })
  const link = await screen.findByRole('link', { name: 'Het Woeste Westen' })
  link.focus()
  handlers[at] = () => ok([aPlace()])
  await readAgain()
  await waitFor(() => expect(cards()).toHaveLength(1))
  expect(document.activeElement).toBe(link)
  link.blur()
  handlers[at] = () => ok([aPlace(), aRestaurant()])
  await readAgain()
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(document.activeElement).toBe(document.body)
})

test('the heart of a saved place empties at once without beating, and a second press waits for the first', async () => {
  const { asked } = open({
    [at]: () => ok([aPlace({ isSaved: true })]),
    'DELETE /api/places/7/favorite': () => new Promise<never>(() => {}),
  })
  const heart = await screen.findByRole('button', { name: 'Save Het Woeste Westen' })
  expect(heart.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(heart)
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'))
  expect(heart.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(heart)
  expect(asked.filter(call => call.endsWith('/favorite'))).toEqual(['DELETE /api/places/7/favorite'])
  expect(heart.querySelector('.heartbeat')).toBeNull()
})

test('a heart beats when it is pressed, and not because its place was saved before', async () => {
  open({
    [at]: () => ok([aPlace({ isSaved: true }), aRestaurant()]),
    'POST /api/places/8/favorite': () => new Promise<never>(() => {}),
  })
  const heart = (name: string) => screen.findByRole('button', { name: `Save ${name}` })
  const beats = (button: HTMLElement) => button.querySelector('.heartbeat') !== null
  expect(beats(await heart('Het Woeste Westen'))).toBe(false)
  const pressed = await heart('De Vrolijke Stroop')
  fireEvent.click(pressed)
  await waitFor(() => expect(beats(pressed)).toBe(true))
  fireEvent.animationEnd(pressed)
  expect(beats(pressed)).toBe(false)
})

test('offline a heart changes at once wherever its place is shown, waits to be sent, and says so', async () => {
  open({ [at]: () => ok([aPlace(), aRestaurant()]) })
  const read = (key: string) => reads.getQueryData<Place | Place[]>([key])
  const others = {
    '/api/places/7': aPlace(),
    '/api/places/7?latitude=52': aPlace(),
    '/api/places/8': aRestaurant(),
    '/api/places': [aPlace()],
    '/api/places/nearby?limit=12': [aPlace(), aRestaurant()],
    '/api/places/search?q=zand': [aPlace()],
    '/api/playdates/7': { id: 7 },
  }
  for (const [key, data] of Object.entries(others)) reads.setQueryData([key], data)
  const heart = await screen.findByRole('button', { name: 'Save Het Woeste Westen' })
  onLine.mockReturnValue(false)
  await userEvent.click(heart)
  const waiting = await screen.findByRole('button', {
    name: 'Save Het Woeste Westen. It will be sent as soon as you are online again.',
  })
  await waitFor(() => expect(waiting.getAttribute('aria-pressed')).toBe('true'))
  const isSaved = (key: string) => [read(key)].flat().map(one => one?.isSaved)
  expect(Object.keys(others).map(key => isSaved(key))).toEqual([
    [true],
    [true],
    [false],
    [true],
    [true, false],
    [true],
    [undefined],
  ])
  const queued = () => onOfflineDatabase([], db => db.getAll('waiting'))
  expect((await queued()).map(one => one.at)).toEqual(['POST /api/places/:id/favorite'])
  await act(() => favoriteLater(false, { params: { id: 7 } }, 'Het Woeste Westen'))
  expect((await queued()).map(one => one.at)).toEqual(['DELETE /api/places/:id/favorite'])
  expect(isSaved('/api/places/7')).toEqual([false])
})

test('nearby places are measured from a town until the father’s position is known, and wait for a position', async () => {
  const near = 'GET /api/places/nearby?latitude=52.388&longitude=4.871&limit=12'
  const { asked, unmount } = show(<NearbyPlaces position={undefined} />, '/')
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(asked).toEqual([])
  unmount()
  const { handlers, unmount: close } = show(<NearbyPlaces position={position} from="Utrecht" />, '/', {
    [near]: () => ok([aPlace({ source: 'osm' })]),
  })
  expect(await screen.findByText('Distances from Utrecht until we know where you are.')).toBeDefined()
  expect(screen.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeDefined()
  handlers[near] = () => refused(403, 'request.forbidden', 'No.')
  await readAgain()
  expect(within(screen.getByRole('list', { name: 'Nearby Places' })).getAllByRole('article')).toHaveLength(1)
  close()
  reads.clear()
  show(<NearbyPlaces position={position} />, '/', { [near]: () => ok([aPlace()]) })
  await screen.findByRole('article')
  expect(screen.queryByText(/until we know where you are/)).toBeNull()
})
