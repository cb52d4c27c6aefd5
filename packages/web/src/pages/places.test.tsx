import type { Revision } from '@papadag/contract/place-edits'
import type { Review } from '@papadag/contract/place-reviews'
import type { Place } from '@papadag/contract/places'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../platform/language.ts'
import { reads } from '../platform/reads.ts'
import { aDetail, aPlace, aRestaurant } from '../testing/a-place.ts'
import { lastNotice } from '../testing/last-notice.ts'
import { readAgain } from '../testing/read-again.ts'
import { show } from '../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../testing/stand-in-server.ts'
import { Page } from './places.tsx'

const amsterdam = 'latitude=52.368&longitude=4.904'
const searched = (rest = '', limit = 25) => `GET /api/places/search?${amsterdam}${rest}&limit=${limit}`
const detailAt = `GET /api/places/7?${amsterdam}`

beforeAll(async () => {
  // Lazy modules are loaded first, so that no test waits for a slow disk.
  await Promise.all([
    import('@papadag/ui/menu-list'),
    import('../features/places/add-restaurant.tsx'),
    import('../features/places/edit-place-dialog.tsx'),
    import('../features/places/place-sheet.tsx'),
    import('../features/playdates/planned-here.tsx'),
  ])
})
beforeEach(() => showLanguage('nl'))
afterEach(() => localStorage.clear())

function open(places: readonly Place[], handlers: Handlers = {}, at = '/places') {
  return show(<Page />, at, {
    [searched()]: () => ok(places),
    [searched('&type=restaurant')]: () => ok(places.filter(({ type }) => type === 'restaurant')),
    [searched('&type=playground')]: () => ok(places.filter(({ type }) => type === 'playground')),
    'GET /api/playdates/at-place/7': () => ok([]),
    'GET /api/places/7/reviews?limit=6': () => ok([]),
    ...handlers,
  })
}

const card = (name: string) => screen.findByRole('article', { name })
const address = () => location.pathname + location.search

test('six skeletons are shown while places load, and loading is announced once', async () => {
  open([], { [searched()]: () => new Promise<never>(() => {}) })
  const loading = screen.getByRole('status')
  expect(loading.textContent).toBe('Laden...')
  expect(loading.querySelectorAll(':scope > [aria-hidden]')).toHaveLength(6)
})

test('a place card shows type, address, rating, distance and features', async () => {
  open([aPlace(), aRestaurant({ rating: null, reviewCount: 0 })])
  const playground = (await card('Het Woeste Westen')).textContent
  for (const part of ['Speeltuin', 'Overbrakerpad 3', '4,8 van 5, 4 beoordelingen', '650 m', 'Bankjes', 'Waterpret']) {
    expect(playground).toContain(part)
  }
  const restaurant = (await card('De Vrolijke Stroop')).textContent
  for (const part of ['Restaurant', 'Nog geen beoordelingen', '1,2 km', 'Kindermenu'])
    expect(restaurant).toContain(part)
})

test('only playground cards have an edit button', async () => {
  open([aPlace(), aRestaurant()])
  expect(within(await card('Het Woeste Westen')).getByRole('button', { name: /^Speeltuin bewerken/ })).toBeTruthy()
  expect(within(await card('De Vrolijke Stroop')).queryByRole('button', { name: /bewerken/ })).toBeNull()
})

test('a place without a position says so, and so does a new one', async () => {
  open([aPlace({ latitude: 0, longitude: 0, distance: null, status: 'new' })])
  const text = (await card('Het Woeste Westen')).textContent
  expect(text).toContain('locatie ontbreekt')
  expect(text).toContain('Nieuw')
})

test('the tabs are in the address, and the address chooses the tab', async () => {
  const user = userEvent.setup()
  open([aPlace(), aRestaurant()], {}, '/places?type=playground')
  expect(screen.getByRole('tab', { name: 'Speeltuinen', selected: true })).toBeTruthy()
  await card('Het Woeste Westen')
  expect(screen.getByRole('link', { name: 'Kaart' }).getAttribute('href')).toBe('/playground-map?type=playground')
  await user.click(screen.getByRole('tab', { name: 'Restaurants' }))
  expect(address()).toBe('/places?type=restaurant')
  await card('De Vrolijke Stroop')
  await user.click(screen.getByRole('tab', { name: 'Alles' }))
  expect(address()).toBe('/places')
})

