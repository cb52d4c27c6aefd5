import type { Weather } from '@papadag/contract/weather/weather'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { chooseTheme } from '../../platform/screen/theme.ts'
import { setFirstSteps } from '../../platform/session/onboarding-progress.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { readAgain } from '../../testing/read-again.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './home.tsx'

const weatherInAmsterdam = 'GET /api/weather?latitude=52.37&longitude=4.90'
const clear: Weather = { temperature: 21, condition: 'Clear', icon: '01d', city: 'Amsterdam', country: 'NL' }

function open(handlers: Handlers = {}) {
  return show(<Page />, '/', {
    'GET /api/playdates/upcoming': () => ok([]),
    [weatherInAmsterdam]: () => ok(clear),
    ...handlers,
  })
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.setSystemTime(new Date('2026-11-27T11:59:30'))
  await showLanguage('nl')
})
afterEach(() => {
  vi.useRealTimers()
  chooseTheme('system')
})

const greeting = () => screen.getByRole('heading', { level: 1 }).textContent
const weather = () => screen.getByRole('status', { busy: false })
const scene = () => document.querySelector('picture img')?.getAttribute('src') ?? ''
const section = (name: string) => screen.getByRole('region', { name })

test('home greets Daan by the time of day, and refreshes the greeting every 60 s', async () => {
  open()
  expect(greeting()).toBe('Goedemorgen, \nDaan')
  expect(screen.getByText('vrijdag 27 november')).toBeTruthy()
  await act(async () => vi.advanceTimersByTime(59_999))
  expect(greeting()).toBe('Goedemorgen, \nDaan')
  await act(async () => vi.advanceTimersByTime(1))
  expect(greeting()).toBe('Goedemiddag, \nDaan')
})

test('without a position home shows the weather in Amsterdam, with rounded coordinates', async () => {
  const { asked } = open()
  await waitFor(() => expect(weather().textContent).toContain('21°C'))
  expect(asked).toContain(weatherInAmsterdam)
  expect(screen.getByRole('button', { name: 'Gebruik mijn locatie' })).toBeTruthy()
})

test('without the weather service the badge says that its 18 degrees are not real, and a tap tries again', async () => {
  const { handlers } = open({ [weatherInAmsterdam]: () => refused(503, 'weather.unavailable', 'Nu even niet.') })
  await screen.findByText('Het weer is even niet op te halen')
  expect(weather().textContent).toContain('18°C')
  handlers[weatherInAmsterdam] = () => ok(clear)
  await userEvent.click(within(weather()).getByRole('button', { name: /Weer opnieuw ophalen/ }))
  await waitFor(() => expect(weather().textContent).toContain('21°C'))
})

test.each([
  ['Clear', '12:00', 'zon'],
  ['Clouds', '12:00', 'zon'],
  ['Rain', '12:00', 'regen'],
  ['Snow', '12:00', 'regen'],
  ['Clear', '17:59', 'zon'],
  ['Rain', '18:00', 'avond'],
])('with the weather %s at %s, home draws the scene %s', async (condition, time, name) => {
  vi.setSystemTime(new Date(`2026-11-27T${time}`))
  open({ [weatherInAmsterdam]: () => ok({ ...clear, condition }) })
  await waitFor(() => expect(scene()).toContain(`scene-hero-${name}-`))
})

test('in the dark theme home draws an evening scene', () => {
  chooseTheme('dark')
  open()
  expect(scene()).toContain('scene-hero-avond-')
})

const nothing = { due: [], dueCount: 0, next: null, day: null, town: null, hint: null }

test('a father’s next playdate shows when it is, its chat and the way there', async () => {
  const at = { startTime: '2026-11-28T10:00:00+01:00', endTime: '2026-11-28T11:30:00+01:00' }
  const next = { ...aPlaydate({ ...at, latitude: 52.4, longitude: 4.9 }), thread: { id: 9, unreadCount: 2 } }
  open({ 'GET /api/today': () => ok({ ...nothing, next }) })
  const card = within(await screen.findByRole('region', { name: 'Jouw volgende' }))
  expect(card.getByText(/^Morgen, /)).toBeTruthy()
  expect(card.getByRole('link', { name: 'Modderen' }).getAttribute('href')).toBe('/playdates?open=7')
  expect(card.getByRole('button', { name: /^Chat\s*2$/ })).toBeTruthy()
  expect(card.getByRole('link', { name: /^Route naar Westerpark/ })).toBeTruthy()
})

