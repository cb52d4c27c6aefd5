import type { Chat } from '@papadag/contract/chat'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aChat, chats, follow, ownId, prepareChats } from '../../testing/chats.ts'
import { show } from '../../testing/show.tsx'
import { ok, refused } from '../../testing/stand-in-server.ts'
import { ChatList } from './chat-list.tsx'
import { ChatState } from './store/chat-state.ts'

prepareChats()
beforeEach(() => showLanguage('en'))

const draw = (list: Chat[], openId?: number) =>
  show(<ChatList openId={openId} ownId={ownId} />, '/chat', { 'GET /api/chats': () => ok(list) })
const said = (content: string, senderId = 2, senderName = 'Kwame') => ({
  content,
  sentAt: new Date().toISOString(),
  senderId,
  senderName,
})
const row = async (name: string) => within(await screen.findByRole('link', { name: new RegExp(name) }))
const names = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map(link => link.querySelector('b')?.textContent)

const thread = { kind: 'playdate' as const, playdateId: 7, title: 'Kites' }

test.each<[string, Partial<Chat>, string]>([
  ['nobody has written yet', {}, 'No messages yet'],
  ['what they wrote has expired', { lastSeq: 3 }, 'Messages have expired'],
  [
    'a playdate is over and its messages have expired',
    { ...thread, lastSeq: 3, startTime: '2021-10-04T08:00:00.000Z' },
    'It’s over. The messages have expired.',
  ],
  [
    'a playdate is still to come and its messages have expired',
    { ...thread, lastSeq: 3, startTime: '2931-10-04T08:00:00.000Z' },
    'Messages have expired',
  ],
  ['the other has written', { lastMessage: said('Hi there') }, 'Hi there'],
  ['he has written himself', { lastMessage: said('Hi there', ownId) }, 'You: Hi there'],
  ['he has written a tag', { lastMessage: said('Hi <b>there</b>', ownId) }, 'You: Hi <b>there</b>'],
  [
    'the last message is an invitation with words',
    { lastMessage: said(`Come? ${location.origin}/playdates?open=12`) },
    'Come?',
  ],
  [
    'the last message is an invitation alone',
    { lastMessage: said(`${location.origin}/playdates?open=12`) },
    'Invitation to a playdate',
  ],
  ['somebody has written to a playdate’s thread', { ...thread, lastMessage: said('Hi there') }, 'Kwame: Hi there'],
  ['somebody unknown has written to a thread', { ...thread, lastMessage: said('Hi there', 2, '') }, 'Hi there'],
  ['he has written to a thread himself', { ...thread, lastMessage: said('Hi there', ownId) }, 'You: Hi there'],
])('when %s, the list of chats says so', async (_, changes, preview) => {
  draw([aChat(changes)])
  const { getByText, container } = { ...(await row(changes.title ?? 'Kwame Mensah')), container: document.body }
  expect(getByText(preview)).toBeDefined()
  expect(container.querySelectorAll('time')).toHaveLength(changes.lastMessage ? 1 : 0)
})

test('a chat with a father shows his initials, and a playdate’s thread shows none', async () => {
  draw([aChat(), aChat({ id: 6, ...thread })])
  expect((await row('Kwame Mensah')).getByText('KM')).toBeDefined()
  expect((await screen.findByRole('link', { name: /Kites/ })).textContent).toBe('KitesNo messages yet')
})

test('a thread in the list of chats shows the leaf of its day, or a sign where the day is unknown', async () => {
  draw([
    aChat({ id: 6, ...thread, startTime: '2031-10-04T08:00:00.000Z' }),
    aChat({ id: 7, ...thread, title: 'Slides', startTime: null }),
    aChat({ id: 8, startTime: null }),
  ])
  const { getByText } = await row('Kites')
  expect(getByText('4').getAttribute('aria-hidden') ?? getByText('4').closest('[aria-hidden]')).not.toBeNull()
  expect(getByText('Oct')).toBeDefined()
  expect(screen.getByRole('link', { name: /Saturday.*October.*Kites/ })).toBeDefined()
  expect((await row('Slides')).queryByText('Oct')).toBeNull()
  expect(screen.getAllByText('Oct')).toHaveLength(1)
})

