import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import {
  a,
  aChat,
  answers,
  asked,
  chats,
  connected,
  follow,
  numbers,
  ownId,
  pending,
  prepareChats,
  sentFrames,
} from '../../../testing/chats.ts'
import { theSocket } from '../../../testing/live-stand-in.ts'
import { readAgain } from '../../../testing/read-again.ts'
import { show } from '../../../testing/show.tsx'
import { ok, refused } from '../../../testing/stand-in-server.ts'
import { ChatState } from '../store/chat-state.ts'
import { ThreadPane } from './thread-pane.tsx'

prepareChats()
beforeEach(() => showLanguage('en'))

const thread = (changes: Parameters<typeof aChat>[0] = {}) =>
  aChat({ kind: 'playdate', playdateId: 7, title: 'Kites', ...changes })

function open(answer: ReturnType<typeof ok>) {
  const onGone = vi.fn()
  show(<ThreadPane chat={thread()} ownId={ownId} onGone={onGone} Invitation={() => null} />, '/chat/5', {
    'GET /api/playdates/7/thread': () => answer,
  })
  return onGone
}

test('the creator can make a message an announcement, and nobody else', async () => {
  open(ok(thread({ canAnnounce: true })))
  expect(
    await screen.findByRole('switch', { name: 'Send this message as an announcement', checked: false }),
  ).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Message to everybody who is coming' })).toBeTruthy()
})

test('until the chats have loaded, something takes the place of the messages above the field', async () => {
  open(ok(thread()))
  const field = await screen.findByRole('textbox')
  const messages = screen.getByText('Loading...')
  expect(messages.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a guest writes to everybody, and sees no switch for announcements', async () => {
  open(ok(thread({ canAnnounce: false })))
  await screen.findByRole('textbox')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kites'))
  expect(screen.queryByRole('switch')).toBeNull()
})

test.each([
  ['that is closed', thread({ readOnly: true }), 'This group chat is closed. You cannot send messages here any more.'],
  [
    'without anybody else',
    thread({ readOnly: true, participants: thread().participants.slice(0, 1) }),
    'Nobody else is on this playdate now. You can write again once somebody joins.',
  ],
])('a group chat %s says so instead of taking messages', async (_, answer, sentence) => {
  open(ok({ ...answer, canAnnounce: true }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a father who no longer takes part in the playdate is led out of its group chat', async () => {
  const onGone = open(refused(404, 'chat.unknown', 'This chat could not be found.'))
  await waitFor(() => expect(onGone).toHaveBeenCalled())
})

function live(answer = ok(thread({ canAnnounce: true }))) {
  const onGone = vi.fn()
  const { handlers } = show(
    <ChatState value={chats}>
      <ThreadPane chat={thread()} ownId={ownId} onGone={onGone} Invitation={() => null} />
    </ChatState>,
    '/chat/5',
    {
      'GET /api/playdates/7/thread': () => answer,
      'GET /api/ws-token': () => ok({ token: 'ticket' }),
    },
  )
  return { onGone, handlers }
}

test('the group chat’s header names the other participants, and says when there is no connection yet', async () => {
  await follow()
  const [own, kwame] = thread().participants
  const lee = { id: 3, firstName: 'Lee', lastName: 'Jong', profileImage: null }
  live(ok(thread({ participants: own && kwame ? [own, kwame, lee] : [] })))
  expect(screen.getByText('Connecting…')).toBeTruthy()
  act(() => theSocket().welcomes())
  expect(await screen.findByText('You, Kwame and Lee')).toBeTruthy()
  expect(screen.queryByText(/Connection lost/)).toBeNull()
  act(() => theSocket().close())
  expect(screen.getByText('Connection lost. Reconnecting...')).toBeTruthy()
  expect(screen.getByText('You, Kwame and Lee')).toBeTruthy()
})

test('a message sent as an announcement is one, and the next is an ordinary message', async () => {
  await connected()
  live()
  await waitFor(() => expect(asked()).toHaveLength(1))
  const announces = await screen.findByRole('switch', { name: 'Send this message as an announcement' })
  await userEvent.click(announces)
  const write = (value: string) => {
    fireEvent.change(screen.getByRole('textbox'), { target: { value } })
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  }
  write('Bring boots')
  expect(announces.getAttribute('aria-checked') ?? String((announces as HTMLInputElement).checked)).toBe('false')
  expect(sentFrames()).toMatchObject([{ content: 'Bring boots', announcement: true }])
  // Nobody is shown who is typing.
  expect(theSocket().of('typing')).toEqual([])
  // One at a time.
  write('Bye')
  expect(sentFrames()).toHaveLength(1)
  const [first] = pending()
  act(() =>
    theSocket().says({
      type: 'message',
      message: a(1, { senderId: ownId, clientId: first?.clientId, content: 'Bring boots' }),
    }),
  )
  await waitFor(() => expect(sentFrames()).toHaveLength(2))
  expect(sentFrames()[1]?.announcement).toBeUndefined()
})

test('messages name their senders, and disappear when the father no longer takes part in the playdate', async () => {
  await connected()
  const { onGone, handlers } = live()
  await waitFor(() => expect(asked()).toHaveLength(1))
  act(() => answers([a(1)], false))
  const log = await screen.findByRole('log')
  await waitFor(() => expect(log.textContent).toContain('Kwame Mensah'))
  expect(onGone).not.toHaveBeenCalled()
  handlers['GET /api/playdates/7/thread'] = () => refused(404, 'chat.unknown', 'No.')
  await readAgain()
  await waitFor(() => expect(onGone).toHaveBeenCalled())
  expect(numbers()).toEqual([])
})

test('any other failure leaves the father in the group chat', async () => {
  await connected()
  const { onGone } = live(refused(403, 'request.forbidden', 'No.'))
  expect(await screen.findByText('Kites')).toBeTruthy()
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(onGone).not.toHaveBeenCalled()
})

test('the chat of a series without a date ahead is read by itself, and leads to no playdate', async () => {
  const chat = thread({
    kind: 'series',
    playdateId: null,
    seriesId: 4,
    participants: thread().participants.slice(0, 1),
  })
  show(<ThreadPane chat={chat} ownId={ownId} onGone={() => {}} Invitation={() => null} />, '/chat/5', {
    'GET /api/chats/5': () => ok({ ...chat, readOnly: true }),
  })
  expect(await screen.findByText(/You can write again once somebody joins/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'View the playdate Kites' })).toBeNull()
})
