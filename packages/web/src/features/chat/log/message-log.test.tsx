import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import {
  a,
  aChat,
  answers,
  arrives,
  asked,
  chatId,
  chats,
  connected,
  open,
  ownId,
  prepareChats,
} from '../../../testing/chats.ts'
import { theSocket } from '../../../testing/live-stand-in.ts'
import { show } from '../../../testing/show.tsx'
import { MessageLog } from './message-log.tsx'

prepareChats()

const [whole, part] = [2000, 500]
beforeEach(async () => {
  await showLanguage('nl')
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(whole)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(part)
})

function Log() {
  const conversation = useSyncExternalStore(chats.watch, () => chats.conversation(chatId))
  return (
    <MessageLog
      chats={chats}
      chat={aChat()}
      conversation={conversation}
      ownId={ownId}
      name="Kwame"
      Invitation={() => null}
    />
  )
}

/** A chat with two messages, read to its end. */
async function read() {
  await connected([aChat({ lastSeq: 2 })])
  open()
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  answers([a(1), a(2)], false)
  show(<Log />, `/chat/${chatId}`)
  return screen.findByRole('log')
}

const marks = () =>
  theSocket()
    .of('mark_read')
    .map(({ seq }) => seq)
const toNew = () => screen.queryByRole('button', { name: 'Nieuwe berichten' })

test('at the end of a chat new messages scroll into view and count as read, and no button is needed to get there', async () => {
  const log = await read()
  expect(log.scrollTop).toBe(whole)
  expect(marks()).toEqual([2])
  expect(toNew()).toBeNull()
  log.scrollTop = whole - part
  fireEvent.scroll(log)
  act(() => arrives(a(3)))
  await screen.findByText('bericht 3')
  expect(log.scrollTop).toBe(whole)
  expect(marks()).toEqual([2, 3])
  expect(toNew()).toBeNull()
})

test('a father who has scrolled up stays there, and gets to new messages with one tap', async () => {
  const log = await read()
  log.scrollTop = 300
  fireEvent.scroll(log)
  expect(toNew()).toBeNull()
  act(() => arrives(a(3)))
  const button = await screen.findByRole('button', { name: 'Nieuwe berichten' })
  expect(log.scrollTop).toBe(300)
  expect(marks()).toEqual([2])
  await userEvent.click(button)
  expect(log.scrollTop).toBe(whole)
  expect(marks()).toEqual([2, 3])
  expect(toNew()).toBeNull()
})

test('a father’s own message from another device does not count as new', async () => {
  const log = await read()
  log.scrollTop = 300
  fireEvent.scroll(log)
  act(() => arrives(a(3, { senderId: ownId })))
  await screen.findByText('bericht 3')
  expect(toNew()).toBeNull()
})
