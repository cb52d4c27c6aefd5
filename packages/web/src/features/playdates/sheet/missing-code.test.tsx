import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { daan } from '../../../testing/stand-in-server.ts'
import { PlaydateCard } from '../list/playdate-card.tsx'

// Stands in for the network below modules: their files cannot be loaded.
const gone = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('./other-actions.tsx', gone)
vi.mock('./waiting-actions.tsx', gone)
vi.mock('../series/series-fact.tsx', gone)
vi.mock('../open/open-hour.tsx', gone)

beforeEach(() => showLanguage('en'))

const lost = () => [
  import('./other-actions.tsx'),
  import('./waiting-actions.tsx'),
  import('../series/series-fact.tsx'),
  import('../open/open-hour.tsx'),
]
const series = { id: 3, every: 'week' as const, until: '2026-12-23' }

test.each<[string, Partial<Playdate>]>([
  ['the waiting list', { maxParticipants: 1 }],
  ['what is over', { participants: [kwame, me], myStatus: 'joined', ...yesterday }],
  ['a weekly date', { series }],
  ['an open hour', { kind: 'open' }],
])('the card of a playdate is shown even if the code for %s is missing', async (_, differences) => {
  const playdate = aPlaydate(differences)
  show(<PlaydateCard playdate={playdate} />, '/playdates', {}, daan)
  await act(() => Promise.allSettled(lost()))
  await act(() => vi.dynamicImportSettled())
  expect(screen.getByRole('heading', { name: playdate.title })).toBeTruthy()
})