test('a search starts when typing stops, is kept in the address, and announces its count', async () => {
  const user = userEvent.setup()
  const { asked } = open(
    [aPlace(), aRestaurant()],
    { [searched('&type=playground&q=zand')]: () => ok([aPlace()]) },
    '/places?type=playground',
  )
  await card('Het Woeste Westen')
  await user.type(screen.getByRole('searchbox', { name: 'Zoek op naam, adres of kenmerk' }), ' zand')
  await screen.findByText('1 plek gevonden')
  expect(address()).toBe('/places?type=playground&q=zand')
  expect(asked.filter(call => call.includes('&q='))).toHaveLength(1)
})

test('a search in the address fills the field, and an empty result can be cleared', async () => {
  open([aPlace()], { [searched('&q=pannenkoek')]: () => ok([]) }, '/places?q=pannenkoek')
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  expect(field.value).toBe('pannenkoek')
  await screen.findByRole('heading', { name: 'Geen plekken gevonden' })
  expect(screen.getByText(/Niets gevonden voor ‘pannenkoek’/)).toBeTruthy()
  const [, clear] = screen.getAllByRole('button', { name: 'Zoekopdracht wissen' })
  await userEvent.click(clear ?? field)
  await card('Het Woeste Westen')
  expect(field.value).toBe('')
  expect(address()).toBe('/places')
})

