import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday, youssef } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { GoingTogether } from './going-together.tsx'

beforeEach(() => showLanguage('en'))

const both = { participants: [me, kwame], myStatus: 'creator' as const }
const inDays = (days: number) => ({
  startTime: new Date(Date.now() + days * 86_400_000).toISOString(),
  endTime: new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString(),
})

/** What a chat with Kwame says about the playdates that both are going to. */
async function told(own: Playdate[]) {
  const { asked } = show(<GoingTogether userId={kwame.id} />, '/chat/5', {
    'GET /api/users/me/playdates': () => ok(own),
  })
  await waitFor(() => expect(asked).toContain('GET /api/users/me/playdates'))
  await waitFor(() => expect(reads.isFetching()).toBe(0))
  await act(async () => {})
  return screen.queryByRole('link')
}

test('the next playdate that both fathers go to is shown and leads to it', async () => {
  const link = await told([
    aPlaydate({ ...both, ...inDays(9), id: 9, title: 'Later' }),
    aPlaydate({ ...both, ...inDays(2), id: 2, title: 'First' }),
    aPlaydate({ ...both, ...inDays(5), id: 5, title: 'Second' }),
  ])
  expect(link?.textContent).toContain('You are both going to First')
  expect(link?.getAttribute('href')).toBe('/playdates?open=2')
})

test.each<[string, Partial<Playdate>[]]>([
  ['missing', []],
  ['without him', [{ participants: [me, youssef], myStatus: 'creator' }]],
  ['cancelled', [{ ...both, state: 'cancelled' }]],
  ['over', [{ ...both, ...yesterday }]],
])('a card says nothing about going together if the playdates are %s', async (_, own) =>
  expect(await told(own.map(one => aPlaydate(one)))).toBeNull(),
)

test('a playdate that is cancelled, over or without him is skipped', async () => {
  const link = await told([
    aPlaydate({ ...both, ...yesterday, id: 1 }),
    aPlaydate({ ...both, ...inDays(1), id: 2, state: 'cancelled' }),
    aPlaydate({ ...inDays(1), id: 3, participants: [youssef, me] }),
    aPlaydate({ ...both, ...inDays(4), id: 4 }),
  ])
  expect(link?.getAttribute('href')).toBe('/playdates?open=4')
})
