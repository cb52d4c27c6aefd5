import type { User } from '@papadag/contract/users/users'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { daan, ok } from '../../../testing/stand-in-server.ts'
import type { Filters } from './filters.ts'
import { type Position, useFirstUpcoming } from './use-first-upcoming.ts'
import { useUpcoming } from './use-upcoming.ts'

beforeEach(() => showLanguage('en'))

const here = { latitude: 52.37654, longitude: 4.90123 }
const home = { latitude: 52.09, longitude: 5.12, isCity: true }
type ListProps = { filters?: Filters; at?: Position | undefined; shownId?: number | undefined }

function List({ filters = {}, at, shownId }: ListProps) {
  const { data, hasMore, counted } = useUpcoming(filters, at, shownId)
  return (
    <p>
      {data?.length ?? 'no playdate'} {hasMore ? 'and more' : 'at all'} {counted?.all}
    </p>
  )
}

function First({ at }: { at?: Position | undefined }) {
  const { data } = useFirstUpcoming(3, at)
  return <p>{data?.length}</p>
}

/** What a list asks the server for, when there are so many. */
async function asking(list: ListProps, own: Partial<User> = {}, count = 1) {
  const all = Array.from({ length: count }, (_, at) => aPlaydate({ id: at + 1 }))
  const limited = (limit: number) => () => ok(all.slice(0, limit))
  const { asked } = show(
    <List {...list} />,
    '/playdates',
    {
      'GET /api/playdates/upcoming': limited(41),
      'GET /api/playdates/upcoming?limit=81': limited(81),
      'GET /api/playdates/upcoming?limit=161': limited(161),
      'GET /api/playdates/upcoming/count': () => ok({ all: 12, matching: 3 }),
    },
    { ...daan, ...own },
  )
  await waitFor(() => expect(asked.some(call => call.includes('upcoming?'))).toBe(true))
  await act(async () => {})
  return asked.filter(call => call.includes('/upcoming')).map(call => call.replace('GET /api/playdates/', ''))
}

test.each<[string, ListProps, Partial<User>, string[]]>([
  ['nothing is known of where he is', {}, {}, ['upcoming?limit=41']],
  ['his home is known', {}, { home }, ['upcoming?order=parts&limit=41']],
  ['his position is known', { at: here }, {}, ['upcoming?latitude=52.377&longitude=4.901&order=parts&limit=41']],
  [
    'his position is known and he has set a distance',
    { at: here, filters: { km: 5 } },
    {},
    [
      'upcoming?latitude=52.377&longitude=4.901&withinKm=5&limit=41',
      'upcoming/count?latitude=52.377&longitude=4.901&withinKm=5',
    ],
  ],
  [
    'he filters by room and his home is known',
    { filters: { room: true } },
    { home },
    ['upcoming?room=1&order=parts&limit=41', 'upcoming/count?room=1'],
  ],
])('the list of playdates asks the server for what it needs when %s', async (_, list, own, asked) =>
  expect(await asking(list, own)).toEqual(asked),
)

test.each<[string, number | undefined, RegExp]>([
  ['a playdate that it contains', 7, /^40 and more/],
  ['a playdate further on', 60, /^80 and more/],
  ['a playdate that is nowhere', 999, /^100 at all/],
  ['none', undefined, /^40 and more/],
])('a list that opens at %s loads as many pages as it takes', async (_, shownId, loaded) => {
  await asking({ shownId }, {}, 100)
  expect(await screen.findByText(loaded)).toBeDefined()
})

test.each<[string, Position | undefined, string]>([
  ['near him', here, 'upcoming?latitude=52.377&longitude=4.901&order=near&limit=3'],
  ['anywhere', undefined, 'upcoming?order=near&limit=3'],
])('home requests the first playdates %s', async (_, at, wanted) => {
  const { asked } = show(<First at={at} />, '/', { 'GET /api/playdates/upcoming': () => ok([aPlaydate()]) })
  expect(await screen.findByText('1')).toBeDefined()
  expect(asked).toEqual([`GET /api/playdates/${wanted}`])
})
