import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { withTexts } from '../../platform/screen/when-near.tsx'
import { aPlaydate, me } from '../../testing/a-playdate.ts'
import { ownPoll } from '../../testing/a-poll.ts'
import { openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { ok } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()
beforeAll(() => import('../hints.tsx'))

const made = (id: number, title: string) => aPlaydate({ id, title, participants: [me], myStatus: 'creator' })
const others = aPlaydate({ id: 7, title: 'Modderen' })
const region = async () => within(await screen.findByRole('region', { name: 'Van mij' }))
const titles = async () => (await region()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

test('what a father made or waits for is above what is not his', async () => {
  const first = made(8, 'Vliegeren')
  const { startTime } = first
  const waiting = aPlaydate({ id: 9, title: 'Zwemmen', startTime, waiting: { position: 2, children: 1 } })
  openPlaydates([first, waiting, others])
  expect(await titles()).toEqual(['Vliegeren', 'Zwemmen'])
  const his = screen.getByRole('region', { name: 'Van mij' })
  const below = screen.getByRole('heading', { name: 'Modderen' })
  expect(his.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('a series is shown as one row with its next date', async () => {
  const series = { id: 3, every: 'week', until: '2099-06-17' } as const
  const dates = [8, 9, 10].map(id => ({ ...made(id, 'Klimmen'), series }))
  openPlaydates(dates)
  expect(await titles()).toEqual(['Klimmen'])
})

test.each([
  ['is there without filters, however far down the list it is', '/playdates', ['Vliegeren']],
  ['is there with filters only if it matches them', '/playdates?km=5', []],
])('a father’s own playdate %s', async (_, at, expected) => {
  openPlaydates([others], { 'GET /api/users/me/playdates': () => ok([made(8, 'Vliegeren')]) }, at)
  await screen.findByRole('heading', { name: 'Modderen' })
  expect(screen.queryAllByRole('heading', { name: 'Vliegeren' }).map(({ textContent }) => textContent)).toEqual(
    expected,
  )
})

test('an open question which day suits is one of a father’s own rows, and leads to it', async () => {
  openPlaydates([others], { 'GET /api/polls': () => ok([ownPoll()]) })
  const link = await (await region()).findByRole('link', { name: new RegExp(ownPoll().title) })
  await userEvent.click(link)
  await waitFor(() => expect(location.pathname).toBe('/polls/5'))
})

test('a playdate that a father joins stays where it is in the list', async () => {
  const joined = { ...others, myStatus: 'joined' as const, participants: [...others.participants, me] }
  openPlaydates([others], { 'POST /api/playdates/7/join': () => ok(joined) })
  await userEvent.click(await screen.findByRole('button', { name: /^Ik doe mee/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ik kom alleen' }))
  expect(await screen.findByRole('button', { name: /Afmelden$/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Van mij' })).toBeNull()
})

const nothing = { due: [], dueCount: 0, next: null, day: null, town: null }
const calendar = { name: 'calendar', playdateId: null, missed: null }

test.each([
  ['known', true],
  ['not yet known', false],
])('the hint about his calendar that is %s when the list opens stands above his own: %s', async (_, isKnown) => {
  if (isKnown) reads.setQueryData(['/api/today'], { ...nothing, hint: calendar })
  const { asked } = openPlaydates([made(8, 'Vliegeren')], {
    'GET /api/today': () => ok({ ...nothing, hint: calendar }),
    // His own arrive after the code of the hint.
    'GET /api/users/me/playdates': async () => {
      await withTexts(() => import('../hints.tsx'))
      return ok([made(8, 'Vliegeren')])
    },
    'PUT /api/users/me/hints/calendar': () => ({ status: 204 }),
  })
  await region()
  if (!isKnown) return expect(asked).not.toContain('GET /api/today')
  const connect = await screen.findByRole('button', { name: 'Koppel' })
  const his = screen.getByRole('region', { name: 'Van mij' })
  expect(connect.compareDocumentPosition(his) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await userEvent.click(connect)
  expect(location.pathname + location.search).toBe('/profile?tab=settings&section=calendar')
})
