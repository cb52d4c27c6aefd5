import type { Language } from '@papadag/contract/limits'
import type { Series } from '@papadag/contract/playdates/series'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate } from '../../../testing/a-playdate.ts'
import { aSeries } from '../../../testing/a-series.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { RhythmLines } from './rhythm-line.tsx'

const weekly = { id: 3, every: 'week', until: '2027-05-26' } as const
const wednesday = { startTime: '2026-12-02T13:00:00.000Z', endTime: '2026-12-02T15:00:00.000Z' }
const thursday = { startTime: '2026-12-03T13:00:00.000Z', endTime: '2026-12-03T15:00:00.000Z' }

async function said(times: typeof wednesday, of: Partial<Series>, language: Language = 'en') {
  await showLanguage(language)
  const series = { ...weekly, ...of }
  show(<RhythmLines playdate={aPlaydate({ ...times, series })} />, '/playdates', {
    'GET /api/series/3': () => ok({ ...aSeries, ...series }),
  })
  return () => document.querySelector('main')?.textContent
}

test.each<[string, typeof wednesday, Partial<Series>, string]>([
  ['leaves its weekday to the time above it', wednesday, {}, 'Every week · Until 26 May'],
  ['does so every other week too', wednesday, { every: 'twoWeeks' }, 'Every other week · Until 26 May'],
  ['names its weekday on a date that was moved', thursday, {}, 'Every Wednesday · Until 26 May'],
  [
    'names the week of the month',
    wednesday,
    { every: 'monthByWeekday' },
    'Every fourth Wednesday of the month · Until 26 May',
  ],
  ['says that it has ended', wednesday, { hasEnded: true }, 'Every week · This series has ended.'],
])('the line of a series %s', async (_, times, of, words) => {
  const main = await said(times, of)
  await waitFor(() => expect(main()).toBe(words))
})

test.each<[Language, string]>([
  ['nl', 'Elke week · Tot en met 26 mei'],
  ['de', 'Jede Woche · Bis 26. Mai'],
  ['fr', 'Chaque semaine · Jusqu’au 26 mai'],
  ['es', 'Cada semana · Hasta el 26 de mayo'],
])('the last day of a series stands without its weekday in %s', async (language, words) => {
  const main = await said(wednesday, {}, language)
  await waitFor(() => expect(main()).toBe(words))
})
