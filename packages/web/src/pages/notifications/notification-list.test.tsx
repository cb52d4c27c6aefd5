import { i18n } from '@lingui/core'
import type {
  Notification,
  NotificationDetails,
  NotificationKind,
  ReaderRelation,
} from '@papadag/contract/notifications'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { datesIn } from '../../platform/language/dates.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { notify } from '../../platform/screen/notices.ts'
import { closeReport, useReported } from '../../platform/screen/reporting.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { NotificationList } from './notification-list.tsx'

beforeEach(() => showLanguage('en'))

const hourMs = 3_600_000
const ahead = new Date(Date.now() + 48 * hourMs).toISOString()
const kwame = { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null }
const lee = { id: 3, firstName: 'Lee', lastName: 'Jong', profileImage: null }

const told = (
  kind: NotificationKind,
  details: NotificationDetails = {},
  changes: Partial<Notification> = {},
): Notification => ({
  id: 7,
  kind,
  details: {
    ...{ playdateId: 5, title: 'Kites', startTime: ahead },
    relation: kind === 'playdate.joined' ? 'creator' : 'onIt',
    ...details,
  },
  createdAt: new Date().toISOString(),
  isRead: true,
  ...changes,
})

function open(notifications: Notification[], handlers: Handlers = {}) {
  const onFollow = vi.fn()
  const server = show(<NotificationList onFollow={onFollow} />, '/notifications', {
    'GET /api/notifications': () => ok(notifications),
    ...handlers,
  })
  return { ...server, onFollow }
}

/** The sentences of the only notification. */
async function sentence() {
  const time = await waitFor(() => {
    const found = document.querySelector('li li time')
    if (!found) throw new Error('nothing is told')
    return found
  })
  return time.previousElementSibling?.textContent ?? ''
}
const action = () => {
  const buttons = [...document.querySelectorAll('li li button, li li a[download]')]
  return buttons.map(button => button.getAttribute('aria-label') ?? button.textContent)
}

const [by, of] = [{ person: kwame }, { person: null }]
const message = 'Send a message: Kwame'

test.each<[string, NotificationKind, NotificationDetails, Partial<Notification>, string[]]>([
  ['Kwame has cancelled it', 'playdate.cancelled', {}, by, [message]],
  ['Is cancelled', 'playdate.cancelled', {}, of, []],
  ['Kwame has cancelled itThe weather', 'playdate.cancelled', {}, { ...by, cancelReasonKind: 'weather' }, [message]],
  ['Is cancelledSnow', 'playdate.cancelled', {}, { ...of, cancelReason: 'Snow' }, []],
  [
    'Is cancelledThe weather: Snow',
    'playdate.cancelled',
    {},
    { ...of, cancelReason: 'Snow', cancelReasonKind: 'weather' },
    [],
  ],
  ['Kwame lets it take place after all', 'playdate.restored', {}, by, ['Add to calendar']],
  ['Is back on', 'playdate.restored', {}, of, ['Add to calendar']],
  ['Kwame has told everybody something', 'playdate.announced', {}, by, []],
  ['There is an announcement for everybody', 'playdate.announced', {}, of, []],
  ['Kwame can’t make it', 'playdate.left', {}, by, [message]],
  ['Kwame and 1 other can’t make it', 'playdate.left', { wasAsked: true }, { ...by, people: [kwame, lee] }, []],
  ['Somebody can’t make itIll', 'playdate.left', { message: 'Ill' }, of, ['Report']],
  ['Somebody has joined', 'playdate.joined', {}, { people: [] }, []],
  ['Kwame has joined', 'playdate.joined', {}, { people: [{ ...kwame, children: 0 }] }, [message]],
  ['Kwame has joined, with 1 child', 'playdate.joined', {}, { people: [{ ...kwame, children: 1 }] }, [message]],
  ['Kwame has joined, with 2 children', 'playdate.joined', {}, { people: [{ ...kwame, children: 2 }] }, [message]],
  [
    'Kwame and 1 other have joined',
    'playdate.joined',
    {},
    { people: [kwame, lee].map(one => ({ ...one, children: 1 })) },
    [],
  ],
  ['Somebody you have blocked is coming tooOnly you can see this.', 'playdate.withBlocked', {}, {}, []],
  ['Too few dads are coming. Is it going ahead?', 'playdate.tooFew', {}, {}, []],
  ['Are you coming this time?', 'playdate.confirm', {}, {}, []],
  [
    'You have a place: you moved up from the waiting list',
    'playdate.joined',
    { relation: 'waiting' },
    {},
    ['Not after all'],
  ],
  ['Kwame has cancelled it', 'playdate.cancelled', { relation: 'waiting' }, by, []],
  ['Is cancelled', 'playdate.cancelled', { relation: 'waiting' }, of, []],
  ['Kwame lets it take place after all', 'playdate.restored', { relation: 'waiting' }, by, ['Not after all']],
  ['Is back on', 'playdate.restored', { relation: 'waiting' }, of, ['Not after all']],
  ['The day has been chosen, and you are on it', 'playdate.chosen', { isSeated: true }, {}, ['Add to calendar']],
  ['The day has been chosen. Join if it suits you.', 'playdate.chosen', {}, {}, ['Add to calendar']],
  ['The day has been chosen, but there was no room left for you', 'playdate.noRoom', {}, by, [message]],
  [
    'The day has been chosen, but there was no room left for youYou are on the waiting list.',
    'playdate.noRoom',
    { isWaiting: true },
    of,
    [],
  ],
  ['Kwame asks which day suits youKites', 'poll.asked', { pollId: 3 }, by, []],
  ['Which day suits you?Kites', 'poll.asked', { pollId: 3 }, of, []],
  ['Which day suits you?', 'poll.asked', {}, of, []],
  ['Somebody has said which days suit himKites', 'poll.answered', { pollId: 3 }, {}, []],
  ['The proposal goes ahead, and you are on it', 'proposal.made', {}, {}, ['Add to calendar']],
  [
    'The proposal goes ahead. You were the first to say yes, so it is yours.',
    'proposal.made',
    { isOwn: true },
    {},
    ['Add to calendar'],
  ],
  [
    'The proposal goes ahead, but without room for all of you: you are on the waiting list',
    'proposal.made',
    { isWaiting: true },
    {},
    ['Add to calendar'],
  ],
  ['Is cancelledYou were asked along', 'playdate.cancelled', { relation: 'asked' }, of, []],
])('a notification says “%s” (%s)', async (words, kind, details, changes, actions) => {
  open([told(kind, details, changes)])
  expect(await sentence()).toBe(words)
  expect(action()).toEqual(actions)
  // His own words are quoted, and nothing else is.
  const quoted = [...document.querySelectorAll('q')].map(({ textContent }) => textContent)
  expect(quoted).toEqual([details.message, changes.cancelReason].filter(said => said))
})

