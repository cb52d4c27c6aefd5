import type { Chat, Message, Reactions } from '@papadag/contract/chat'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { closeReport, useReported } from '../../../platform/screen/reporting.ts'
import { aPlaydate } from '../../../testing/a-playdate.ts'
import {
  a,
  aChat,
  answers,
  asked,
  chats,
  connected,
  ownId,
  pending,
  prepareChats,
  sentFrames,
} from '../../../testing/chats.ts'
import { theSocket } from '../../../testing/live-stand-in.ts'
import { readAgain } from '../../../testing/read-again.ts'
import { show } from '../../../testing/show.tsx'
import { ok } from '../../../testing/stand-in-server.ts'
import { ChatState } from '../store/chat-state.ts'
import { ThreadPane } from './thread-pane.tsx'

prepareChats()
beforeEach(() => {
  closeReport()
  date = {}
  return showLanguage('en')
})

const thumb: Reactions = { '👍': { count: 1, mine: false, names: ['Kwame'] } }

let date: Partial<Playdate> = {}

/** The thread of a playdate with these messages, of which the first has this reaction. */
async function open(messages: Message[], changes: Partial<Chat> = {}, first: Reactions = thumb, at = '/chat/5') {
  await connected()
  const thread = aChat({ kind: 'playdate', playdateId: 7, title: 'Kites', ...changes })
  let given = first
  const sent: string[] = []
  const taking = (mark: string, mine: boolean) => (body: unknown) => {
    sent.push(`${mark} ${JSON.stringify(body)}`)
    given = mine ? { '👍': { count: 2, mine: true, names: ['Kwame', 'Daan'] } } : thumb
    return ok(given)
  }
  const shown = show(
    <ChatState value={chats}>
      <ThreadPane chat={thread} ownId={ownId} onGone={() => {}} Invitation={() => null} />
    </ChatState>,
    at,
    {
      'GET /api/playdates/7/thread': () => ok(thread),
      'GET /api/playdates/8': () => ok(aPlaydate({ id: 8, startTime: '2931-12-02T09:00:00.000Z', ...date })),
      'GET /api/chats/5/reactions': () => ok([{ seq: 1, reactions: given }]),
      'GET /api/chats/5/messages?afterSeq=1&before=3': () => ok([a(2, { content: 'From before' })]),
      'GET /api/chats/5/messages?afterSeq=0&before=2': () => ok([]),
      'PUT /api/chats/5/messages/1/reaction': taking('add', true),
      'DELETE /api/chats/5/messages/1/reaction': taking('remove', false),
    },
  )
  await waitFor(() => expect(asked()).toHaveLength(1))
  act(() => answers(messages, false))
  await screen.findByRole('log')
  return { ...shown, sent, give: (reactions: Reactions) => (given = reactions) }
}

const menuOf = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('menu', { name })
}

