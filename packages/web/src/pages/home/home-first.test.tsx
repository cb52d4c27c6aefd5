import type { User } from '@papadag/contract/users/users'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { windowOf } from '../../features/playdates/list/filters.ts'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { daan, ok } from '../../testing/stand-in-server.ts'
import { HomeFirst } from './home-first.tsx'

beforeEach(() => showLanguage('nl'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const utrecht = { latitude: 52.091, longitude: 5.122 }
const child = (age: number) => ({ name: 'Mees', age, birthMonth: '2022-05' })

/** The first home of a father who has answered this. */
async function open(wish: 'weekend' | 'weekdays' | 'any', answers: Partial<User>, here?: typeof utrecht) {
  const user = { ...daan, ...answers }
  const at = here ?? user.home
  const steps = { userId: daan.id, wish }
  const where = { here, isUnknown: !at, locate: async () => undefined }
  show(<HomeFirst steps={steps} {...where} />, '/', {
    'GET /api/user': () => ok(user),
    'GET /api/users/suggested': () => ok([aFather({ distance: '<2' })]),
    'GET /api/playdates/upcoming?latitude=52.091&longitude=5.122&withinKm=10&limit=40': () => ok([aPlaydate()]),
    'GET /api/playdates/upcoming?limit=40': () => ok([aPlaydate()]),
  })
  reads.setQueryData(['/api/user'], user)
  const answered = within(await screen.findByRole('list', { name: 'Hier hebben we op gezocht' }))
  return answered.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('the first home names each answer that it uses, and none that was skipped', async () => {
  const home = { ...utrecht, isCity: true }
  const all = { city: 'Utrecht', home, childrenInfo: [child(6), child(4), child(4)] }
  expect(await open('weekdays', all)).toEqual(['Rond Utrecht', 'Kinderen van 4 en 6 jaar', 'Doordeweeks'])
})

test.each<[string, Partial<User>, typeof utrecht | undefined, string[]]>([
  ['a chosen home', { city: 'Utrecht', home: { ...utrecht, isCity: false } }, undefined, ['Bij jou thuis in de buurt']],
  ['only where he is', { city: null }, utrecht, ['Waar je nu bent']],
  ['nothing', { city: null }, undefined, []],
])('the first home says where it looks when it knows %s', async (_, answers, here, expected) => {
  expect(await open('any', answers, here)).toEqual([...expected, 'Elke dag'])
})

/** A playdate of two hours that starts then. */
const at = (title: string, start: Date, changes = {}) =>
  aPlaydate({
    id: start.getTime() / 60_000,
    title,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + 7_200_000).toISOString(),
    ...changes,
  })
// Half past midnight on a Saturday is still Friday in UTC, and on a Monday still Sunday.
const days = () => [
  at('Vrijdag', new Date(2030, 5, 7, 23)),
  at('Vrijdagnacht', new Date(2030, 5, 8, 0, 30)),
  at('Zondag', new Date(2030, 5, 9, 10)),
  at('Zondagnacht', new Date(2030, 5, 10, 0, 30)),
  at('Afgezegd', new Date(2030, 5, 11, 10), { state: 'cancelled' }),
  at('Woensdag', new Date(2030, 5, 12, 10)),
  at('Donderdag', new Date(2030, 5, 13, 10)),
]

/** The first home in Amsterdam of a father with this wish, and what it asks for. */
async function wishing(wish: 'weekend' | 'weekdays' | 'any', near: typeof utrecht | undefined) {
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2030, 5, 5, 10) })
  const user = { ...daan, city: near ? 'Utrecht' : null }
  const { asked } = show(
    <HomeFirst steps={{ userId: daan.id, wish }} here={near} isUnknown={!near} locate={async () => undefined} />,
    '/',
    {
      'GET /api/users/suggested': () => ok([aFather({ distance: '<2' })]),
      'GET /api/playdates/upcoming': () => ok(days()),
    },
    user,
  )
  await screen.findByRole('heading', { name: 'Kwame Mensah' })
  await waitFor(() => expect(screen.queryByText('Laden...')).toBeNull())
  const titles = screen.queryAllByRole('article').flatMap(card => within(card).queryAllByRole('heading', { level: 3 }))
  const call = asked.find(one => one.startsWith('GET /api/playdates/upcoming'))
  return {
    titles: titles.map(({ textContent }) => textContent).filter(title => title !== 'Kwame Mensah'),
    query: Object.fromEntries(new URLSearchParams(call?.split('?')[1])),
  }
}

const near = { latitude: '52.091', longitude: '5.122', withinKm: '10' }

test.each([
  ['weekdays', ['Vrijdag', 'Zondagnacht', 'Woensdag']],
  ['any', ['Vrijdag', 'Vrijdagnacht', 'Zondag']],
] as const)(
  'a father with time on %s first sees the first three playdates that fit and are not cancelled',
  async (wish, titles) => {
    const shown = await wishing(wish, utrecht)
    expect(shown.titles).toEqual(titles)
    expect(shown.query).toEqual({ ...near, limit: '40' })
  },
)

test('a father with time at the weekend sees what the server has for that weekend', async () => {
  const { titles, query } = await wishing('weekend', utrecht)
  expect(titles).toEqual(['Vrijdag', 'Vrijdagnacht', 'Zondag'])
  expect(query).toEqual({ ...near, ...windowOf('weekend', new Date()), limit: '40' })
})

test('without a known position the first home asks for playdates anywhere', async () => {
  const { titles, query } = await wishing('any', undefined)
  expect(titles).toHaveLength(3)
  expect(query).toEqual({ limit: '40' })
})

test.each<[string, Partial<User>, typeof utrecht | undefined, string]>([
  ['where he is now, not at home', { city: 'Zwolle', home: { ...utrecht, isCity: true } }, utrecht, 'Waar je nu bent'],
  ['around his town', { city: 'Utrecht', home: { ...utrecht, isCity: true } }, undefined, 'Rond Utrecht'],
])('the first home that looks %s says so', async (_, answers, here, expected) => {
  expect(await open('any', answers, here)).toContain(expected)
})

test('below his town a father sees nobody who is known to live farther away', async () => {
  const user = { ...daan, home: { ...utrecht, isCity: true } }
  const fathers = (['10+', '<2', undefined] as const).map((distance, at) =>
    aFather({ id: 10 + at, firstName: ['Ver', 'Dichtbij', 'Ergens'][at] ?? '', ...(distance && { distance }) }),
  )
  show(
    <HomeFirst
      steps={{ userId: daan.id, wish: 'any' }}
      here={undefined}
      isUnknown={false}
      locate={async () => undefined}
    />,
    '/',
    { 'GET /api/users/suggested': () => ok(fathers), 'GET /api/playdates/upcoming': () => ok([]) },
    user,
  )
  expect(await screen.findByRole('article', { name: 'Dichtbij Mensah' })).toBeTruthy()
  expect(screen.getByRole('article', { name: 'Ergens Mensah' })).toBeTruthy()
  expect(screen.queryByRole('article', { name: 'Ver Mensah' })).toBeNull()
})
