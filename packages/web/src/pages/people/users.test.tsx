import type { Match } from '@papadag/contract/matches'
import type { PublicUser } from '@papadag/contract/users/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { readAgain } from '../../testing/read-again.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page as Discover } from './discover.tsx'
import { Page } from './users.tsx'

beforeEach(() => showLanguage('nl'))
afterEach(() => vi.restoreAllMocks())

const all = 'GET /api/users?limit=25'

function open(fathers: readonly PublicUser[], handlers: Handlers = {}, at = '/users') {
  return show(<Page />, at, { [all]: () => ok(fathers), ...handlers })
}

const best = 'GET /api/users/matches?limit=6'
const ordered = 'GET /api/users/matches?limit=25'
const none: Match['match'] = { days: [], similarAges: false, distance: null }
const aMatch = (match: Partial<Match['match']>, father: Partial<PublicUser> = {}): Match => ({
  ...aFather(father),
  match: { ...none, ...match },
})

const nameIn = (article: HTMLElement) => within(article).getByRole('link').textContent
const card = (name: string) => screen.findByRole('article', { name })

test('skeletons are shown while fathers load, and loading is announced once', () => {
  open([], { [all]: () => new Promise<never>(() => {}) })
  expect(screen.getByRole('status').textContent).toBe('Laden...')
})

test('a father’s card shows who he is and how old his children are, but never their names', async () => {
  open([aFather({ childrenInfo: [{ age: 5, name: 'Ama' }, { age: 1 }] })])
  const kwame = await card('Kwame Mensah')
  for (const part of ['Kwame Mensah', 'Diemen', 'Bouwt hutten.', 'Actieve papa', '5 jaar', '1 jaar']) {
    expect(kwame.textContent).toContain(part)
  }
  expect(kwame.textContent).not.toContain('Ama')
  expect(within(kwame).getByRole('link', { name: 'Kwame Mensah' }).getAttribute('href')).toBe('/users/2')
})

test('a father’s card shows roughly how far away he lives, if he allows it', async () => {
  open([
    aFather({ distance: '<2' }),
    aFather({ id: 3, firstName: 'Thijs', city: null, distance: '10+' }),
    aFather({ id: 4, firstName: 'Ruben' }),
  ])
  expect((await card('Kwame Mensah')).textContent).toContain('binnen 2 km')
  expect((await card('Thijs Mensah')).textContent).toContain('op meer dan 10 km')
  expect((await card('Ruben Mensah')).textContent).not.toContain('km')
})