const places = (free: number, wanted: number | null) => ({ places: { free, wanted } })

test.each<[string, Partial<Notification>, string[]]>([
  ['A place was free. You are no longer waiting for one.', {}, []],
  ['A place was free. You are no longer waiting for one.', places(2, null), []],
  ['A place was free, and is taken again. You are still waiting.', places(0, 1), []],
  ['There is room for you. The first to join gets it.', places(1, 1), []],
  ['There is room for you. The first to join gets it.', places(3, 2), []],
  ['1 place is free, and you need 2. Will you come with fewer?', places(1, 2), ['Join on my own']],
  ['2 places are free, and you need 4. Will you come with fewer?', places(2, 4), ['Join with 1 child']],
])('a notification of a free place says “%s” (%s)', async (words, changes, actions) => {
  open([told('playdate.hasRoom', {}, changes)])
  expect(await sentence()).toBe(words)
  expect(action()).toEqual(actions)
})

const later = new Date(Date.now() + 96 * hourMs).toISOString()

test.each<[RegExp, NotificationDetails, Partial<Notification>]>([
  [/^Another timeIt was \w+, \d+ \w+, [\d:]+$/, { before: later }, {}],
  [/^Another time and another placeIt was /, { before: later, isElsewhere: true }, {}],
  [/^Another place$/, { before: ahead, isElsewhere: true }, {}],
  [/^Has a new time or place$/, { before: ahead }, {}],
  [/^Has a new time or place$/, {}, {}],
  [/^Kwame: Another place$/, { isElsewhere: true }, by],
  [/^Another placeBecause it will probably rain$/, { isElsewhere: true, movedFor: 'rain' }, {}],
  [/^Another placeBecause it will be windy$/, { isElsewhere: true, movedFor: 'wind' }, {}],
  [/^Another placeBecause it will be cold$/, { isElsewhere: true, movedFor: 'cold' }, {}],
])('a notification of a change says what it was: %s', async (words, details, changes) => {
  open([told('playdate.changed', details, changes)])
  expect(await sentence()).toMatch(words)
  expect(action()).toEqual(['Add to calendar'])
})

test('a notification of a day to choose leads to its question, and one of a proposal to the proposals', async () => {
  open([told('poll.asked', { pollId: 3 }, { id: 8 }), told('proposal.asked', {}, { id: 9 })])
  expect((await screen.findByRole('link', { name: 'Kites' })).getAttribute('href')).toBe('/polls/3')
  expect(screen.getByRole('link', { name: /, Kites$/ }).getAttribute('href')).toBe('/proposals')
})

