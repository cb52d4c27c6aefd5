import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday, youssef } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { type Handlers, ok } from '../../../testing/stand-in-server.ts'
import { OpenedPlaydate } from './opened-playdate.tsx'

// Lazy modules are loaded first, so that no test waits for a slow disk.
beforeAll(() =>
  Promise.all([
    import('../../../features/chat/thread/thread-link.tsx'),
    import('../../../features/moderation/hidden-banner.tsx'),
    import('../../../features/playdates/sheet/safe-meeting.tsx'),
    import('../../../features/playdates/sheet/folded.tsx'),
    import('./opened-more.tsx'),
    import('../../hints.tsx'),
  ]),
)
beforeEach(() => showLanguage('en'))
afterEach(() => {
  document.head.innerHTML = ''
})

const thread = { id: 12, kind: 'playdate', lastMessage: null, unreadCount: 0, readOnly: false }

/** The sheet of a playdate that has been read. */
async function open(changes: Partial<Playdate>, handlers: Handlers = {}) {
  const playdate = aPlaydate(changes)
  const { asked } = show(<OpenedPlaydate id={7} known={playdate} open onClose={() => {}} />, '/playdates?open=7', {
    'GET /api/playdates/7': () => ok(playdate),
    'GET /api/playdates/7/thread': () => ok(thread),
    'GET /api/users/me/safe-meeting': () => ok({ isDue: false }),
    ...handlers,
  })
  const sheet = within(await screen.findByRole('dialog', { name: 'Modderen' }))
  await waitFor(() => expect(asked).toContain('GET /api/playdates/7'))
  const unfold = async () => userEvent.click(await sheet.findByRole('button', { name: /^More/ }))
  return { asked, sheet, unfold }
}

const joined = { participants: [kwame, me], myStatus: 'joined' as const }
const his = { participants: [me, kwame], myStatus: 'creator' as const }

test.each<[string, Partial<Playdate>, boolean]>([
  ['that he has joined', joined, true],
  ['of his own with others', his, true],
  ['of his own without others', { ...his, participants: [me] }, false],
  ['that he does not take part in', { participants: [kwame, youssef] }, false],
])('whether the sheet of a playdate %s leads to its group chat: %s', async (_, changes, leads) => {
  const { asked, sheet } = await open(changes)
  if (leads) {
    const link = await sheet.findByRole('link', { name: /Group chat/ })
    expect(link.getAttribute('href')).toBe('/chat/12')
  }
  expect(sheet.queryByRole('link', { name: /Group chat/ }) !== null).toBe(leads)
  expect(asked.includes('GET /api/playdates/7/thread')).toBe(leads)
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['others can join', {}, true],
  ['he is on', joined, true],
  ['is cancelled', { ...joined, state: 'cancelled' }, false],
  ['is over', { ...joined, ...yesterday }, false],
])('whether a playdate that %s can be added to a calendar: %s', async (_, changes, may) => {
  const { sheet, unfold } = await open(changes)
  await unfold()
  await sheet.findByRole('button', { name: 'Report' })
  const links = sheet.queryAllByRole('link', { name: 'Add to calendar' })
  expect(links.map(link => link.getAttribute('href'))).toEqual(may ? ['/api/playdates/7/calendar.ics'] : [])
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['he is on', joined, true],
  ['is his', his, true],
  ['he is not on', {}, false],
  ['is cancelled', { ...joined, state: 'cancelled' }, false],
  ['is over', { ...joined, ...yesterday }, false],
])('whether a father can tell the other parent about a playdate that %s: %s', async (_, changes, may) => {
  const { sheet, unfold } = await open(changes)
  await unfold()
  await sheet.findByRole(changes.myStatus === 'creator' ? 'link' : 'button', { name: /^(Report|Add to calendar)$/ })
  expect(sheet.queryByRole('button', { name: /^Tell them at home/ }) !== null).toBe(may)
})

const at = { latitude: 52.37, longitude: 4.9 }