test('a search is sent to the server and kept in the address, and clearing it shows everybody', async () => {
  const { asked } = open([aFather()], { 'GET /api/users?q=haarlem&limit=25': () => ok([]) })
  await card('Kwame Mensah')
  await userEvent.type(screen.getByRole('searchbox'), 'haarlem')
  await screen.findByRole('heading', { name: 'Geen papa’s gevonden' })
  expect(location.pathname + location.search).toBe('/users?q=haarlem')
  expect(asked.filter(call => call.startsWith('GET /api/users?q='))).toEqual(['GET /api/users?q=haarlem&limit=25'])
  const [, clear] = screen.getAllByRole('button', { name: 'Zoekopdracht wissen' })
  await userEvent.click(clear as HTMLElement) // the one below the field, which stands there with an empty list
  await card('Kwame Mensah')
  expect(location.search).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('a search in the address runs at once', async () => {
  open([], { 'GET /api/users?q=utrecht&limit=25': () => ok([aFather({ firstName: 'Thijs' })]) }, '/users?q=utrecht')
  await card('Thijs Mensah')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('utrecht')
  expect(screen.getByText('1 papa gevonden')).toBeTruthy()
})

test('a button loads more fathers and focuses the first new one', async () => {
  const fathers = Array.from({ length: 30 }, (_, index) => aFather({ id: index + 2, lastName: `van ${index + 1}` }))
  open(fathers.slice(0, 25), { 'GET /api/users?limit=49': () => ok(fathers) })
  await card('Kwame van 1')
  expect(screen.getAllByRole('article')).toHaveLength(24)
  await userEvent.click(screen.getByRole('button', { name: 'Meer papa’s tonen' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30))
  expect(document.activeElement?.textContent).toBe('Kwame van 25')
  expect(screen.queryByRole('button', { name: 'Meer papa’s tonen' })).toBeNull()
})

test('when fathers fail to load, the page can be reloaded', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  open([], { [all]: () => refused(503, 'server.unavailable', 'Even.') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('De papa’s konden niet worden geladen')
  await userEvent.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('listed fathers stay when a refresh fails', async () => {
  const { handlers, asked } = open([aFather()])
  await card('Kwame Mensah')
  handlers[all] = () => refused(503, 'server.unavailable', 'Even.')
  await readAgain()
  expect(asked.filter(call => call === all)).toHaveLength(2)
  expect(screen.getByRole('article', { name: 'Kwame Mensah' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('discover shows who suits a father best and why, then the spotlight, then everybody else, and nobody twice', async () => {
  show(<Discover />, '/discover', {
    'GET /api/users/me/settings': () => ok({ papaDays: [] }),
    [ordered]: () =>
      ok([
        aMatch({}),
        aMatch({ days: ['wed-am'] }, { id: 3, firstName: 'Youssef' }),
        aMatch({}, { id: 4, firstName: 'Thijs' }),
      ]),
    'GET /api/users/featured': () => ok(aFather()),
    [best]: () =>
      ok([
        aMatch({ similarAges: true }),
        aMatch({ days: ['wed-am', 'wed-pm', 'fri-pm'] }, { id: 3, firstName: 'Youssef' }),
        aMatch({ similarAges: true }, { id: 5, firstName: 'Bas' }),
        aMatch({ similarAges: true }, { id: 6, firstName: 'Ruben', childrenInfo: [{ age: 4 }] }),
        aMatch({}, { id: 4, firstName: 'Thijs' }),
      ]),
    'POST /api/chats': body => {
      expect(body).toEqual({ participants: [2] })
      return { status: 201, body: { id: 9 } }
    },
  })
  const suggestions = within(await screen.findByRole('region', { name: 'Papa’s voor jou' }))
  const facts = (name: string) => suggestions.getByRole('article', { name }).textContent
  expect(facts('Youssef Mensah')).toContain('Ook vrij op woensdag en vrijdagmiddag')
  expect(facts('Bas Mensah')).toContain('Kinderen van ongeveer dezelfde leeftijd')
  // His children’s ages say so themselves.
  expect(facts('Ruben Mensah')).not.toContain('ongeveer')
  // Nothing in common.
  expect(suggestions.queryByRole('article', { name: 'Thijs Mensah' })).toBeNull()
  expect((await card('Thijs Mensah')).textContent).not.toContain('vrij')
  expect(screen.queryByRole('link', { name: 'Vertel welke dagen van jou zijn' })).toBeNull()
  const spotlight = screen.getByRole('region', { name: 'Papa in de spotlight' })
  expect(screen.getAllByRole('article').map(article => article.getAttribute('aria-label') ?? nameIn(article))).toEqual([
    'Youssef Mensah',
    'Bas Mensah',
    'Ruben Mensah',
    'Thijs Mensah',
  ])
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Papa’s voor jou',
    'Papa in de spotlight',
    'Alle papa’s',
  ])
  expect(screen.getByRole('link', { name: 'Alles bekijken' }).getAttribute('href')).toBe('/users')
  await userEvent.click(within(spotlight).getByRole('button', { name: 'Neem contact op met Kwame Mensah' }))
  await waitFor(() => expect(location.pathname).toBe('/chat/9'))
})

test.each([
  [[], true],
  [['wed-am'], false],
])('whether a father with days %j that nobody shares is asked for his days: %s', async (papaDays, isAsked) => {
  show(<Discover />, '/discover', {
    [ordered]: () => ok([]),
    'GET /api/users/featured': () => ok(aFather()),
    [best]: () => ok([aMatch({ similarAges: true }, { id: 3, firstName: 'Youssef' })]),
    'GET /api/users/me/settings': () => ok({ papaDays }),
  })
  await screen.findByRole('region', { name: 'Papa’s voor jou' })
  expect(screen.queryByRole('link', { name: 'Vertel welke dagen van jou zijn' }) !== null).toBe(isAsked)
})

test('when everybody is already shown above, the list of everybody says so', async () => {
  show(<Discover />, '/discover', {
    [ordered]: () => ok([aMatch({})]),
    'GET /api/users/featured': () => ok(aFather()),
    [best]: () => ok([]),
    'GET /api/users/me/settings': () => ok({ papaDays: [] }),
  })
  expect(await screen.findByText('Dat is iedereen, voor nu.')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})

test('a search on discover looks through everybody', async () => {
  const { asked } = show(<Discover />, '/discover?q=utrecht', {
    'GET /api/users?q=utrecht&limit=25': () => ok([aFather({ firstName: 'Thijs' })]),
    'GET /api/users/featured': () => ok(aFather()),
    [best]: () => ok([]),
    'GET /api/users/me/settings': () => ok({ papaDays: [] }),
  })
  expect(await card('Thijs Mensah')).toBeTruthy()
  expect(asked).not.toContain(ordered)
})

test.each([
  ['nobody', () => refused(404, 'user.nobody', 'Niemand.')],
  ['a failure', () => refused(503, 'server.unavailable', 'Even.')],
])(
  'the spotlight says so if there is %s to feature, and suggestions have a heading only if there are any',
  async (_, answer) => {
    await showLanguage('en')
    show(<Discover />, '/discover', {
      [ordered]: () => ok([]),
      'GET /api/users/featured': answer,
      [best]: () => ok([]),
      'GET /api/users/me/settings': () => ok({ papaDays: [] }),
    })
    await screen.findByText('No featured dad is currently available.')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Dads for you' })).toBeNull())
  },
)

test('offline the spotlight does not claim that there is nobody to feature', async () => {
  await showLanguage('en')
  show(<Discover />, '/discover', {
    [ordered]: () => ok([]),
    'GET /api/users/featured': () => Promise.reject(new TypeError('Failed to fetch')),
    [best]: () => ok([]),
    'GET /api/users/me/settings': () => ok({ papaDays: [] }),
  })
  await screen.findByText('There is no connection. Please try again when it is back.')
  expect(screen.queryByText('No featured dad is currently available.')).toBeNull()
})

test('on discover a father narrows both lists by distance, his days and age, and the address keeps his choice', async () => {
  const youssef = aMatch({ days: ['wed-am'], distance: '<5', similarAges: true }, { id: 3, firstName: 'Youssef' })
  const { asked } = show(
    <Discover />,
    '/discover?km=5&fits=children',
    {
      'GET /api/users/me/settings': () => ok({ papaDays: ['wed-am', 'wed-pm'] }),
      'GET /api/users/featured': () => ok(aFather()),
      'GET /api/users/matches?withinKm=5&fits=children&limit=6': () => ok([youssef]),
      'GET /api/users/matches?withinKm=5&fits=children&limit=25': () => ok([youssef]),
      'GET /api/users/matches?withinKm=5&day=wed&fits=children&limit=6': () => ok([]),
      'GET /api/users/matches?withinKm=5&day=wed&fits=children&limit=25': () => ok([]),
      'GET /api/users/matches?withinKm=25&day=wed&fits=children&limit=6': () => ok([youssef]),
      'GET /api/users/matches?withinKm=25&day=wed&fits=children&limit=25': () => ok([youssef]),
    },
    { ...daan, childrenInfo: [{ name: 'Noor', age: 4, birthMonth: '2022-05' }] },
  )
  await card('Youssef Mensah')
  expect(screen.getByRole('button', { name: 'Leeftijd van mijn kinderen', pressed: true })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'woensdag' }))
  await screen.findByRole('heading', { name: 'Nog geen papa’s binnen 5 km' })
  expect(location.search).toBe('?km=5&day=wed&fits=children')
  expect(screen.getByRole('button', { name: 'Nodig iemand uit' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Zoek tot 25 km' }))
  await card('Youssef Mensah')
  expect(location.search).toBe('?km=25&day=wed&fits=children')
  expect(asked.filter(call => call.includes('/matches?')).every(call => call.includes('fits=children'))).toBe(true)
})
