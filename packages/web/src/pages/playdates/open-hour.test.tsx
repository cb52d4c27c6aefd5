import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Series } from '@papadag/contract/playdates/series'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PlaydateCard } from '../../features/playdates/list/playdate-card.tsx'
import { PlaydateSheet } from '../../features/playdates/sheet/playdate-sheet.tsx'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, me } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './create-playdate.tsx'

beforeAll(() =>
  Promise.all([
    import('../../features/playdates/open/open-hour.tsx'),
    import('../../features/playdates/open/open-section.tsx'),
    import('../../features/playdates/form/more-options.tsx'),
    import('../../features/playdates/series/series-section.tsx'),
  ]),
)
beforeEach(() => showLanguage('nl'))

const weekly = { id: 4, every: 'week', until: '2027-05-01', day: '2026-12-02' } as const
const openHour = (changes: Partial<Playdate> = {}) =>
  aPlaydate({ kind: 'open', maxParticipants: 50, host: null, regulars: null, series: weekly, ...changes })
const series: Series = {
  ...weekly,
  isMine: false,
  standing: null,
  pauses: [],
  renewableUntil: null,
  hasEnded: false,
}

test('a card says that it is an open hour, whose it is and how many are usually there, and counts nobody', async () => {
  show(<PlaydateCard playdate={openHour({ host: 'Bibliotheek Zwolle', regulars: 4 })} />, '/playdates', {})
  const card = screen.getByRole('article')
  expect(await within(card).findByText('Inloop')).toBeTruthy()
  expect(card.textContent).toContain('4 papa’s zijn er meestal')
  expect(card.textContent).toContain('Van Bibliotheek Zwolle')
  expect(card.textContent).not.toContain('/ 50')
  expect(within(card).queryByRole('button', { name: /^Ik doe mee|^Meedoen/ })).toBeNull()
})

test('the card of another playdate counts places and lets a father join', () => {
  show(<PlaydateCard playdate={aPlaydate({ kind: 'playdate' })} />, '/playdates', {})
  const card = screen.getByRole('article')
  expect(card.textContent).toContain('1 / 5')
  expect(card.textContent).not.toContain('Inloop')
  expect(within(card).getByRole('button', { name: /Modderen\. Ik doe mee|Ik doe mee/ })).toBeTruthy()
})

test.each([
  ['that is cancelled', { state: 'cancelled' }],
  ['that is over', { startTime: '2020-01-01T10:00:00.000Z', endTime: '2020-01-01T11:00:00.000Z' }],
] as const)('the card of an open hour %s says that nobody will be there', async (_, changes) => {
  show(<PlaydateCard playdate={openHour({ regulars: 4, ...changes })} />, '/playdates', {})
  const card = screen.getByRole('article')
  expect(await within(card).findByText('Inloop')).toBeTruthy()
  expect(card.textContent).not.toContain('meestal')
})

test('a pause of an open hour does not mention fathers who were coming', async () => {
  const mine = openHour({ participants: [me], myStatus: 'creator' })
  openSheet(mine, { ...series, isMine: true })
  await userEvent.click(await screen.findByRole('button', { name: /^Meer/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Pauze' }))
  expect(await screen.findByText(/^Afspraken op deze dagen gaan niet door\. Ze komen terug/)).toBeTruthy()
})

function openSheet(playdate: Playdate, known = series) {
  let standing: Series['standing'] = null
  return show(<PlaydateSheet id={7} known={playdate} open onClose={() => {}} />, '/playdates?open=7', {
    'GET /api/playdates/7': () => ok(playdate),
    'GET /api/series/4': () => ok({ ...known, standing }),
    'PUT /api/series/4/standing': () => {
      standing = { children: 0 }
      return ok({ standing: true })
    },
    'DELETE /api/series/4/standing': () => refused(503, 'server.unavailable', 'Even niet.'),
  })
}

test('an open hour’s sheet asks nobody to join, and a father can say that he is usually there', async () => {
  openSheet(openHour())
  expect(await screen.findByText('Aanmelden hoeft niet: kom gewoon langs.')).toBeTruthy()
  expect(screen.queryByLabelText('Hoeveel kinderen neem je mee?')).toBeNull()
  expect(screen.queryByText('Wie gaat er mee?')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Ik ben er meestal' }))
  // A failure changes nothing.
  await userEvent.click(await screen.findByRole('button', { name: 'Toch niet meestal' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Toch niet meestal' }).getAttribute('aria-busy')).not.toBe('true'),
  )
  expect(screen.queryByRole('button', { name: 'Ik ben er meestal' })).toBeNull()
})

test('a cancelled open hour invites nobody to come along', async () => {
  openSheet(openHour({ state: 'cancelled' }))
  expect(await screen.findByRole('heading', { name: 'Inloop' })).toBeTruthy()
  expect(screen.queryByText('Aanmelden hoeft niet: kom gewoon langs.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ik ben er meestal' })).toBeNull()
})

test('an open hour is planned at a place from the list, without a number of people', async () => {
  const sent = vi.fn()
  show(<Page />, '/create?title=Koffie&location=Bibliotheek', {
    'GET /api/users/me/playdates': () => ok([]),
    'POST /api/playdates/test-create': body => {
      sent(body)
      return { status: 201, body: openHour({ participants: [me], myStatus: 'creator' }) }
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Meer opties' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Inloop: wie wil, komt langs' }))
  expect(screen.queryByLabelText('Met hoeveel maximaal?')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Speelafspraak maken' }))
  expect(await screen.findByText('Kies een plek uit de lijst die iedereen mag zien')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
})

test('an open hour at a place is sent as an open hour', async () => {
  const sent = vi.fn()
  show(<Page />, '/create?title=Koffie&location=Bibliotheek&place=9', {
    'GET /api/users/me/playdates': () => ok([]),
    'POST /api/playdates/test-create': body => {
      sent(body)
      return { status: 201, body: openHour({ participants: [me], myStatus: 'creator' }) }
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Meer opties' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Inloop: wie wil, komt langs' }))
  await userEvent.click(screen.getByRole('button', { name: 'Speelafspraak maken' }))
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    kind: 'open',
    placeId: 9,
    locationVisibility: 'public',
    minimumFathers: null,
  })
})
