import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { aChat, ownId } from '../../testing/chats.ts'
import { show } from '../../testing/show.tsx'
import { ok, refused } from '../../testing/stand-in-server.ts'
import { ThreadPane } from './thread-pane.tsx'

beforeEach(() => showLanguage('en'))

const thread = (changes: Parameters<typeof aChat>[0] = {}) =>
  aChat({ kind: 'playdate', playdateId: 7, title: 'Kites', ...changes })

function open(answer: ReturnType<typeof ok>, myStatus: 'creator' | 'joined' = 'joined') {
  const onGone = vi.fn()
  show(<ThreadPane chat={thread()} playdateId={7} ownId={ownId} onGone={onGone} Invitation={() => null} />, '/chat/5', {
    'GET /api/playdates/7/thread': () => answer,
    'GET /api/playdates/7': () => ok(aPlaydate({ id: 7, myStatus })),
  })
  return onGone
}

test('the creator can make a message an announcement, and nobody else', async () => {
  open(ok(thread()), 'creator')
  expect(await screen.findByRole('switch', { name: 'As an announcement', checked: false })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Message to everybody who is coming' })).toBeTruthy()
})

test('a guest writes to everybody, and is shown no switch', async () => {
  open(ok(thread()))
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
  open(ok(answer), 'creator')
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('who is no longer on the playdate is led away', async () => {
  const onGone = open(refused(404, 'chat.unknown', 'This chat could not be found.'))
  await waitFor(() => expect(onGone).toHaveBeenCalled())
})
