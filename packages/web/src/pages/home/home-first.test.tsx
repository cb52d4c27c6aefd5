import type { User } from '@papadag/contract/users'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { daan, ok } from '../../testing/stand-in-server.ts'
import { HomeFirst } from './home-first.tsx'

beforeEach(() => showLanguage('nl'))

const utrecht = { latitude: 52.091, longitude: 5.122 }
const child = (age: number) => ({ name: 'Mees', age, birthMonth: '2022-05' })

/** The first home of a father who has answered this. */
async function open(wish: 'weekend' | 'weekdays' | 'any', answers: Partial<User>, here?: typeof utrecht) {
  const user = { ...daan, ...answers }
  const at = here ?? user.home
  const steps = { userId: daan.id, wish }
  show(<HomeFirst steps={steps} near={at} locate={async () => undefined} />, '/', {
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
])('the first home says from where it looks when it knows %s', async (_, answers, here, expected) => {
  expect(await open('any', answers, here)).toEqual([...expected, 'Elke dag'])
})