test('going back restores the search', async () => {
  open([aPlace()], { [searched('&q=zand')]: () => ok([]) })
  await card('Het Woeste Westen')
  await act(async () => {
    history.pushState(null, '', '/places?q=zand')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('zand')
  await act(async () => history.back())
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
  expect(address()).toBe('/places')
})

test('more places are shown on request, with the focus on the first new one', async () => {
  const many = Array.from({ length: 30 }, (_, index) => aPlace({ id: index + 1, name: `Plek ${index + 1}` }))
  open(many.slice(0, 25), { [searched('', 49)]: () => ok(many) })
  await card('Plek 24')
  expect(screen.queryByRole('article', { name: 'Plek 25' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Meer plekken tonen' }))
  await card('Plek 30')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Plek 25'))
  expect(screen.queryByRole('button', { name: 'Meer plekken tonen' })).toBeNull()
})

test('a list that fails to load says so, and loads on retry', async () => {
  const { handlers } = open([], { [searched()]: () => refused(503, 'server.unavailable', 'Even.') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('De plekken konden niet worden geladen')
  handlers[searched()] = () => ok([aPlace()])
  await userEvent.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }))
  await card('Het Woeste Westen')
  // The shown list stays when a new read fails.
  handlers[searched()] = () => refused(503, 'server.unavailable', 'Even.')
  await readAgain()
  expect(screen.getByRole('article', { name: 'Het Woeste Westen' })).toBeTruthy()
})

test.each([
  ['user', 0],
  ['osm', 1],
])('a list with places of source %s names OpenStreetMap %d times', async (source, times) => {
  open([aPlace({ source })])
  await card('Het Woeste Westen')
  expect(screen.queryAllByRole('link', { name: '© OpenStreetMap contributors' })).toHaveLength(times)
})

test('the heart fills at once, and a second press waits for the first', async () => {
  let answer = () => {}
  const { asked, handlers } = open([aPlace()], {
    'POST /api/places/7/favorite': () =>
      new Promise(resolve => {
        answer = () => {
          handlers[searched()] = () => ok([aPlace({ isSaved: true })])
          resolve({ status: 204 })
        }
      }),
  })
  const heart = within(await card('Het Woeste Westen')).getByRole('button', { name: 'Bewaar Het Woeste Westen' })
  await userEvent.click(heart)
  expect(heart.getAttribute('aria-pressed')).toBe('true')
  expect(heart.querySelector('.heartbeat')).toBeTruthy()
  await userEvent.click(heart)
  expect(asked.filter(call => call.endsWith('/favorite'))).toHaveLength(1)
  await act(async () => answer())
  await waitFor(() => expect(heart.getAttribute('aria-disabled')).toBe('false'))
  expect(heart.getAttribute('aria-pressed')).toBe('true')
})

test('a refused favourite empties the heart again, with a notice', async () => {
  await showLanguage('en')
  open([aPlace()], { 'POST /api/places/7/favorite': () => refused(500, 'server.failed', 'Kapot.') })
  const heart = within(await card('Het Woeste Westen')).getByRole('button', { name: 'Save Het Woeste Westen' })
  await userEvent.click(heart)
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'))
  expect(lastNotice()).toMatchObject({
    title: 'Error',
    description: 'An error occurred while updating your favorites.',
  })
})

test('distances are measured from Amsterdam until the position is known, and a failure is shown', async () => {
  await showLanguage('en')
  open([aPlace()])
  expect(await screen.findByText(/Distances from Amsterdam/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use my location' }))
  await waitFor(() => expect(lastNotice()?.title).toBe('Browser Not Supported'))
})

async function addRestaurant(handlers: Handlers) {
  await showLanguage('en')
  const shown = open([aRestaurant()], handlers, '/places?type=restaurant')
  await userEvent.click(screen.getByRole('button', { name: 'Add Restaurant' }))
  const form = within(await screen.findByRole('region', { name: 'Add Restaurant' }))
  return { ...shown, form, user: userEvent.setup() }
}

test('a restaurant without a name or address is not sent; the form names and focuses the field', async () => {
  const { asked, form, user } = await addRestaurant({})
  await user.type(form.getByLabelText('Name'), 'De')
  expect(await form.findByText('Name must be at least 3 characters')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(await form.findByText('Address is required')).toBeTruthy()
  expect(document.activeElement).toBe(form.getByLabelText('Name'))
  expect(asked.some(call => call.startsWith('POST'))).toBe(false)
})

test('a new restaurant is sent with its features and picture address, and 0 for a position that is not a number', async () => {
  const sent = vi.fn()
  const { form, user } = await addRestaurant({
    'POST /api/places': body => {
      sent(body)
      return { status: 201, body: aRestaurant() }
    },
  })
  await user.type(form.getByLabelText('Name'), 'De Gouden Flap')
  await user.type(form.getByLabelText('Address'), 'Dam 1')
  await user.type(form.getByLabelText('Latitude'), 'ergens')
  expect(form.getByText(/Without both numbers there is no location/)).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'High chairs', pressed: false }))
  const picture = form.getByLabelText(/^Web address of a photo/)
  await user.type(picture, 'flap.jpg')
  expect(await form.findByText('This is not a valid web address')).toBeTruthy()
  await user.clear(picture)
  await user.type(picture, 'https://flap.example/flap.jpg ')
  await user.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Add Restaurant' })).toBeNull())
  expect(sent.mock.calls).toEqual([
    [
      {
        type: 'restaurant',
        name: 'De Gouden Flap',
        description: '',
        address: 'Dam 1',
        features: ['highChairs'],
        imageUrl: 'https://flap.example/flap.jpg',
        latitude: 0,
        longitude: 0,
      },
    ],
  ])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Restaurant' }))
})

test('a similar existing place is shown first, and adding anyway takes one more press', async () => {
  const sent = vi.fn()
  const { form, user } = await addRestaurant({
    'GET /api/places/similar?name=De+Vrolijke+Stroop&type=restaurant&latitude=52.38&longitude=4.63': () =>
      ok([aRestaurant({ distance: 12 })]),
    'POST /api/places': body => {
      sent(body)
      return { status: 201, body: aRestaurant() }
    },
  })
  await user.type(form.getByLabelText('Name'), 'De Vrolijke Stroop')
  await user.type(form.getByLabelText('Address'), 'Spaarne 41')
  await user.type(form.getByLabelText('Latitude'), '52,38')
  await user.type(form.getByLabelText('Longitude'), '4.63')
  await user.click(form.getByRole('button', { name: 'Add' }))
  await form.findByText('Something like this is here already')
  await user.click(form.getByRole('link', { name: 'De Vrolijke Stroop' }))
  expect(address()).toBe('/places?type=restaurant&open=8')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('De Vrolijke Stroop')
  expect(sent).not.toHaveBeenCalled()
  await user.click(form.getByRole('button', { name: 'Add anyway' }))
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ latitude: 52.38, longitude: 4.63 })
})

test('a refused restaurant shows the server’s sentence and keeps the input', async () => {
  const { form, user } = await addRestaurant({
    'POST /api/places': () => refused(429, 'request.tooOften', 'Slow down.'),
  })
  await user.type(form.getByLabelText('Name'), 'De Gouden Flap')
  await user.type(form.getByLabelText('Address'), 'Dam 1')
  await user.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'Error Adding Restaurant', description: 'Slow down.' }),
  )
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('De Gouden Flap')
})