test.each<[object, string]>([
  [{ warnings: [] }, '29°'],
  [{ warnings: [{ kind: 'heat', degrees: 31 }] }, '29°, warm'],
  [{ warnings: [{ kind: 'uv', index: 7 }] }, '29°, felle zon'],
  [
    {
      warnings: [
        { kind: 'pollen', plants: ['grass'] },
        { kind: 'uv', index: 7 },
      ],
    },
    '29°, veel pollen',
  ],
  // As nodes of 1.0.0 answer.
  [{}, '29°'],
])('beside the degrees of his next playdate home has a word for the first of %j', async (told, shown) => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="server-facts" data-forecast="on">')
  const at = { startTime: '2026-11-28T10:00:00+01:00', endTime: '2026-11-28T11:30:00+01:00' }
  const next = { ...aPlaydate({ ...at, latitude: 52.4, longitude: 4.9 }), thread: null }
  const hours = [{ at: at.startTime, temperature: 29.4, rainChance: 0, gusts: 5, icon: '01d' }]
  const forecast = { hours, advice: 'dry', dryPlaces: [], attribution: 'OpenWeather', ...told }
  open({ 'GET /api/today': () => ok({ ...nothing, next }), 'GET /api/playdates/7/weather': () => ok(forecast) })
  const card = within(await screen.findByRole('region', { name: 'Jouw volgende' }))
  expect((await card.findByText(/^29°/)).textContent).toBe(shown)
  document.querySelector('meta[data-forecast]')?.remove()
})

test('his next playdate says that it goes on once it has begun', async () => {
  const at = { startTime: '2026-11-27T11:00:00+01:00', endTime: '2026-11-27T13:00:00+01:00' }
  open({ 'GET /api/today': () => ok({ ...nothing, next: { ...aPlaydate(at), thread: null } }) })
  const card = within(await screen.findByRole('region', { name: 'Jouw volgende' }))
  expect(card.getByText(/^Nu bezig, /)).toBeTruthy()
})

test.each([
  [3, 2, ['K3 papa’s zijn vrijKwame', '2 afspraken met plekVanaf 600 m van huis', 'Plan iets']],
  [4, 1, ['K4 papa’s zijn vrijKwame', '1 afspraak met plek600 m van huis', 'Plan iets']],
  [null, 0, ['Nodig papa’s uitJullie zijn nog met weinig. Neem een papa mee.', 'Plan iets']],
])('home says of his day who is free (%s) and what has room (%s), and leads on', async (fathers, playdates, rows) => {
  const faces = fathers ? [{ id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null }] : []
  const day = { date: '2026-12-02', halves: ['wed-am'], fathers, faces, playdates, nearestM: playdates ? 600 : null }
  open({ 'GET /api/today': () => ok({ ...nothing, day }) })
  const shown = within(await screen.findByRole('region', { name: 'Jouw woensdag' })).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent?.replace(/\u00a0/g, ' '))).toEqual(rows)
})

const startTime = '2026-11-28T10:00:00+01:00'
const by = { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null }
const asked = {
  ...{ kind: 'asked', id: 'asked-7', expiresAt: startTime, by, children: 1 },
  playdate: { id: 7, title: 'Modderen', startTime, series: null },
}
const town = {
  ...{ name: 'Zutphen', url: '/kijk/zutphen', sinceDays: 0, opens: 0, opensThisWeek: 0, came: 0, nearest: null },
}

test.each([
  ['nothing waits for him', true, {}],
  ['he is the first in his town', true, { town }],
  ['somebody asked him along', false, { due: [asked], dueCount: 1 }],
])('whether home asks a new father the first questions when %s: %s', async (_, isAsked, differences) => {
  setFirstSteps({ userId: daan.id, at: 'children' })
  open({ 'GET /api/today': () => ok({ ...nothing, ...differences }) })
  const question = 'Wanneer zijn je kinderen geboren?'
  await screen.findByRole('heading', { name: isAsked ? question : 'Kwame vraagt je mee' })
  expect(screen.queryByRole('heading', { name: question }) !== null).toBe(isAsked)
  // One main action: his town, too, waits for the last question.
  expect(screen.queryByRole('button', { name: 'Stuur het rond' })).toBeNull()
  setFirstSteps(undefined)
})

