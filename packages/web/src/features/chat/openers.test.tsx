import type { PublicUser } from '@papadag/contract/users/users'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { show } from '../../testing/show.tsx'
import { daan, ok, refused } from '../../testing/stand-in-server.ts'
import { Openers } from './openers.tsx'

beforeEach(() => showLanguage('en'))

const kwame = { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null }
const child = (age: number) => ({ name: 'Noor', age, birthMonth: '2020-01' })
const words = () => screen.getAllByRole('button').map(({ textContent }) => textContent ?? '')

/** The opening lines for a father with these facts, as Daan sees them, with those facts of his own. */
async function open(father: Partial<PublicUser>, own: Partial<typeof daan> = {}) {
  const onChoose = vi.fn()
  show(
    <Openers father={kwame} onChoose={onChoose} />,
    '/chat/5',
    {
      'GET /api/users/2': () => ok(aFather({ city: null, favoriteLocations: [], childrenInfo: [], ...father })),
    },
    { ...daan, ...own },
  )
  await waitFor(() => expect(screen.getAllByRole('button')[0]?.className).not.toContain('invisible'))
  return onChoose
}

test.each<[string, Partial<PublicUser>, Partial<typeof daan>, (string | RegExp)[]]>([
  ['nothing', {}, {}, [/looking for dads/, /new here/]],
  ['children a year apart', { childrenInfo: [child(5)] }, { childrenInfo: [child(4)] }, [/same age/, /looking for/]],
  ['children two years apart', { childrenInfo: [child(6)] }, { childrenInfo: [child(4)] }, [/looking for/, /new here/]],
  ['a distance under 2 km', { distance: '<2' }, {}, [/close to each other/, /looking for/]],
  ['a distance under 5 km', { distance: '<5' }, {}, [/close to each other/, /looking for/]],
  ['a distance under 10 km', { distance: '<10' }, {}, [/looking for/, /new here/]],
  ['his playground', { favoriteLocations: ['Wilhelminapark'] }, {}, [/going to Wilhelminapark/, /looking for/]],
  [
    'a playground of both before his first',
    { favoriteLocations: ['Wilhelminapark', 'Griftpark'] },
    { favoriteLocations: ['Griftpark'] },
    [/going to Griftpark/, /looking for/],
  ],
  [
    'the town, however it is written',
    { city: ' utrecht' },
    { city: 'Utrecht ' },
    [/live in {2}utrecht too/, /looking for/],
  ],
  ['another town', { city: 'Zwolle' }, { city: 'Utrecht' }, [/looking for/, /new here/]],
  ['no town on either side', { city: '' }, { city: '' }, [/looking for/, /new here/]],
  [
    'everything: the best two',
    { childrenInfo: [child(4)], distance: '<2', favoriteLocations: ['Griftpark'], city: 'Utrecht' },
    { childrenInfo: [child(4)] },
    [/same age/, /close to each other/],
  ],
])('a father gets opening lines that suit what they share: %s', async (_, father, own, expected) => {
  await open(father, own)
  expect(words()).toEqual(expected.map(one => expect.stringMatching(one)))
})

test('choosing an opening line hands it on unchanged', async () => {
  const onChoose = await open({})
  await userEvent.click(screen.getByRole('button', { name: /new here/ }))
  expect(onChoose).toHaveBeenCalledWith(
    'Hi Kwame, I am new here. What do you usually do with your children at the weekend?',
  )
})

test('if a profile cannot be read, only the opening lines that do not need it are left', async () => {
  show(<Openers father={kwame} onChoose={() => {}} />, '/chat/5', {
    'GET /api/users/2': () => refused(404, 'user.unknown', 'Unknown.'),
  })
  expect(screen.getAllByRole('button', { hidden: true })[0]?.className).toContain('invisible')
  await waitFor(() => expect(screen.getAllByRole('button')[0]?.className).not.toContain('invisible'))
  expect(words()).toEqual([expect.stringMatching(/looking for/), expect.stringMatching(/new here/)])
})