test('the number of unread messages is shown next to a chat, up to 99', async () => {
  draw([
    aChat(),
    aChat({ id: 6, ...thread, unreadCount: 99 }),
    aChat({ id: 7, ...thread, title: 'Slides', unreadCount: 100 }),
  ])
  expect((await row('Kites')).getByText('99')).toBeDefined()
  expect((await row('Slides')).getByText('99+')).toBeDefined()
  expect((await row('Slides')).getByText('100 unread')).toBeDefined()
  expect((await row('Kwame')).queryByText(/unread/)).toBeNull()
})

test('only the open chat is marked', async () => {
  draw([aChat(), aChat({ id: 6, ...thread })], 6)
  expect((await screen.findByRole('link', { name: /Kites/ })).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: /Kwame/ }).getAttribute('aria-current')).toBeNull()
})

const lee = { id: 3, firstName: 'Lee', lastName: 'Jong', profileImage: null }
const request = (id: number, changes: Partial<Chat> = {}) =>
  aChat({ id, isRequest: true, participants: [lee], ...changes })

const folder = () => screen.findByRole('button', { name: /Lee and 1 other would like to write to you/ })
const two = [request(6, { unreadCount: 2 }), request(7, { unreadCount: 1 })]

test('a stranger’s request is shown as one row, which says what he wrote and leads to it', async () => {
  draw([aChat(), request(6, { unreadCount: 1, lastMessage: said('Hello, neighbour', 3, 'Lee') })])
  const asked = await screen.findByRole('link', { name: /Lee would like to write to you/ })
  expect(asked.getAttribute('href')).toBe('/chat/6')
  expect(within(asked).getByText('Hello, neighbour')).toBeDefined()
  expect(within(asked).getByText('1 unread')).toBeDefined()
  expect(names('Chats')).toEqual(['Kwame Mensah'])
})

test('requests from several strangers are shown as one row, which opens them', async () => {
  draw([aChat(), ...two])
  const row = await folder()
  expect(row.getAttribute('aria-expanded')).toBe('false')
  expect(within(row).getByText('3 unread')).toBeDefined()
  expect(screen.queryByRole('link', { name: /Lee/ })).toBeNull()
  await userEvent.click(row)
  expect(names('Requests')).toEqual(['Lee Jong', 'Lee Jong'])
  expect(names('Chats')).toEqual(['Kwame Mensah'])
  await userEvent.click(row)
  expect(screen.queryByRole('link', { name: /Lee/ })).toBeNull()
})

test('a request with nothing unread shows no number', async () => {
  draw([request(6)])
  expect(within(await screen.findByRole('link', { name: /Lee would like/ })).queryByText(/unread/)).toBeNull()
})

test('a father without requests sees no row for them', async () => {
  draw([aChat()])
  await screen.findByRole('link', { name: /Kwame/ })
  expect(screen.queryByText(/would like to write to you/)).toBeNull()
})

test('the row of an open request is marked', async () => {
  draw([aChat(), request(6)], 6)
  expect((await screen.findByRole('link', { name: /Lee would like/ })).getAttribute('aria-current')).toBe('page')
})

test('the row of several requests is open if one of them is', async () => {
  draw([aChat(), ...two], 6)
  expect((await folder()).getAttribute('aria-expanded')).toBe('true')
})

test('the requests stay open or closed as he left them, even on the screen of a chat', async () => {
  await follow(two)
  const list = (
    <ChatState value={chats}>
      <ChatList openId={undefined} ownId={ownId} />
    </ChatState>
  )
  const first = show(list, '/chat', { 'GET /api/chats': () => ok(two) })
  await userEvent.click(await folder())
  first.unmount()
  const second = show(list, '/chat', { 'GET /api/chats': () => ok(two) })
  expect((await folder()).getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(await folder())
  second.unmount()
  show(list, '/chat', { 'GET /api/chats': () => ok(two) })
  expect((await folder()).getAttribute('aria-expanded')).toBe('false')
})

test('a father without chats is told that he has none, and the list has no second button to start one', async () => {
  draw([])
  expect(await screen.findByText('No chats yet')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('while the list of chats loads it says so, and after a failure it can be loaded again', async () => {
  const { handlers } = show(<ChatList openId={undefined} ownId={ownId} />, '/chat', {
    'GET /api/chats': () => refused(404, 'route.unknown', 'No.'),
  })
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(await screen.findByText('The chats could not be loaded')).toBeDefined()
  handlers['GET /api/chats'] = () => ok([aChat()])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByRole('link', { name: /Kwame/ })).toBeDefined())
  expect(screen.queryByText('The chats could not be loaded')).toBeNull()
})
