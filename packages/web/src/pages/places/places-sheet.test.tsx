import type { Revision } from '@papadag/contract/places/place-edits'
import type { Review } from '@papadag/contract/places/place-reviews'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { aDetail, aPlace, aRestaurant } from '../../testing/a-place.ts'
import { address, card, detailAt, openPlaces, preparePlacesPage, searched } from '../../testing/places-page.tsx'
import { readAgain } from '../../testing/read-again.ts'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'

preparePlacesPage()

test('pressing a place’s name opens its sheet by address and keeps the search, to which closing returns', async () => {
  const user = userEvent.setup()
  openPlaces(
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
  expect(sheet.getByRole('link', { name: 'Op de kaart' }).getAttribute('href')).toBe('/playground-map?q=west&place=7')
  await act(async () => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/places?type=playground&q=west')
})

test('a sheet opened while typing stays open, and the search runs when it closes', async () => {
  const user = userEvent.setup()
  const { asked } = openPlaces([aPlace()], {
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
  openPlaces([aPlace()], { [detailAt]: () => ok(aDetail()) })
  await user.click(await screen.findByRole('link', { name: 'Het Woeste Westen' }))
  await user.click(await screen.findByRole('button', { name: 'Sluiten' }))
  await waitFor(() => expect(address()).toBe('/places'))
  expect(back).toHaveBeenCalledTimes(1)
})

function openSheet(detail = aDetail(), handlers: Handlers = {}) {
  return openPlaces([], { [detailAt]: () => ok(detail), ...handlers }, '/places?open=7')
}

test('the maps app that a father has chosen is remembered', async () => {
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

test('the sheet says when only women can use the changing table', async () => {
  openSheet(aDetail({ ...aRestaurant(), id: 7, changingTable: 'womenOnly', mayEdit: false }))
  expect(await screen.findByText('Verschoontafel: alleen bij de dames')).toBeTruthy()
})

test('a father can send a correction to OpenStreetMap in a note that he submits himself', async () => {
  const user = userEvent.setup()
  const corrections = [
    { key: 'name', before: 'De Wip', after: 'De Wipkip' },
    { key: 'playground:sandpit', before: null, after: 'yes' },
  ]
  openSheet(aDetail({ source: 'osm', corrections }))
  const link = await screen.findByRole('link', { name: /^Zet het ook in OpenStreetMap/ })
  expect(link.getAttribute('href')).toBe(
    'https://www.openstreetmap.org/note/new?lat=52.388&lon=4.871#map=19/52.388/4.871',
  )
  link.addEventListener('click', event => event.preventDefault())
  await user.click(link)
  expect(await navigator.clipboard.readText()).toBe(
    'Volgens bezoekers van ‘Het Woeste Westen’ (via Papadag):\nname: De Wip → De Wipkip\nplayground:sandpit: – → yes',
  )
})

test('a place unchanged from OpenStreetMap offers no note', async () => {
  openSheet(aDetail({ source: 'osm' }))
  await screen.findByRole('link', { name: '© OpenStreetMap contributors' })
  expect(screen.queryByRole('link', { name: /ook in OpenStreetMap/ })).toBeNull()
})

test('a visitor to a new place can confirm it once', async () => {
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

test('a review requires stars, and with them it is sent and shown', async () => {
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
  await user.click(screen.getByRole('button', { name: 'Beoordeling opslaan' }))
  expect(screen.getByText('Geef één tot vijf sterren')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  await user.click(screen.getByRole('radio', { name: '4 sterren' }))
  await user.click(screen.getByRole('button', { name: 'Beoordeling opslaan' }))
  await screen.findByRole('img', { name: '4 van de 5 sterren' })
  expect(sent.mock.calls).toEqual([[{ rating: 4, text: 'Modder tot de knie.' }]])
  expect(screen.getByRole('button', { name: 'Beoordeling bewerken' })).toBeTruthy()
})

test('a review refused by an expired session is restored after logging in', async () => {
  const { asked, unmount } = openSheet(aDetail(), {
    'PUT /api/places/7/reviews': () => refused(401, 'auth.required', 'Log eerst in.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Schrijf een beoordeling' }))
  await userEvent.type(screen.getByLabelText(/^Hoe was het/), 'Modder tot de knie.')
  await userEvent.click(screen.getByRole('radio', { name: '4 sterren' }))
  await userEvent.click(screen.getByRole('button', { name: 'Beoordeling opslaan' }))
  await waitFor(() => expect(asked).toContain('PUT /api/places/7/reviews'))
  unmount()
  const { handlers } = openSheet(aDetail(), { 'PUT /api/places/7/reviews': () => ok(review) })
  await userEvent.click(await screen.findByRole('button', { name: 'Schrijf een beoordeling' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Hoe was het/).value).toBe('Modder tot de knie.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '4 sterren' }).checked).toBe(true)
  handlers['GET /api/places/7/reviews?limit=6'] = () => ok([])
  await userEvent.click(screen.getByRole('button', { name: 'Beoordeling opslaan' }))
  // Once it is sent the form begins anew.
  await userEvent.click(await screen.findByRole('button', { name: 'Schrijf een beoordeling' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Hoe was het/).value).toBe('')
})

test('deleting a father’s own review asks first', async () => {
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
  waits: false,
  mayApply: false,
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
  [true, ['Bewerken', 'Geschiedenis', 'Hier is iets mis', 'Wijziging voorstellen', 'Melden', 'Bestaat niet meer']],
  [false, ['Geschiedenis', 'Hier is iets mis', 'Wijziging voorstellen', 'Melden', 'Bestaat niet meer']],
])('the menu offers editing only to those who may edit (%s)', async (mayEdit, items) => {
  openSheet(aDetail({ mayEdit }))
  await userEvent.click(await screen.findByRole('button', { name: 'Meer opties voor Het Woeste Westen' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(items)
})

test('a place that cannot be read says so and can be read again, and in a list it is shown as known there', async () => {
  const failing = { [detailAt]: () => refused(403, 'request.forbidden', 'Nee.') }
  const { handlers, unmount } = openPlaces([], failing, '/places?open=7')
  const sheet = within(await screen.findByRole('dialog', { name: 'Plek' }))
  expect(await sheet.findByText('De plek kon niet worden geladen.')).toBeTruthy()
  expect(address()).toBe('/places?open=7')
  handlers[detailAt] = () => ok(aDetail())
  await userEvent.click(sheet.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('dialog', { name: 'Het Woeste Westen' })).toBeTruthy()
  unmount()
  reads.clear()
  openPlaces([aPlace()], failing, '/places?open=7')
  const known = within(await screen.findByRole('dialog', { name: 'Het Woeste Westen' }))
  expect(await known.findByText('Overbrakerpad 3, Amsterdam')).toBeTruthy()
  expect(known.queryByText('De plek kon niet worden geladen.')).toBeNull()
})

test('the history and the proposals do not show the place’s actions beside them', async () => {
  openSheet(aDetail(), { 'GET /api/places/7/revisions?limit=21': () => ok([]) })
  const more = await screen.findByRole('button', { name: 'Meer opties voor Het Woeste Westen' })
  expect(document.activeElement).not.toBe(more)
  await userEvent.click(more)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Geschiedenis' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Terug naar de plek' })))
  expect(screen.queryByRole('button', { name: 'Meer opties voor Het Woeste Westen' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Terug naar de plek' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Meer opties voor Het Woeste Westen' })),
  )
})

test('the sheet of a deleted place closes by itself', async () => {
  openPlaces([], { [detailAt]: () => refused(404, 'place.unknown', 'Weg.') }, '/places?type=restaurant&open=7')
  await waitFor(() => expect(address()).toBe('/places?type=restaurant'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