test('what becomes due while a new father answers the first questions leaves them in place', async () => {
  setFirstSteps({ userId: daan.id, at: 'children' })
  const { handlers } = open({ 'GET /api/today': () => ok(nothing) })
  const question = await screen.findByRole('heading', { name: 'Wanneer zijn je kinderen geboren?' })
  handlers['GET /api/today'] = () => ok({ ...nothing, due: [asked], dueCount: 1 })
  await readAgain()
  expect(question.isConnected).toBe(true)
  expect(screen.queryByRole('heading', { name: 'Kwame vraagt je mee' })).toBeNull()
  setFirstSteps(undefined)
})

test('three quick actions on home lead to their screens', () => {
  open()
  const links = within(section('Snel naar')).getAllByRole('link')
  expect(links.map(link => [link.textContent.trim(), link.getAttribute('href')])).toEqual([
    ['Nieuwe speelafspraak', '/create'],
    ['Restaurants', '/places?type=restaurant'],
    ['Speeltuinen', '/places?type=playground'],
  ])
})

test('home explains the weekend in the park, and leads to a half-filled playdate', async () => {
  open()
  await userEvent.click(within(section('Papaweekend in het park')).getByRole('button', { name: 'Meer info' }))
  const dialog = await screen.findByRole('dialog', { name: 'Papaweekend in het park' })
  expect(dialog.textContent).toContain('een idee, geen evenement')
  const href = within(dialog).getByRole('link', { name: 'Plan er een' }).getAttribute('href') ?? ''
  const { pathname, searchParams } = new URL(href, location.href)
  expect([pathname, searchParams.get('title')]).toEqual(['/create', 'Papaweekend in het park'])
})

test('home shows the first four playdates, with a link to all', async () => {
  const playdates = [1, 2, 3, 4, 5].map(id => aPlaydate({ id, title: `Afspraak ${id}` }))
  open({ 'GET /api/playdates/upcoming': () => ok(playdates) })
  const upcoming = section('Binnenkort samen')
  const cards = await within(upcoming).findAllByRole('article')
  expect(cards.map(card => within(card).getByRole('heading').textContent)).toEqual([
    'Afspraak 1',
    'Afspraak 2',
    'Afspraak 3',
    'Afspraak 4',
  ])
  expect(within(upcoming).getByRole('link', { name: 'Alles bekijken' }).getAttribute('href')).toBe('/playdates')
})

test('home shows two skeletons while playdates load', () => {
  open({ 'GET /api/playdates/upcoming': () => new Promise(() => {}) })
  const loading = within(section('Binnenkort samen')).getByRole('status')
  expect(loading.querySelectorAll(':scope > [aria-hidden]')).toHaveLength(2)
})

test('home without playdates offers a button to create one', async () => {
  open()
  const upcoming = within(section('Binnenkort samen'))
  expect((await upcoming.findByRole('link', { name: 'Nieuwe speelafspraak' })).getAttribute('href')).toBe('/create')
})

test('when playdates fail to load, home says so', async () => {
  open({ 'GET /api/playdates/upcoming': () => refused(503, 'server.unavailable', 'Even.') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Je speelafspraken konden niet worden geladen')
})

test.each([
  ['one with a playdate does not see', aPlaydate({ myStatus: 'joined' }), false],
  ['one without a playdate sees', null, true],
])('of the fathers who have answered the first questions, %s suggestions on home', async (_, playdate, isSeen) => {
  setFirstSteps({ userId: daan.id, wish: 'any' })
  const next = playdate && { ...playdate, thread: null }
  const { asked } = open({ 'GET /api/today': () => ok({ ...nothing, next }) })
  await waitFor(() => expect(asked).toContain('GET /api/today'))
  if (isSeen) expect(await screen.findByRole('region', { name: 'Voor jou' })).toBeTruthy()
  else await waitFor(() => expect(screen.queryByRole('region', { name: 'Voor jou' })).toBeNull())
  await waitFor(() => expect(localStorage.getItem('first_steps') !== null).toBe(isSeen))
  setFirstSteps(undefined)
})