test.each([
  ['has begun', { startTime: new Date(Date.now() - hourMs).toISOString() }],
  ['has no time any more', { startTime: undefined }],
])('a notification offers no action for a playdate that %s', async (_, details) => {
  open([told('playdate.cancelled', details, by)])
  expect(await sentence()).toBe('Kwame has cancelled it')
  expect(action()).toEqual([])
})

test.each<[NotificationKind, ReaderRelation]>([
  ['playdate.restored', 'onIt'],
  ['playdate.joined', 'waiting'],
  ['playdate.hasRoom', 'waiting'],
])('a notification offers no action for a playdate that is gone (%s, %s)', async (kind, relation) => {
  open([told(kind, { relation, playdateId: undefined }, places(1, 1))])
  await sentence()
  expect(action()).toEqual([])
})

test('a notification’s button for a message opens the chat with the father who caused it', async () => {
  const { onFollow } = open([told('playdate.left', {}, by)], {
    'POST /api/chats': body => {
      expect(body).toEqual({ participants: [2] })
      return { status: 201, body: { id: 8 } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: message }))
  await waitFor(() => expect(location.pathname).toBe('/chat/8'))
  expect(onFollow).toHaveBeenCalledOnce()
})

test('a father takes a free place with as many children as there is room for', async () => {
  const joined = vi.fn()
  open([told('playdate.hasRoom', {}, places(2, 4))], {
    'POST /api/playdates/5/join': body => {
      joined(body)
      return refused(409, 'playdate.full', 'Full.')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Join with 1 child' }))
  await waitFor(() => expect(joined).toHaveBeenCalledWith({ children: 1 }))
})

test('a father can report what somebody wrote on leaving where it is shown, even once the playdate has begun', async () => {
  open([told('playdate.left', { message: 'Ugly', startTime: new Date(Date.now() - hourMs).toISOString() }, by)])
  const reported = renderHook(() => useReported())
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
  expect(reported.result.current).toEqual({
    ...{ type: 'departure', id: 7, name: 'Ugly' },
    person: { id: 2, name: 'Kwame Mensah' },
  })
  act(closeReport)
})

test('a notification shows the face of the father behind it, or of the first who joined', async () => {
  open([
    told('playdate.left', {}, { ...by, id: 1 }),
    told('playdate.joined', {}, { people: [{ ...lee, children: 0 }], id: 2 }),
    told('playdate.tooFew', {}, { id: 3 }),
  ])
  await waitFor(() => expect(document.querySelectorAll('li li')).toHaveLength(3))
  const faces = [...document.querySelectorAll('li li')].map(entry => entry.firstElementChild?.textContent)
  expect(faces).toEqual(['K', 'L', ''])
})

test('unread notifications are marked, and can be read one by one or all at once', async () => {
  let isRead = false
  const read = () => {
    isRead = true
    return { status: 204 }
  }
  const { asked } = open([], {
    'GET /api/notifications': () =>
      ok([told('playdate.left', {}, { isRead }), told('playdate.tooFew', { playdateId: 6 }, { id: 9 })]),
    'POST /api/notifications/7/read': read,
    'POST /api/notifications/read': read,
  })
  await screen.findByRole('img', { name: 'Not read yet' })
  const one = screen.getAllByRole('button', { name: 'Mark as read' })
  expect(one).toHaveLength(1)
  await userEvent.click(one[0] ?? document.body)
  expect(document.activeElement?.tagName).toBe('LI')
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Not read yet' })).toBeNull())
  expect(asked).toContain('POST /api/notifications/7/read')
  expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('marking all as read asks once, and keeps the focus in the list', async () => {
  let isRead = false
  const { asked } = open([], {
    'GET /api/notifications': () => ok([told('playdate.left', {}, { isRead })]),
    'POST /api/notifications/read': () => {
      isRead = true
      return { status: 204 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(asked).toContain('POST /api/notifications/read')
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
})

const days = (count: number) => new Date(Date.now() - count * 24 * hourMs).toISOString()

test('notices are listed under their day and playdate, which is linked as long as it exists', async () => {
  open([
    told('playdate.left', {}, { id: 1 }),
    told('playdate.tooFew', { title: 'Slides', playdateId: undefined }, { id: 2 }),
    told('playdate.cancelled', { title: 'Swings', relation: 'asked', playdateId: 8 }, { id: 3, createdAt: days(1) }),
    told('playdate.left', { title: 'Sand', startTime: undefined, playdateId: 9 }, { id: 4, createdAt: days(5) }),
  ])
  const headings = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Today', 'Yesterday', expect.stringMatching(/\d/)])
  expect(screen.getByRole('link', { name: 'Kites' }).getAttribute('href')).toBe('/playdates?open=5')
  for (const title of ['Slides', 'Swings']) {
    expect(screen.getByText(title).tagName).toBe('B')
  }
  const [kites, sand] = [screen.getByText('Kites'), screen.getByText('Sand')].map(
    title => title.closest('p')?.textContent,
  )
  expect(kites).toMatch(/\d\d:\d\d/)
  expect(sand).toBe('Sand')
})

test('a proposal is linked by its day and place, as far as they are known', async () => {
  const [day, { dayAndMonth }] = ['2027-07-07T08:00:00Z', datesIn(i18n)]
  open([
    told('proposal.asked', { title: 'Speelveld', startTime: day }, { id: 1 }),
    told('proposal.asked', { title: 'Zandbak', startTime: undefined, playdateId: undefined }, { id: 2 }),
    told('proposal.asked', { title: undefined, startTime: day, playdateId: undefined }, { id: 3 }),
  ])
  await screen.findByRole('link', { name: 'Zandbak' })
  const links = screen.getAllByRole('link').filter(link => link.getAttribute('href') === '/proposals')
  expect(links.map(({ textContent }) => textContent).sort()).toEqual(
    [`${dayAndMonth(day)}, Speelveld`, 'Zandbak', dayAndMonth(day)].sort(),
  )
})

test('a notice shows the day it is about together with the time', async () => {
  open([told('playdate.left', { startTime: '2027-07-07T08:00:00Z' })])
  const { dayAndMonth, time } = datesIn(i18n)
  const about = (await screen.findByRole('link', { name: 'Kites' })).closest('p')
  const moment = '2027-07-07T08:00:00Z'
  expect(about?.textContent).toBe(`Kites${dayAndMonth(moment)}, ${time(moment)}`)
})

test('following a link in a notice reports so to the screen that shows the list', async () => {
  const { onFollow } = open([told('playdate.left')])
  await userEvent.click(await screen.findByRole('link', { name: 'Kites' }))
  await userEvent.click(screen.getByRole('link', { name: 'Notification settings' }))
  expect(onFollow).toHaveBeenCalledTimes(2)
})

test('an empty list of notifications says so, and offers the settings', async () => {
  open([])
  expect(await screen.findByText(/Nothing yet/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Notification settings' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('errors from this session are shown on top, even if there is nothing else', async () => {
  act(() => {
    notify({ title: 'Not saved', description: 'Full.', tone: 'destructive' })
    notify({ title: 'Not sent', tone: 'destructive' })
  })
  open([])
  const list = within(await screen.findByRole('region', { name: 'This just went wrong' }))
  const items = list.getAllByRole('listitem').map(item => item.textContent?.replace(/\d\d:\d\d/, ''))
  expect(items).toEqual(['Not sent', 'Not savedFull.'])
  expect(list.getByText('Full.').tagName).toBe('P')
  // Where there is nothing more to say, no line is left for it.
  expect(list.getAllByRole('listitem').map(item => item.querySelectorAll('p').length)).toEqual([1, 2])
})

test('while notifications load the list says so, and after a failure they can be loaded again', async () => {
  const { handlers } = open([], { 'GET /api/notifications': () => refused(404, 'route.unknown', 'No.') })
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(await screen.findByText('Your notifications could not be loaded')).toBeDefined()
  handlers['GET /api/notifications'] = () => ok([told('playdate.left')])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Kites' })).toBeDefined()
})

test.each([
  ['without a connection', () => Promise.reject(new TypeError('Failed to fetch')), /^There is no connection/],
  ['when the server refuses it', () => refused(404, '', ''), /^Please try again later/],
])('a notification that cannot be marked as read is announced %s', async (_, answer, words) => {
  open([told('playdate.left', {}, { isRead: false })], { 'POST /api/notifications/7/read': answer })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }))
  await waitFor(() => expect(lastNotice()?.title).toBe('It could not be marked as read'))
  expect(lastNotice()?.description).toMatch(words)
})

test('the list of notifications stays while it cannot be read again', async () => {
  const { handlers, asked } = open([told('playdate.left')])
  await screen.findByRole('link', { name: 'Kites' })
  handlers['GET /api/notifications'] = () => refused(404, 'route.unknown', 'No.')
  await act(() => reads.invalidateQueries({ queryKey: ['/api/notifications'] }))
  expect(asked.filter(call => call === 'GET /api/notifications').length).toBeGreaterThan(1)
  expect(screen.getByRole('link', { name: 'Kites' })).toBeDefined()
  expect(screen.queryByText('Your notifications could not be loaded')).toBeNull()
})
