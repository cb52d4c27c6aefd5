import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { aDetail, aPlace } from '../../testing/a-place.ts'
import { address, card, detailAt, openPlaces, preparePlacesPage, searched } from '../../testing/places-page.tsx'
import { daan, ok } from '../../testing/stand-in-server.ts'

preparePlacesPage()
beforeAll(() => import('../../features/places/surface/filter-dialog.tsx'))

const fenced = aPlace({ id: 7, certain: true })
const unknown = aPlace({ id: 9, name: 'Zandplein', certain: false })
const withFence = searched('&type=playground&facts=fence%3Awhole')

test('a chip filters by what is known: what fits comes first, what nobody knows has a part of its own', async () => {
  const user = userEvent.setup()
  openPlaces([aPlace()], { [withFence]: () => ok([fenced, unknown]) }, '/places?type=playground')
  await card('Het Woeste Westen')
  expect(screen.queryByRole('heading', { name: 'Deze passen' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Hek' }))
  expect(address()).toBe('/places?type=playground&facts=fence%3Awhole')
  await card('Zandplein')
  const order = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(order).toEqual(['Deze passen', 'Het Woeste Westen', 'Nog niet bekend', 'Zandplein'])
  await user.click(screen.getByRole('button', { name: 'Hek', pressed: true }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Deze passen' })).toBeNull())
  expect(address()).toBe('/places?type=playground')
})

test('the first chip is for his children, and asks the server for their ages alone', async () => {
  const child = { name: 'Saar', age: 2, birthMonth: '2024-05' }
  const { asked } = openPlaces(
    [aPlace()],
    {
      'GET /api/user': () => ok({ ...daan, childrenInfo: [child, { ...child, name: 'Mees', age: 6 }] }),
      [searched('&type=playground&facts=ages%3A2-6')]: () => ok([fenced]),
    },
    '/places?type=playground',
    { ...daan, childrenInfo: [child, { ...child, name: 'Mees', age: 6 }] },
  )
  const chips = within(await screen.findByRole('group', { name: 'Alleen speeltuinen met' })).getAllByRole('button')
  expect(chips[0]?.textContent).toBe('Voor Saar en Mees')
  await userEvent.click(screen.getByRole('button', { name: 'Voor Saar en Mees' }))
  await waitFor(() => expect(asked.at(-1)).toContain('ages%3A2-6'))
  expect(`${asked.join()} ${address()}`).not.toContain('Saar')
})

test.each([
  ['keeps the filter', '&facts=fence:whole', '/playground-map?facts=fence%3Awhole&place=7'],
  ['without a filter adds none', '', '/playground-map?place=7'],
])('the way from the sheet to the map %s', async (_, filter, to) => {
  openPlaces(
    [aPlace()],
    {
      [withFence]: () => ok([aPlace()]),
      [searched('&type=playground')]: () => ok([aPlace()]),
      [detailAt]: () => ok(aDetail()),
    },
    `/places?type=playground${filter}&open=7`,
  )
  expect((await screen.findByRole('link', { name: 'Op de kaart' })).getAttribute('href')).toBe(to)
})

test('the number on the button is that of the search', async () => {
  openPlaces(
    [],
    {
      [searched('&type=playground&q=zand')]: () => ok([unknown]),
      'GET /api/places/count?type=playground&q=zand': () => ok({ certain: 3, unknown: 0 }),
      'GET /api/places/count?type=playground': () => ok({ certain: 700, unknown: 0 }),
    },
    '/places?type=playground&q=zand',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Alle filters' }))
  expect(await screen.findByRole('button', { name: 'Toon 3 speeltuinen' })).toBeDefined()
})

test('all filters are one step away, with the number of results on the button', async () => {
  const user = userEvent.setup()
  const drawn = searched('&type=playground&facts=fence%3Awhole%2Cequipment%3Aslide')
  openPlaces(
    [aPlace()],
    {
      [withFence]: () => ok([fenced, unknown]),
      [drawn]: () => ok([fenced]),
      'GET /api/places/count?type=playground&facts=fence%3Awhole': () => ok({ certain: 12, unknown: 0 }),
      'GET /api/places/count?type=playground&facts=fence%3Awhole%2Cequipment%3Aslide': () =>
        ok({ certain: 1, unknown: 30 }),
    },
    '/places?type=playground&facts=fence:whole',
  )
  await card('Zandplein')
  await user.click(screen.getByRole('button', { name: 'Alle filters' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Alle filters' }))
  expect(await dialog.findByRole('button', { name: 'Toon 12 speeltuinen' })).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Glijbaan' }))
  await user.click(await dialog.findByRole('button', { name: 'Toon 1 speeltuin (+ 30 nog niet bekend)' }))
  await waitFor(() => expect(address()).toBe('/places?type=playground&facts=fence%3Awhole%2Cequipment%3Aslide'))
  expect(screen.getByRole('button', { name: 'Glijbaan', pressed: true })).toBeDefined()
})
