import type { Chat } from '@papadag/contract/chat'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import {
  a,
  aChat,
  answers,
  arrives,
  asked,
  chats,
  connected,
  follow,
  ownId,
  prepareChats,
} from '../../testing/chats.ts'
import { theSocket } from '../../testing/live-stand-in.ts'
import { show } from '../../testing/show.tsx'
import { ok } from '../../testing/stand-in-server.ts'
import { ConversationPane } from './conversation-pane.tsx'
import { ChatState } from './store/chat-state.ts'

prepareChats()
beforeEach(() => showLanguage('en'))

function draw(changes: Partial<Chat> = {}, isHere = true) {
  const onBlock = vi.fn()
  show(
    <ChatState value={isHere ? chats : undefined}>
      <ConversationPane
        chat={aChat(changes)}
        ownId={ownId}
        ahead={<p>ahead</p>}
        onBlock={onBlock}
        Invitation={() => null}
      />
    </ChatState>,
    '/chat/5',
    {
      'GET /api/users/2': () => ok(aFather({ city: 'Utrecht', childrenInfo: [] })),
      'GET /api/ws-token': () => ok({ token: 'ticket' }),
    },
  )
  return onBlock
}
const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox')

test('a chat’s header says where the other father lives, and while he is typing it says that', async () => {
  await connected()
  draw()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kwame Mensah')
  expect(screen.getByText('ahead')).toBeDefined()
  expect(await screen.findByText('Utrecht')).toBeDefined()
  act(() => theSocket().says({ type: 'typing', chatId: 5, userId: 2 }))
  expect(screen.getByText('is typing…')).toBeDefined()
  expect(screen.queryByText('Utrecht')).toBeNull()
  act(() => arrives(a(1)))
  expect(screen.queryByText('is typing…')).toBeNull()
})

test('until there is a connection the header says so, and after a lost one a banner does', async () => {
  await follow()
  draw()
  expect(screen.getByText('Connecting…')).toBeDefined()
  expect(screen.queryByText(/Connection lost/)).toBeNull()
  act(() => theSocket().welcomes())
  expect(await screen.findByText('Utrecht')).toBeDefined()
  act(() => theSocket().close())
  expect(screen.getByText('Connection lost. Reconnecting...')).toBeDefined()
  expect(screen.queryByText('Connecting…')).toBeNull()
})

test('opening a chat asks for its messages, and what a father writes is sent', async () => {
  await connected()
  draw()
  await waitFor(() => expect(asked()).toHaveLength(1))
  act(() => answers([a(1)], false))
  expect(await screen.findByText('bericht 1')).toBeDefined()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Hi' } })
  expect(theSocket().of('typing')).toEqual([{ chatId: 5 }])
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  expect(theSocket().of('send_message')).toMatchObject([{ chatId: 5, content: 'Hi' }])
  // One at a time.
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'And' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
})

test.each([
  ['a chat that cannot be written in', { readOnly: true }, false],
  ['any other chat', {}, true],
])(
  '%s offers the profile, blocking and a field for a message only where they are of use',
  async (_, changes, isOffered) => {
    await connected()
    draw(changes)
    await userEvent.click(screen.getByRole('button', { name: 'More options for the chat with Kwame Mensah' }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(isOffered ? ['Report', 'Block'] : ['Report'])
    expect(screen.queryByRole('link', { name: 'View profile of Kwame Mensah' }) !== null).toBe(isOffered)
    expect(field() !== null).toBe(isOffered)
    expect(screen.queryByText(/You have blocked Kwame/) !== null).toBe(!isOffered)
  },
)

test('a father who wants to block the other is asked whether he is sure', async () => {
  await connected()
  const onBlock = draw()
  await userEvent.click(screen.getByRole('button', { name: 'More options for the chat with Kwame Mensah' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block' }))
  expect(onBlock).toHaveBeenCalledOnce()
})

test('a father whose account is gone is not shown as somebody who was blocked', async () => {
  await connected()
  const [own] = aChat().participants
  const gone = { id: 2, firstName: 'Deleted', lastName: '', profileImage: null }
  draw({ readOnly: true, participants: own ? [own, gone] : [] })
  expect(screen.getByText(/no longer exists/)).toBeDefined()
})

test.each([
  ['none is left', 0, 0, true],
  ['the last one is under way', 1, 1, true],
  ['one is left', 1, 0, false],
  ['there is no limit', null, 1, false],
])('a request waits for an answer when %s', async (_, messagesLeft, underWay, isClosed) => {
  await connected()
  for (let sent = 0; sent < underWay; sent += 1) chats.send(5, 'Hi')
  draw({ messagesLeft })
  expect(field()?.readOnly).toBe(isClosed)
  expect(screen.queryByText('You can write again once Kwame answers.') !== null).toBe(isClosed)
})

test.each([
  ['are offered before the first message to a stranger', { isAwaiting: true }, true],
  ['are not offered to somebody he knows', {}, false],
  ['are not offered after a message', { isAwaiting: true, lastSeq: 1 }, false],
])('opening lines %s', async (_, changes, areOffered) => {
  await connected()
  draw(changes)
  expect(screen.queryByRole('list', { name: 'To get started' }) !== null).toBe(areOffered)
})

test('opening lines disappear while the first message is being sent', async () => {
  await connected()
  draw({ isAwaiting: true })
  act(() => chats.send(5, 'Hi'))
  expect(screen.queryByRole('list', { name: 'To get started' })).toBeNull()
  cleanup()
})

test('a father can answer a request, and in another chat there is nothing to answer', async () => {
  await connected()
  draw({ isRequest: true })
  expect(screen.getByRole('region', { name: 'Request from Kwame' })).toBeDefined()
})

test('a chat shows that it is loading until the chats have arrived', async () => {
  draw({}, false)
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(screen.queryByRole('log')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Request from Kwame' })).toBeNull()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Hi' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
})
