import type { Chat } from '@papadag/contract/chat'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aChat, daysAgo } from '../../../testing/chats.ts'
import { readAgain } from '../../../testing/read-again.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, daan, ok, refused } from '../../../testing/stand-in-server.ts'
import { ThreadLink } from './thread-link.tsx'

beforeEach(() => showLanguage('en'))

const at = 'GET /api/playdates/7/thread'
const draw = (answer: Answer) => show(<ThreadLink playdateId={7} />, '/playdates', { [at]: () => answer })
const thread = (changes: Partial<Chat> = {}) => aChat({ kind: 'playdate', playdateId: 7, title: 'Kites', ...changes })
const said = { content: 'Bring boots', sentAt: daysAgo(0), senderId: 2, senderName: 'Kwame' }

test.each<[string, Partial<Chat>, string]>([
  ['the last message', { lastMessage: said, unreadCount: 2 }, 'Group chatKwame: Bring boots2 new'],
  ['that he wrote it himself', { lastMessage: { ...said, senderId: daan.id } }, 'Group chatYou: Bring boots'],
  ['no name where an account was deleted', { lastMessage: { ...said, senderName: '' } }, 'Group chatBring boots'],
  [
    'an invitation without its link',
    { lastMessage: { ...said, content: `${location.origin}/playdates?open=9` } },
    'Group chatKwame: Invitation to a playdate',
  ],
  ['the last message of a closed one', { lastMessage: said, readOnly: true }, 'Group chatKwame: Bring boots'],
  ['that it is closed', { readOnly: true }, 'Group chatClosed'],
  ['what it is for', {}, 'Group chatAgree with everybody who is coming'],
])('the link to the group chat says %s', async (_, changes, words) => {
  draw(ok(thread(changes)))
  expect(screen.getByText('Loading...')).toBeDefined()
  const link = await screen.findByRole('link')
  expect([link.textContent, link.getAttribute('href')]).toEqual([words, '/chat/5'])
  expect(screen.queryByText('Loading...')).toBeNull()
})

test('a father who is alone on a playdate has no group chat', async () => {
  draw(refused(404, 'chat.unknown', 'No.'))
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  expect(document.querySelector('main')?.textContent).toBe('')
})

test('a group chat that cannot be loaded says so, and what was shown stays', async () => {
  const { handlers } = draw(refused(403, 'request.forbidden', 'No.'))
  expect(await screen.findByText(/The group chat could not be loaded\./)).toBeDefined()
  handlers[at] = () => ok(thread())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link')).toBeDefined()
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
  handlers[at] = () => refused(403, 'request.forbidden', 'No.')
  await readAgain()
  expect(screen.getByRole('link')).toBeDefined()
})