test('a restaurant that failed without a reason asks to try again', async () => {
  const { form, user } = await addRestaurant({ 'POST /api/places': () => ({ status: 500 }) })
  await user.type(form.getByLabelText('Name'), 'De Gouden Flap')
  await user.type(form.getByLabelText('Address'), 'Dam 1')
  await user.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Error Adding Restaurant',
      description: 'There was an error adding the restaurant. Please try again.',
    }),
  )
})

test('the restaurant form is offered on its tab only, and the same button hides it', async () => {
  const { user } = await addRestaurant({})
  await user.click(screen.getByRole('button', { name: 'Never mind', expanded: true }))
  expect(screen.queryByRole('region', { name: 'Add Restaurant' })).toBeNull()
  for (const tab of ['Playgrounds', 'All']) {
    await user.click(screen.getByRole('tab', { name: tab }))
    expect(screen.queryByRole('button', { name: 'Add Restaurant' })).toBeNull()
  }
})

test('editing a playground sends only the changes, including emptied features', async () => {
  await showLanguage('en')
  const user = userEvent.setup()
  const sent = vi.fn()
  open([aPlace({ features: ['benches'] })], {
    'PATCH /api/places/7': body => {
      sent(body)
      return ok(aPlace())
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Playground: Het Woeste Westen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Playground' }))
  await user.click(dialog.getByRole('button', { name: 'Benches', pressed: true }))
  await user.clear(dialog.getByLabelText(/^Address/))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.mock.calls).toEqual([
    [
      {
        address: '',
        features: '[]',
      },
    ],
  ])
})

test('an unchanged playground sends nothing and keeps its generated name', async () => {
  await showLanguage('en')
  const { asked } = open([aPlace({ isNameDerived: true })])
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(call => call.startsWith('PATCH'))).toEqual([])
})

test('half of a position is not sent', async () => {
  await showLanguage('en')
  const sent = vi.fn()
  open([aPlace()], {
    'PATCH /api/places/7': body => {
      sent(body)
      return ok(aPlace())
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
  await userEvent.type(await screen.findByLabelText(/^Longitude/), '5')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ latitude: '52.388', longitude: '4.8715' }))
})

test('the playground form cannot be closed while it is being saved', async () => {
  await showLanguage('en')
  let answer = (_: Answer) => {}
  open([aPlace()], { 'PATCH /api/places/7': () => new Promise(resolve => (answer = resolve)) })
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
  await userEvent.type(await screen.findByLabelText(/^Address/), ' bis')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Saving...' })
  // A browser dispatches this event when Escape is pressed in a dialog.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.getByRole('dialog', { name: 'Edit Playground' })).toBeTruthy()
  answer(ok(aPlace()))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the input about a place survives an expired session; cancelling drops it', async () => {
  await showLanguage('en')
  const expired = { 'PATCH /api/places/7': () => refused(401, 'auth.required', 'Log in first.') }
  const address = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
    return screen.findByLabelText<HTMLInputElement>(/^Address/)
  }
  const first = open([aPlace()], expired)
  await userEvent.type(await address(), ' bis')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(first.asked).toContain('PATCH /api/places/7'))
  first.unmount()

  // Another father has changed the name meanwhile; this change must not overwrite it.
  const sent = vi.fn()
  reads.clear()
  const second = open([aPlace({ name: 'Woest' })], {
    'PATCH /api/places/7': body => {
      sent(body)
      return { status: 500 }
    },
  })
  expect((await address()).value).toBe('Overbrakerpad 3, Amsterdam bis')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ address: 'Overbrakerpad 3, Amsterdam bis' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  second.unmount()

  open([aPlace()])
  expect((await address()).value).toBe('Overbrakerpad 3, Amsterdam')
})