test.each<[string, Partial<Playdate>, string[]]>([
  ['a listed place', { placeId: 3, ...at }, ['Directions', 'About this place']],
  ['a listed place whose position is unknown', { placeId: 3 }, ['About this place']],
  ['a listed place with half a position', { placeId: 3, latitude: 52.37 }, ['About this place']],
  ['a listed place with the other half', { placeId: 3, longitude: 4.9 }, ['About this place']],
  ['an address of which only the position is known', at, []],
  ['an address', {}, []],
])('the sheet shows a father the way to %s as far as it is known', async (_, changes, offered) => {
  const { sheet, unfold } = await open(changes)
  await unfold()
  await sheet.findByRole('link', { name: 'Add to calendar' })
  const links = sheet.queryAllByRole('link').map(({ textContent }) => textContent)
  expect(links.filter(text => text === 'About this place' || text === 'Directions')).toEqual(offered)
  if (!changes.placeId) return
  expect(sheet.getByRole('link', { name: 'About this place' }).getAttribute('href')).toBe('/places?open=3')
  if (offered.length === 1) return
  const directions = sheet.getByRole('link', { name: /^Directions to Westerpark, Amsterdam/ })
  expect(directions.getAttribute('href')).toContain('to=52.37%2C4.9')
})

const hidden = { reason: 'A shop', rule: null, isAutomatic: false, reference: 'B5' }

test.each([true, false])('the creator reads that his playdate is hidden only if it is: %s', async isHidden => {
  const { sheet } = await open({ ...his, ...(isHidden && { hidden }) })
  const said = 'This playdate is hidden: only you can still see it'
  if (isHidden) expect(await sheet.findByText(said)).toBeDefined()
  else expect(sheet.queryByText(said)).toBeNull()
})

test('a father can write to another participant, and not to himself', async () => {
  const { sheet } = await open(joined)
  await userEvent.click(sheet.getByTitle('Show everybody by name'))
  expect(await sheet.findByRole('button', { name: 'Send Kwame a message' })).toBeDefined()
  expect(sheet.queryByRole('button', { name: 'Send Daan a message' })).toBeNull()
})

test.each([
  ['on', true],
  ['off', false],
])('with a forecast that is %s, the weather at a known position is requested: %s', async (forecast, asks) => {
  document.head.innerHTML = `<meta name="server-facts" data-forecast="${forecast}">`
  const told = { hours: [], advice: 'dry', dryPlaces: [], attribution: 'OpenWeather' }
  const { asked } = await open(at, { 'GET /api/playdates/7/weather': () => ok(told) })
  if (asks) await waitFor(() => expect(asked).toContain('GET /api/playdates/7/weather'))
  expect(asked.includes('GET /api/playdates/7/weather')).toBe(asks)
})

const nothing = { due: [], dueCount: 0, next: null, day: null, town: null }
const parent = { name: 'parent', playdateId: 7, missed: null }
const hinting = (hint: () => object | null): Handlers => ({
  'GET /api/today': () => ok({ ...nothing, hint: hint() }),
  'PUT /api/users/me/hints/parent': () => ({ status: 204 }),
})

test('a father who joins reads on the sheet, under the faces, how the other parent can know', async () => {
  let hint: object | null = null
  let now = aPlaydate()
  const { sheet } = await open(now, {
    ...hinting(() => hint),
    'GET /api/playdates/7': () => ok(now),
    'POST /api/playdates/7/join': () => {
      hint = parent
      now = aPlaydate(joined)
      return ok(now)
    },
  })
  await userEvent.click(sheet.getByRole('button', { name: 'Join on my own' }))
  const tell = await sheet.findByText(/^Tell them at home: where/)
  const faces = sheet.getByRole('region', { name: 'Who’s coming' })
  expect(faces.compareDocumentPosition(tell) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Send' }))
  expect(sheet.queryByText(/^Tell them at home: where/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
})

test('a hint that arrives after the sheet pushes nothing away, and waits for the next time', async () => {
  const { asked, sheet } = await open(
    joined,
    hinting(() => parent),
  )
  await waitFor(() => expect(asked).toContain('GET /api/today'))
  await sheet.findByRole('link', { name: /Group chat/ })
  expect(sheet.queryByText(/^Tell them at home: where/)).toBeNull()
  expect(asked).not.toContain('PUT /api/users/me/hints/parent')
})

test.each<[string, Partial<Playdate>, object, boolean]>([
  ['that he has joined', joined, parent, true],
  ['that he is not on', {}, parent, false],
  ['of his own', his, parent, false],
  ['that he has joined, if it is about another', joined, { ...parent, playdateId: 8 }, false],
])(
  'whether a hint that is known when the sheet opens is shown for a playdate %s',
  async (_, changes, hint, isShown) => {
    reads.setQueryData(['/api/today'], { ...nothing, hint })
    const { sheet } = await open(
      changes,
      hinting(() => hint),
    )
    if (isShown) await sheet.findByText(/^Tell them at home: where/)
    expect(sheet.queryByText(/^Tell them at home: where/) !== null).toBe(isShown)
  },
)
