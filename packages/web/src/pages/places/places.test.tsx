import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlace, aRestaurant } from '../../testing/a-place.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { address, card, openPlaces, preparePlacesPage, searched } from '../../testing/places-page.tsx'
import { readAgain } from '../../testing/read-again.ts'
import { ok, refused } from '../../testing/stand-in-server.ts'

preparePlacesPage()

test('six skeletons are shown while places load, and loading is announced once', async () => {
  openPlaces([], { [searched()]: () => new Promise<never>(() => {}) })
  const loading = screen.getByRole('status')
  expect(loading.textContent).toBe('Laden...')
  expect(loading.querySelectorAll(':scope > [aria-hidden]')).toHaveLength(6)
})

test('a place card shows type, address, rating, distance and features', async () => {
  openPlaces([aPlace(), aRestaurant({ rating: null, reviewCount: 0 })])
  const playground = (await card('Het Woeste Westen')).textContent
  for (const part of ['Speeltuin', 'Overbrakerpad 3', '4,8 van 5, 4 beoordelingen', '650 m', 'Bankjes', 'Waterpret']) {
    expect(playground).toContain(part)
  }
  const restaurant = (await card('De Vrolijke Stroop')).textContent
  for (const part of ['Restaurant', 'Nog geen beoordelingen', '1,2 km', 'Kindermenu'])
    expect(restaurant).toContain(part)
})

test('only playground cards have an edit button', async () => {
  openPlaces([aPlace(), aRestaurant()])
  expect(within(await card('Het Woeste Westen')).getByRole('button', { name: /^Speeltuin bewerken/ })).toBeTruthy()
  expect(within(await card('De Vrolijke Stroop')).queryByRole('button', { name: /bewerken/ })).toBeNull()
})

test('a place without a position says so, and so does a new one', async () => {
  openPlaces([aPlace({ latitude: 0, longitude: 0, distance: null, status: 'new' })])
  const text = (await card('Het Woeste Westen')).textContent
  expect(text).toContain('locatie ontbreekt')
  expect(text).toContain('Nieuw')
})

test('the tabs are in the address, and the address chooses the tab', async () => {
  const user = userEvent.setup()
  openPlaces([aPlace(), aRestaurant()], {}, '/places?type=playground')
  expect(screen.getByRole('tab', { name: 'Speeltuinen', selected: true })).toBeTruthy()
  await card('Het Woeste Westen')
  await user.click(screen.getByRole('tab', { name: 'Restaurants' }))
  expect(address()).toBe('/places?type=restaurant')
  await card('De Vrolijke Stroop')
  await user.click(screen.getByRole('tab', { name: 'Alles' }))
  expect(address()).toBe('/places')
})

test('the map is one tap away, with the same search', async () => {
  const at = '/places?type=playground&q=zand&features=benches'
  openPlaces([], { [searched('&type=playground&q=zand&features=benches')]: () => ok([aPlace()]) }, at)
  await card('Het Woeste Westen')
  const views = within(screen.getByRole('navigation', { name: 'Lijst of kaart' }))
  expect(views.getByRole('link', { name: 'Lijst', current: 'page' })).toBeTruthy()
  await userEvent.click(views.getByRole('link', { name: 'Kaart' }))
  expect(address()).toBe('/playground-map?q=zand&features=benches')
})

test('chosen features narrow the list and are in the address, and another tab keeps those that it has', async () => {
  const user = userEvent.setup()
  openPlaces([aPlace(), aRestaurant()], {
    [searched('&features=benches')]: () => ok([aPlace()]),
    [searched('&features=benches%2CkidsMenu')]: () => ok([]),
    [searched('&type=restaurant&features=kidsMenu')]: () => ok([aRestaurant()]),
  })
  await card('De Vrolijke Stroop')
  const chips = within(screen.getByRole('group', { name: 'Alleen plekken met' }))
  await user.click(chips.getByRole('button', { name: 'Bankjes' }))
  await screen.findByText('1 plek gevonden')
  expect(address()).toBe('/places?features=benches')
  await user.click(chips.getByRole('button', { name: 'Kindermenu' }))
  await screen.findByText(/De zandbak is leeg/)
  await user.click(screen.getByRole('tab', { name: 'Restaurants' }))
  expect(address()).toBe('/places?type=restaurant&features=kidsMenu')
  await card('De Vrolijke Stroop')
})

