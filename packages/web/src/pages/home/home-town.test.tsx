import type { Today } from '@papadag/contract/today'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok } from '../../testing/stand-in-server.ts'
import { Page } from './home.tsx'

beforeEach(() => showLanguage('nl'))
afterEach(() => vi.unstubAllGlobals())

const day1 = { name: 'Zutphen', url: '/kijk/zutphen', opens: 0, opensThisWeek: 0, came: 0, sinceDays: 0, nearest: null }
const day15 = { ...day1, opens: 41, opensThisWeek: 14, came: 1, sinceDays: 15 }
const settings = { tellFirstNearby: false, notifications: { push: {}, mail: {} } }
const nothing = { due: [], dueCount: 0, next: null, day: null, hint: null }

async function open(today: Partial<Today>, handlers: Handlers = {}) {
  const shown = show(<Page />, '/', {
    'GET /api/playdates/upcoming': () => ok([]),
    'GET /api/today': () => ok({ ...nothing, ...today }),
    'GET /api/users/me/settings': () => ok(settings),
    ...handlers,
  })
  const town = await screen.findByRole('region', { name: /Zutphen/ })
  return { ...shown, town: within(town) }
}
const page = () => new URL('/kijk/zutphen', location.origin).href

test('on his first day a father can send the page of his town round, and no tile competes with that', async () => {
  const sent = vi.fn(async (_: ShareData) => {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share: sent }))
  const { town } = await open({ town: day1 })
  expect(town.getByRole('heading', { name: 'Je bent de eerste in Zutphen' })).toBeTruthy()
  expect(town.getByText('Nog niet geopend.')).toBeTruthy()
  await userEvent.click(town.getByRole('button', { name: 'Stuur het rond' }))
  expect(sent.mock.calls[0]?.[0].text).toContain(page())
  const words = new URL(town.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '').searchParams
  expect(words.get('text')).toContain(page())
  expect(screen.queryByRole('heading', { name: 'Welke dag is van jou?' })).toBeNull()
})

test('a father who copies the text is told so', async () => {
  const user = userEvent.setup()
  const { town } = await open({ town: day1 })
  await user.click(town.getByRole('button', { name: 'Kopiëren' }))
  expect(await town.findByRole('button', { name: 'Gekopieerd' })).toBeTruthy()
  expect(await navigator.clipboard.readText()).toContain(page())
  expect(town.getByRole('status').textContent).toBe('De tekst is gekopieerd')
})

test('a father who wants to hear of the first dad near him says so with one switch', async () => {
  const edited: unknown[] = []
  await open(
    { town: day1 },
    {
      'PATCH /api/users/me/settings': body => {
        edited.push(body)
        return ok({ ...settings, tellFirstNearby: true })
      },
    },
  )
  const tell = await screen.findByRole('switch', { name: 'Zeg het me bij de eerste papa' })
  await waitFor(() => expect(tell.getAttribute('aria-checked')).toBe('false'))
  await userEvent.click(tell)
  await waitFor(() => expect(edited).toEqual([{ tellFirstNearby: true }]))
  expect(tell.getAttribute('aria-checked')).toBe('true')
})

test('after two weeks he sees who came, and how often the page was opened', async () => {
  const { town } = await open(
    { town: day15 },
    { 'GET /api/users/matches': () => ok([aFather({ id: 8, firstName: 'Ruud', city: 'Zutphen' })]) },
  )
  expect(town.getByRole('heading', { name: '2 weken Zutphen' })).toBeTruthy()
  expect(town.getByText('41 keer geopend.').parentElement?.textContent).toBe('41 keer geopend. Deze week 14 keer.')
  const ruud = await screen.findByRole('link', { name: /Ruud woont binnen 10 km/ })
  expect(ruud.getAttribute('href')).toBe('/users/8')
  expect(screen.queryByRole('switch')).toBeNull()
})

test.each([
  ['on his first day', day1],
  ['after two weeks with another father', day15],
  ['after five weeks alone', { ...day15, came: 0, sinceDays: 35 }],
])('%s he prints one poster, from the card of his town', async (_, of) => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { town } = await open({ town: of }, { 'GET /api/users/matches': () => ok([]) })
  await userEvent.click(town.getByRole('button', { name: 'Poster' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(screen.queryByText(/bieb/)).toBeNull()
})

test('his day is left out while nobody shares it and nothing is planned on it', async () => {
  const day = {
    date: '2030-12-04',
    halves: ['wed-am' as const],
    fathers: null,
    faces: [],
    playdates: 0,
    nearestM: null,
  }
  const { town } = await open({ town: day1, day })
  expect(town.getByRole('heading', { name: /Zutphen/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Jouw woensdag' })).toBeNull()
  expect(screen.queryByText('0')).toBeNull()
})

test('a playdate far away is a sentence, and a drop-in of his own is one tap away', async () => {
  await open({ town: { ...day1, nearest: { town: 'Deventer', km: 14 } } })
  expect(screen.getByText('De dichtstbijzijnde afspraak is in Deventer, 14 km.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Start een inloop/ }).getAttribute('href')).toBe(
    '/create?how=weekly&kind=open&title=Inloop+in+Zutphen',
  )
})

test.each([
  ['public', true],
  ['participants', false],
] as const)('the text names where his own playdate is only if everybody may know (%s: %s)', async (to, isNamed) => {
  const own = aPlaydate({ myStatus: 'creator', locationVisibility: to, location: 'De Berkel' })
  const { town } = await open({ town: day1, next: { ...own, thread: null } })
  expect(town.queryByText(/De Berkel/) !== null).toBe(isNamed)
  expect(screen.getByRole('region', { name: 'Jouw volgende' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Start een inloop/ })).toBeNull()
})
