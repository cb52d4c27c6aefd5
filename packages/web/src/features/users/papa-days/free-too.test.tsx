import type { Match } from '@papadag/contract/matches'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aFather } from '../../../testing/a-father.ts'
import { show } from '../../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { FreeToo } from './free-too.tsx'

const own = 'GET /api/users/me/settings'
const onWednesday = 'GET /api/users/matches?day=wed&limit=6'
const counted = 'GET /api/users/matches/count?day=wed'

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T12:00:00') })
  await showLanguage('nl')
})
afterEach(() => vi.useRealTimers())

const free = (...names: string[]): Match[] =>
  names.map((firstName, at) => ({
    ...aFather({ id: at + 3, firstName }),
    match: { days: ['wed-am'], similarAges: false, distance: null },
  }))

function open(handlers: Handlers) {
  return show(<FreeToo />, '/', { [own]: () => ok({ papaDays: ['wed-am', 'wed-pm'] }), ...handlers })
}
const card = (name: string) => screen.findByRole('region', { name })

test('the fathers who are free on his next own day are shown, and one tap plans something with them', async () => {
  open({
    [onWednesday]: () => ok(free('Kwame', 'Youssef', 'Bas')),
    [counted]: () => ok({ fathers: 12 }),
  })
  const region = within(await card('Wie is er woensdag ook vrij?'))
  expect(await region.findByText('12 papa’s bij jou in de buurt zijn woensdag vrij')).toBeTruthy()
  expect(region.getByRole('link', { name: 'Kwame Mensah' }).getAttribute('href')).toBe('/users/3')
  expect(region.queryByRole('button', { name: 'Nodig papa’s uit' })).toBeNull()
  await userEvent.click(region.getByRole('link', { name: 'Plan iets op woensdag' }))
  expect(location.pathname + location.search).toBe('/create?date=2026-12-02&ask=3%2C4%2C5')
})

test('no more fathers are shown than are counted as near', async () => {
  open({
    [onWednesday]: () => ok(free('Kwame', 'Youssef', 'Bas', 'Joost', 'Daan')),
    [counted]: () => ok({ fathers: 3 }),
  })
  const region = within(await card('Wie is er woensdag ook vrij?'))
  expect(await region.findByText('3 papa’s bij jou in de buurt zijn woensdag vrij')).toBeTruthy()
  const names = region.getAllByRole('listitem').map(item => within(item).getByRole('link').getAttribute('href'))
  expect(names).toEqual(['/users/3', '/users/4', '/users/5'])
  const plan = region.getByRole('link', { name: 'Plan iets op woensdag' })
  expect(plan.getAttribute('href')).toBe('/create?date=2026-12-02&ask=3%2C4%2C5')
})

test.each([
  [free('Kwame'), 'Jullie zijn nog met weinig. Neem een papa mee.', '/create?date=2026-12-02&ask=3'],
  [[], 'We kennen nog niemand die woensdag ook vrij is.', '/create?date=2026-12-02'],
])('where few fathers live, he reads an invitation in place of a number', async (fathers, sentence, href) => {
  open({ [onWednesday]: () => ok(fathers), [counted]: () => ok({ fathers: null }) })
  const region = within(await card('Wie is er woensdag ook vrij?'))
  expect(await region.findByText(sentence)).toBeTruthy()
  expect(region.getByRole('button', { name: 'Nodig papa’s uit' })).toBeTruthy()
  expect(region.getByRole('link', { name: 'Plan iets op woensdag' }).getAttribute('href')).toBe(href)
})

test('a father without days is asked for them, and nothing is asked about others', async () => {
  const { asked } = open({ [own]: () => ok({ papaDays: [] }) })
  const region = within(await card('Welke dag is jouw papadag?'))
  expect(region.getByRole('link', { name: 'Vertel welke dagen van jou zijn' }).getAttribute('href')).toBe(
    '/profile?tab=settings&section=papa-days',
  )
  expect(asked).toEqual([`GET /api/user`, own].filter(call => asked.includes(call)))
})

test('a failed read is shown, and can be retried', async () => {
  const { handlers } = open({
    [onWednesday]: () => refused(503, 'server.unavailable', 'Even.'),
    [counted]: () => refused(503, 'server.unavailable', 'Even.'),
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('De papa’s konden niet worden geladen')
  handlers[onWednesday] = () => ok(free('Kwame'))
  await userEvent.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('link', { name: 'Kwame Mensah' })).toBeTruthy()
})