test('a father replies to one message, sees it quoted above the field, and can leave that', async () => {
  await open([a(1, { content: 'Who brings a ball?' })])
  const reply = async () =>
    userEvent.click(
      within(await menuOf('Options for the message of Kwame Mensah')).getByRole('menuitem', { name: 'Reply' }),
    )
  await reply()
  const field = screen.getByRole('textbox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  const cancel = screen.getByRole('button', { name: 'Do not reply to this message' })
  expect(cancel.parentElement?.textContent).toContain('Kwame Mensah: Who brings a ball?')
  await userEvent.click(cancel)
  expect(screen.queryByRole('button', { name: 'Do not reply to this message' })).toBeNull()
  await reply()
  await userEvent.type(field, 'I do{Enter}')
  expect(sentFrames()).toMatchObject([{ content: 'I do', replyTo: 1 }])
  // Kept until it is acknowledged, also without a connection.
  expect(pending()).toMatchObject([{ replyTo: 1 }])
  const bubble = screen.getByText('I do').closest('div')
  expect(bubble?.textContent).toContain('Kwame Mensah: Who brings a ball?')
  expect(screen.queryByRole('button', { name: 'Do not reply to this message' })).toBeNull()
})

test('a message that is not on this device is read for its quotation, and one that is gone leaves none', async () => {
  await open([a(3, { replyTo: 2, content: 'Later' }), a(4, { replyTo: 1, content: 'Latest' })])
  expect(await screen.findByText('From before')).toBeTruthy()
  expect(screen.getByText('Latest').closest('div')?.textContent).not.toContain('bericht 1')
})

test('a reaction shows who gave it, and a press adds his own or takes it back', async () => {
  const { sent } = await open([a(1)])
  const row = await screen.findByRole('button', { name: '👍 Kwame', pressed: false })
  await userEvent.click(row)
  const own = await screen.findByRole('button', { name: '👍 Kwame and Daan', pressed: true })
  await userEvent.click(own)
  await screen.findByRole('button', { name: '👍 Kwame', pressed: false })
  expect(sent).toEqual(['add {"emoji":"👍"}', 'remove {"emoji":"👍"}'])
})

test('reactions of others appear when the server says that they have changed', async () => {
  const { give } = await open([a(1)])
  await screen.findByRole('button', { name: '👍 Kwame' })
  give({ '❓': { count: 3, mine: false, names: ['Kwame', 'Lee', 'Ravi'] } })
  await readAgain()
  expect(await screen.findByRole('button', { name: '❓ 3 Kwame, Lee and Ravi' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '👍 Kwame' })).toBeNull()
})

test('the menu of a message has five reactions, reached with the arrows, and reports others’ messages alone', async () => {
  const { sent } = await open([a(1), a(2, { senderId: ownId })])
  const own = await menuOf('Options for your message')
  expect(within(own).queryByRole('menuitem', { name: 'Report' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  const menu = await menuOf('Options for the message of Kwame Mensah')
  expect(within(menu).getAllByRole('menuitemcheckbox')).toHaveLength(5)
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('👍')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Reply')
  await userEvent.keyboard('{Home}{Enter}')
  await waitFor(() => expect(sent).toEqual(['add {"emoji":"👍"}']))
  await userEvent.click(
    within(await menuOf('Options for the message of Kwame Mensah')).getByRole('menuitem', { name: 'Report' }),
  )
  const reported = renderHook(useReported).result.current
  expect(reported).toEqual({ type: 'message', id: 101, name: 'the message of Kwame Mensah' })
})

test('where nothing can be written, a message can only be reported', async () => {
  await open([a(1), a(2, { senderId: ownId })], { readOnly: true })
  const menu = await menuOf('Options for the message of Kwame Mensah')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Report'])
  expect(within(menu).queryByRole('menuitemcheckbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Options for your message' })).toBeNull()
})

test('in the chat of a series a message shows the date that it is about, and one opened from a date’s sheet is about that', async () => {
  await open([a(1), a(2, { playdateId: 8 })], { kind: 'series', seriesId: 4 }, thumb, '/chat/5?about=8')
  expect((await screen.findByRole('link', { name: /2 December 2931/ })).getAttribute('href')).toBe('/playdates?open=8')
  const field = screen.getByRole('textbox')
  const cancel = await screen.findByRole('button', { name: 'Do not write about this date' })
  await userEvent.type(field, 'Boots?{Enter}')
  expect(sentFrames()).toMatchObject([{ content: 'Boots?', playdateId: 8 }])
  await userEvent.click(cancel)
  act(() => theSocket().says({ type: 'message', message: a(3, { senderId: ownId, clientId: pending()[0]?.clientId }) }))
  await waitFor(() => expect(pending()).toEqual([]))
  await userEvent.type(field, 'And a ball{Enter}')
  await waitFor(() => expect(sentFrames()).toHaveLength(2))
  expect(sentFrames()[1]?.playdateId).toBeUndefined()
})

const ofCircle = { kind: 'circle', circleId: 4 } as const

test('whoever answers what is about a date of the circle writes about that date, unless he does not want to', async () => {
  await open([a(1, { playdateId: 8, content: 'Who brings a ball?' })], ofCircle)
  const reply = async () =>
    userEvent.click(
      within(await menuOf('Options for the message of Kwame Mensah')).getByRole('menuitem', { name: 'Reply' }),
    )
  await reply()
  const field = screen.getByRole('textbox')
  await screen.findByRole('button', { name: 'Do not write about this date' })
  await userEvent.type(field, 'I do{Enter}')
  expect(sentFrames()).toMatchObject([{ content: 'I do', replyTo: 1, playdateId: 8 }])
  act(() => theSocket().says({ type: 'message', message: a(2, { senderId: ownId, clientId: pending()[0]?.clientId }) }))
  await waitFor(() => expect(pending()).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Do not write about this date' })).toBeNull()
  await reply()
  await userEvent.click(await screen.findByRole('button', { name: 'Do not write about this date' }))
  await userEvent.type(field, 'For all of us{Enter}')
  await waitFor(() => expect(sentFrames()).toHaveLength(2))
  expect(sentFrames()[1]).toMatchObject({ replyTo: 1 })
  expect(sentFrames()[1]?.playdateId).toBeUndefined()
})

test.each([
  ['announces', 'his own date', true],
  ['cannot announce', 'the date of another', false],
])('in the chat of a circle a planner %s what is about %s', async (_, __, may) => {
  date = { myStatus: may ? 'creator' : 'joined' }
  await open([a(1)], { ...ofCircle, canAnnounce: true }, thumb, '/chat/5?about=8')
  await screen.findByRole('button', { name: 'Do not write about this date' })
  const name = 'Send this message as an announcement'
  if (!may) return expect(screen.queryByRole('switch', { name })).toBeNull()
  await userEvent.click(await screen.findByRole('switch', { name }))
  await userEvent.type(screen.getByRole('textbox'), 'Boots!{Enter}')
  expect(sentFrames()).toMatchObject([{ announcement: true, playdateId: 8 }])
  await userEvent.click(screen.getByRole('button', { name: 'Do not write about this date' }))
  expect(screen.queryByRole('switch', { name })).toBeNull()
})

test('the thread of one date says of no message which date it is about', async () => {
  await open([a(1, { playdateId: 8, content: 'Boots?' })])
  expect(await screen.findByText('Boots?')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /2 December 2931/ })).toBeNull()
})
