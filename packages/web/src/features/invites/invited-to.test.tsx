import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { InvitedTo } from './invited-to.tsx'

beforeEach(() => showLanguage('nl'))

const until = 'Waar precies, zie je als je meedoet'

test.each([
  { place: 'Speeltuin De Speeldernis', area: null, isComing: false, shown: 'Speeltuin De Speeldernis' },
  { place: 'Speeltuin De Speeldernis', area: null, isComing: true, shown: 'Speeltuin De Speeldernis' },
  { place: 'Speeltuin De Speeldernis', area: 'Oost', isComing: true, shown: 'Speeltuin De Speeldernis' },
  { place: null, area: 'Oost', isComing: false, shown: 'In de buurt van Oost' },
  { place: null, area: 'Oost', isComing: true, shown: 'In de buurt van Oost' },
  { place: null, area: null, isComing: false, shown: until },
  { place: null, area: null, isComing: true, shown: undefined },
])(
  'an invitation with place $place and neighbourhood $area says $shown if coming is $isComing',
  ({ shown, isComing, ...where }) => {
    const invitation = {
      ...{ state: 'open' as const, startTime: '2026-06-06T08:00:00Z', endTime: '2026-06-06T10:00:00Z' },
      ...{ placesLeft: 2, fathers: 1, title: null, hostName: null, ...where },
    }
    show(
      <InvitedTo invitation={invitation} isComing={isComing}>
        <p />
      </InvitedTo>,
      '/i/token',
    )
    const found = ['Speeltuin De Speeldernis', 'In de buurt van Oost', until].filter(text => screen.queryByText(text))
    expect(found).toEqual(shown ? [shown] : [])
  },
)

test.each([
  [{ every: 'week' as const, until: '2027-05-26' }, 'Elke zaterdag, tot en met woensdag 26 mei'],
  [null, undefined],
])('an invitation says how often it repeats and until when (%o)', (series, shown) => {
  const invitation = {
    ...{ state: 'open' as const, startTime: '2026-06-06T08:00:00Z', endTime: '2026-06-06T10:00:00Z', series },
    ...{ placesLeft: 2, fathers: 1, title: null, hostName: null, place: null, area: null },
  }
  show(
    <InvitedTo invitation={invitation}>
      <p />
    </InvitedTo>,
    '/i/token',
  )
  expect(screen.queryByText(/^Elke/)?.textContent).toBe(shown)
})