test('the input of a new restaurant survives an expired session', async () => {
  await showLanguage('en')
  const name = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add Restaurant' }))
    return screen.findByLabelText<HTMLInputElement>(/^Name/)
  }
  const { unmount } = open([], {}, '/places?type=restaurant')
  await userEvent.type(await name(), 'De Stroop')
  await userEvent.click(screen.getByRole('button', { name: 'High chairs' }))
  unmount()
  open([], {}, '/places?type=restaurant')
  expect((await name()).value).toBe('De Stroop')
  expect(screen.getByRole('button', { name: 'High chairs', pressed: true })).toBeTruthy()
})

test.each([
  [{ status: 403, body: { error: 'Locked for now.', code: 'place.locked' } }, 'Locked for now.'],
  [{ status: 500 }, 'Failed to update playground'],
])('a failed edit of a playground says why', async (answer, description) => {
  await showLanguage('en')
  open([aPlace()], { 'PATCH /api/places/7': () => answer })
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
  await userEvent.type(await screen.findByLabelText(/^Address/), ' bis')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Error Updating Playground', description }))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('the name opens the sheet by address and keeps the search, to which closing returns', async () => {
  const user = userEvent.setup()
  open(
    [],
    { [searched('&type=playground&q=west')]: () => ok([aPlace()]), [detailAt]: () => ok(aDetail()) },
    '/places?type=playground&q=west',
  )
  await user.click(await screen.findByRole('link', { name: 'Het Woeste Westen' }))
  expect(address()).toBe('/places?type=playground&q=west&open=7')
  const sheet = within(await screen.findByRole('dialog', { name: 'Het Woeste Westen' }))
  const route = sheet.getByRole('link', { name: /^Route naar Het Woeste Westen met OpenStreetMap/ })
  expect(route.getAttribute('href')).toBe('https://www.openstreetmap.org/directions?to=52.388%2C4.871')
  expect([route.getAttribute('target'), route.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  expect(sheet.getByRole('link', { name: 'Op de kaart' }).getAttribute('href')).toBe('/playground-map?place=7')
  await act(async () => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/places?type=playground&q=west')
})

test('a sheet opened while typing stays open, and the search runs when it closes', async () => {
  const user = userEvent.setup()
  const { asked } = open([aPlace()], {
    [detailAt]: () => ok(aDetail()),
    [searched('&q=zand')]: () => ok([]),
  })
  await card('Het Woeste Westen')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zand' } })
  fireEvent.click(screen.getByRole('link', { name: 'Het Woeste Westen' }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.useRealTimers()
  expect(address()).toBe('/places?open=7')
  expect(asked).not.toContain(searched('&q=zand'))
  await user.click(await screen.findByRole('button', { name: 'Sluiten' }))
  await waitFor(() => expect(address()).toBe('/places?q=zand'))
  expect(asked).toContain(searched('&q=zand'))
})

test('closing a sheet opened here goes back in the history, so that Back does not reopen it', async () => {
  const user = userEvent.setup()
  const back = vi.spyOn(history, 'back')
  open([aPlace()], { [detailAt]: () => ok(aDetail()) })
  await user.click(await screen.findByRole('link', { name: 'Het Woeste Westen' }))
  await user.click(await screen.findByRole('button', { name: 'Sluiten' }))
  await waitFor(() => expect(address()).toBe('/places'))
  expect(back).toHaveBeenCalledTimes(1)
})

function openSheet(detail = aDetail(), handlers: Handlers = {}) {
  return open([], { [detailAt]: () => ok(detail), ...handlers }, '/places?open=7')
}

test('the chosen maps app is remembered', async () => {
  const user = userEvent.setup()
  const { unmount } = openSheet()
  await user.click(await screen.findByRole('button', { name: 'Kies een kaarten-app' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Google Maps' }))
  unmount()
  openSheet()
  const route = await screen.findByRole('link', { name: /met Google Maps/ })
  expect(route.getAttribute('href')).toBe('https://www.google.com/maps/dir/?api=1&destination=52.388%2C4.871')
})

test('a place without a position has no directions', async () => {
  openSheet(aDetail({ latitude: 0, longitude: 0, distance: null }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findByText('locatie ontbreekt')).toBeTruthy()
  expect(sheet.queryByRole('link', { name: /Route|Op de kaart/ })).toBeNull()
})

test('the sheet is honest about the changing table', async () => {
  openSheet(aDetail({ ...aRestaurant(), id: 7, changingTable: 'womenOnly', mayEdit: false }))
  expect(await screen.findByText('Verschoontafel: alleen bij de dames')).toBeTruthy()
})

test('a visitor of a new place can confirm it, once', async () => {
  const { handlers } = openSheet(aDetail({ status: 'new', mayConfirm: true }), {
    'POST /api/places/7/confirm': () => {
      handlers[detailAt] = () => ok(aDetail({ status: 'confirmed' }))
      return ok(aDetail({ status: 'confirmed' }))
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Klopt: Het Woeste Westen' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Klopt/ })).toBeNull())
})

const review: Review = {
  id: 3,
  rating: 4,
  text: 'Modder tot de knie.',
  author: { id: 1, firstName: 'Daan', lastName: 'de Vries', profileImage: null },
  isMine: true,
  updatedAt: '2026-11-01T10:00:00.000Z',
}

test('a review requires stars; with them it is sent and shown', async () => {
  const user = userEvent.setup()
  const sent = vi.fn()
  const { handlers } = openSheet(aDetail({ rating: null, reviewCount: 0 }), {
    'PUT /api/places/7/reviews': body => {
      sent(body)
      handlers['GET /api/places/7/reviews?limit=6'] = () => ok([review])
      return ok(review)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Schrijf een beoordeling' }))
  await user.type(screen.getByLabelText(/^Hoe was het/), 'Modder tot de knie.')
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  expect(screen.getByText('Geef één tot vijf sterren')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  await user.click(screen.getByRole('radio', { name: '4 sterren' }))
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  await screen.findByRole('img', { name: '4 van de 5 sterren' })
  expect(sent.mock.calls).toEqual([[{ rating: 4, text: 'Modder tot de knie.' }]])
  expect(screen.getByRole('button', { name: 'Beoordeling bewerken' })).toBeTruthy()
})

test('a review refused by an expired session is restored', async () => {
  const { asked, unmount } = openSheet(aDetail(), {
    'PUT /api/places/7/reviews': () => refused(401, 'auth.required', 'Log eerst in.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Schrijf een beoordeling' }))
  await userEvent.type(screen.getByLabelText(/^Hoe was het/), 'Modder tot de knie.')
  await userEvent.click(screen.getByRole('radio', { name: '4 sterren' }))
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  await waitFor(() => expect(asked).toContain('PUT /api/places/7/reviews'))
  unmount()
  const { handlers } = openSheet(aDetail(), { 'PUT /api/places/7/reviews': () => ok(review) })
  await userEvent.click(await screen.findByRole('button', { name: 'Schrijf een beoordeling' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Hoe was het/).value).toBe('Modder tot de knie.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '4 sterren' }).checked).toBe(true)
  handlers['GET /api/places/7/reviews?limit=6'] = () => ok([])
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  // Once it is sent the form begins anew.
  await userEvent.click(await screen.findByRole('button', { name: 'Schrijf een beoordeling' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Hoe was het/).value).toBe('')
})

test('deleting the own review asks first', async () => {
  const user = userEvent.setup()
  const { handlers } = openSheet(aDetail(), {
    'GET /api/places/7/reviews?limit=6': () => ok([review]),
    'DELETE /api/places/7/reviews': () => {
      handlers['GET /api/places/7/reviews?limit=6'] = () => ok([])
      return { status: 204 }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Beoordeling verwijderen' }))
  const question = await screen.findByRole('alertdialog', { name: 'Je beoordeling verwijderen?' })
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }))
  await screen.findByRole('button', { name: 'Schrijf een beoordeling' })
  expect(screen.queryByText('Modder tot de knie.')).toBeNull()
})

const revision: Revision = {
  id: 5,
  at: '2026-11-01T10:00:00.000Z',
  isMine: true,
  isUndo: false,
  mayUndo: true,
  before: { name: 'Woeste Westen', features: [] },
  after: { name: 'Het Woeste Westen', features: ['benches'] },
}

test('the history shows changes field by field, and reverts them', async () => {
  const user = userEvent.setup()
  const sent = vi.fn()
  openSheet(aDetail(), {
    'GET /api/places/7/revisions?limit=21': () => ok([revision]),
    'POST /api/places/7/revert': body => {
      sent(body)
      return ok(aPlace())
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Meer opties voor Het Woeste Westen' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Geschiedenis' }))
  const undo = await screen.findByRole('button', { name: /^Wijziging van .* terugdraaien$/ })
  const text = screen.getByRole('dialog').textContent
  for (const part of ['van mij', 'Voor: Woeste Westen', 'Na: Het Woeste Westen', 'Voor: niets', 'Na: Bankjes']) {
    expect(text).toContain(part)
  }
  await user.click(undo)
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ revisionId: 5 }]]))
})

test('a history that fails to refresh stays', async () => {
  const { handlers } = openSheet(aDetail(), { 'GET /api/places/7/revisions?limit=21': () => ok([revision]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Meer opties voor Het Woeste Westen' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Geschiedenis' }))
  await screen.findByText('van mij')
  handlers['GET /api/places/7/revisions?limit=21'] = () => refused(503, 'server.unavailable', 'Even.')
  await readAgain()
  expect(screen.getByText('van mij')).toBeTruthy()
})

test.each([
  ['Wijziging voorstellen', 'Wat moet er veranderen?', { kind: 'change', text: 'Hek is weg.' }],
  ['Bestaat niet meer', /^Wat is er nu/, { kind: 'gone', text: 'Hek is weg.' }],
])('%s is sent to the moderators', async (item, label, body) => {
  const user = userEvent.setup()
  const sent = vi.fn()
  openSheet(aDetail(), {
    'POST /api/places/7/proposals': said => {
      sent(said)
      return { status: 204 }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Meer opties voor Het Woeste Westen' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  await user.type(await screen.findByLabelText(label), 'Hek is weg.')
  // Away and back, as after an expired session.
  await user.click(screen.getByRole('button', { name: 'Terug naar de plek' }))
  await user.click(await screen.findByRole('button', { name: 'Meer opties voor Het Woeste Westen' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  expect((await screen.findByLabelText<HTMLTextAreaElement>(label)).value).toBe('Hek is weg.')
  await user.click(screen.getByRole('button', { name: 'Versturen' }))
  await screen.findByRole('button', { name: 'Meer opties voor Het Woeste Westen' })
  expect(sent.mock.calls).toEqual([[body]])
})

test.each([
  [true, ['Bewerken', 'Geschiedenis', 'Wijziging voorstellen', 'Melden', 'Bestaat niet meer']],
  [false, ['Geschiedenis', 'Wijziging voorstellen', 'Melden', 'Bestaat niet meer']],
])('the menu offers editing only to those who may (%s)', async (mayEdit, items) => {
  openSheet(aDetail({ mayEdit }))
  await userEvent.click(await screen.findByRole('button', { name: 'Meer opties voor Het Woeste Westen' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(items)
})

test('the sheet of a deleted place closes by itself', async () => {
  open([], { [detailAt]: () => refused(404, 'place.unknown', 'Weg.') }, '/places?type=restaurant&open=7')
  await waitFor(() => expect(address()).toBe('/places?type=restaurant'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
