import type { User } from '@papadag/contract/users/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { aPlaydate, kwame } from '../../testing/a-playdate.ts'
import { openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { daan, ok } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()

const home = { latitude: 52.091, longitude: 5.122, isCity: true }
const near = aPlaydate({ id: 7, title: 'Modderen', nearKm: 15 })
const further = aPlaydate({ id: 8, title: 'Zwemmen', nearKm: null })

/** Opens the list of a father whose home is known. */
function open(playdates = [near, further], user: Partial<User> = {}, at = '/playdates') {
  const told = { ...daan, home, ...user }
  const shown = openPlaydates(playdates, { 'GET /api/user': () => ok(told) }, at)
  reads.setQueryData(['/api/user'], told)
  return shown
}
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const titles = async (name: string) =>
  (await part(name)).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

test('the list of a father whose home is known has two parts, and says how far the first one reaches', async () => {
  const { asked } = open()
  expect(await titles('Bij jou in de buurt')).toEqual(['Modderen'])
  expect(await titles('Verder weg')).toEqual(['Zwemmen'])
  expect(screen.getByText('binnen 15 km van Utrecht')).toBeTruthy()
  expect(asked).toContain('GET /api/playdates/upcoming?order=parts&limit=41')
  expect(screen.getByRole('tab', { name: /^Komend/ }).textContent).toContain('2')
})

test.each<[string, Partial<User>, string]>([
  ['a chosen home', { home: { ...home, isCity: false } }, 'binnen 15 km van huis'],
  ['his town', {}, 'binnen 15 km van Utrecht'],
])('distances in the nearby part are measured from %s', async (_, user, words) => {
  open([near], user)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Verder weg' })).toBeNull()
})

test('a nearby part with nothing in it says so, and offers to plan something', async () => {
  open([further])
  const empty = await part('Bij jou in de buurt')
  expect(empty.getByText('Bij jou in de buurt is nog niets gepland.')).toBeTruthy()
  expect(empty.getByRole('link', { name: 'Plan zelf iets' }).getAttribute('href')).toBe('/create')
  expect(await titles('Verder weg')).toEqual(['Zwemmen'])
})

test('a list without a known home has no parts, and offers to start with what is near', async () => {
  openPlaydates([aPlaydate()])
  await userEvent.click(await screen.findByRole('button', { name: 'Zet bovenaan wat bij mij in de buurt is' }))
  expect(await screen.findByRole('dialog', { name: 'Waar woon je ongeveer?' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Bij jou in de buurt' })).toBeNull()
})

test('a list filtered by distance has no parts', async () => {
  const { asked } = open([aPlaydate()], {}, '/playdates?km=5')
  await screen.findByRole('article')
  expect(asked).toContain('GET /api/playdates/upcoming?withinKm=5&limit=41')
  expect(screen.queryByRole('region', { name: 'Bij jou in de buurt' })).toBeNull()
})

const full = aPlaydate({ maxParticipants: 1, participants: [kwame], nearKm: 10 })

test.each<[string, string, ReturnType<typeof aPlaydate>[], RegExp]>([
  ['empty', 'km=2&day=weekend', [], /Niets gevonden dat past/],
  ['full', 'km=2&day=weekend', [full], /Alles wat je zoekt is vol/],
  ['at its end', 'km=2&day=weekend', [full, near], /Dat is alles wat je zoekt/],
])(
  'a filtered list that is %s offers to look further, later, or to plan something',
  async (_, search, found, words) => {
    open(found, {}, `/playdates?${search}`)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Plan zelf iets' }).getAttribute('href')).toMatch(/^\/create\?date=20\d\d-/)
    await userEvent.click(screen.getByRole('button', { name: 'Kijk binnen 5 km' }))
    expect(location.search).toBe('?km=5&day=weekend')
    await userEvent.click(await screen.findByRole('button', { name: 'Kijk wat er daarna is' }))
    expect(location.search).toBe('?km=5')
    await userEvent.click(await screen.findByRole('button', { name: 'Kijk binnen 10 km' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Kijk verder weg' }))
    expect(location.search).toBe('')
    expect(screen.queryByText(words)).toBeNull()
  },
)

test.each([
  ['room=left', 'Ook volle afspraken'],
  ['fits=children', 'Elke leeftijd'],
])('the end of a list filtered by %s offers to leave that filter out', async (search, words) => {
  open([near], { childrenInfo: [{ name: 'Mees', age: 4, birthMonth: '2022-05' }] }, `/playdates?${search}`)
  await userEvent.click(await screen.findByRole('button', { name: words }))
  expect(location.search).toBe('')
})

test('the end of a list without filters offers nothing', async () => {
  open()
  await part('Verder weg')
  expect(screen.queryByText(/wat je zoekt/)).toBeNull()
})

test('active filters come before the others, and the one just switched keeps the focus', async () => {
  open([near], { childrenInfo: [{ name: 'Mees', age: 4, birthMonth: '2022-05' }] })
  const chip = (name: string | RegExp) => screen.findByRole('button', { name })
  const first = (count: number) =>
    within(screen.getByRole('group', { name: 'Wat zoek je?' }))
      .getAllByRole('button')
      .slice(0, count)
      .map(({ textContent }) => textContent)
  await userEvent.click(await chip('Plek voor 2'))
  expect(document.activeElement).toBe(await chip('Plek voor 2'))
  expect(first(1)).toEqual(['Plek voor 2'])
  await userEvent.click(await chip('Dit weekend'))
  expect(first(2)).toEqual(['Dit weekend', 'Plek voor 2'])
  await userEvent.click(await chip('Plek voor 2'))
  expect(document.activeElement).toBe(await chip('Plek voor 2'))
  await waitFor(() => expect(location.search).toBe('?day=weekend'))
})

test('after a day has been picked the focus is on its filter', async () => {
  open([near])
  await userEvent.click(await screen.findByRole('button', { name: 'Kies een dag' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Volgende maand' }))
  const [day] = await dialog.findAllByRole('button', { name: /\b15\b/ })
  await userEvent.click(day ?? document.body)
  await waitFor(() => expect(location.search).toMatch(/^\?day=20\d\d-\d\d-15$/))
  const chip = await screen.findByRole('button', { name: / 15 /, pressed: true })
  await waitFor(() => expect(document.activeElement).toBe(chip))
})