test('without results, a chosen feature can be cleared like a search', async () => {
  openPlaces([aPlace()], { [searched('&features=sandbox')]: () => ok([]) }, '/places?features=sandbox')
  await screen.findByText(/De zandbak is leeg/)
  await userEvent.click(screen.getByRole('button', { name: 'Zoekopdracht wissen' }))
  await card('Het Woeste Westen')
  expect(address()).toBe('/places')
})

test('a search starts when typing stops, is kept in the address, and announces its count', async () => {
  const user = userEvent.setup()
  const { asked } = openPlaces(
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
  openPlaces([aPlace()], { [searched('&q=pannenkoek')]: () => ok([]) }, '/places?q=pannenkoek')
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

test('a list without any place and without a search has nothing to clear', async () => {
  openPlaces([])
  await screen.findByRole('heading', { name: 'Geen plekken gevonden' })
  expect(screen.queryByRole('button', { name: 'Zoekopdracht wissen' })).toBeNull()
  expect(screen.queryByText(/Niets gevonden voor/)).toBeNull()
  expect(screen.queryByText(/^Geen plekken gevonden$/, { selector: '[role=status]' })).toBeNull()
})

test('a search that finds more than it shows says so, and a list without a search announces no number', async () => {
  const many = Array.from({ length: 25 }, (_, index) => aPlace({ id: index + 1, name: `Plek ${index + 1}` }))
  const { unmount } = openPlaces(many)
  await card('Plek 24')
  expect(screen.queryByText(/gevonden/)).toBeNull()
  unmount()
  openPlaces(many, { [searched('&q=plek')]: () => ok(many) }, '/places?q=plek')
  expect(await screen.findByText('Meer dan 24 plekken gevonden')).toBeTruthy()
})

test('when more places cannot be loaded those listed stay, and the end of the list says so', async () => {
  const many = Array.from({ length: 25 }, (_, index) => aPlace({ id: index + 1, name: `Plek ${index + 1}` }))
  openPlaces(many, { [searched('', 49)]: () => refused(403, 'request.forbidden', 'Nee.') })
  await card('Plek 24')
  expect(screen.queryByText('De plekken konden niet worden geladen')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Meer plekken tonen' }))
  expect(await screen.findByText('De plekken konden niet worden geladen')).toBeTruthy()
  expect(screen.getAllByRole('article').length).toBeGreaterThan(0)
})

test('going back restores the search', async () => {
  openPlaces([aPlace()], { [searched('&q=zand')]: () => ok([]) })
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
  openPlaces(many.slice(0, 25), { [searched('', 49)]: () => ok(many) })
  await card('Plek 24')
  expect(screen.queryByRole('article', { name: 'Plek 25' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Meer plekken tonen' }))
  await card('Plek 30')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Plek 25'))
  expect(screen.queryByRole('button', { name: 'Meer plekken tonen' })).toBeNull()
})

test('a list that fails to load says so, and loads on retry', async () => {
  const { handlers } = openPlaces([], { [searched()]: () => refused(503, 'server.unavailable', 'Even.') })
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
  openPlaces([aPlace({ source })])
  await card('Het Woeste Westen')
  expect(screen.queryAllByRole('link', { name: '© OpenStreetMap contributors' })).toHaveLength(times)
})

test('a heart fills at once, and a second press waits for the first', async () => {
  let answer = () => {}
  const { asked, handlers } = openPlaces([aPlace()], {
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
  openPlaces([aPlace()], { 'POST /api/places/7/favorite': () => refused(500, 'server.failed', 'Kapot.') })
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
  openPlaces([aPlace()])
  expect(await screen.findByText(/Distances from Amsterdam/)).toBeTruthy()
  expect(screen.queryByText('Distances from where you are.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Use my location' }))
  await waitFor(() => expect(lastNotice()?.title).toBe('Browser Not Supported'))
})
