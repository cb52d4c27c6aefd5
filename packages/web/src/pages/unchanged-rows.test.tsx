import type { Chat } from '@papadag/contract/chat'
import type { Notification } from '@papadag/contract/notifications'
import { screen, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../platform/language/language.ts'
import { readAgain } from '../testing/read-again.ts'
import { show } from '../testing/show.tsx'
import { daan, ok } from '../testing/stand-in-server.ts'
import { Page as ChatPage } from './chat/chat.tsx'
import { Page as Notifications } from './notifications/notifications.tsx'

const drawn = vi.hoisted((): string[] => [])

// Each chat and each notification has one picture.
vi.mock(import('@papadag/ui/pictures/avatar'), async importOriginal => {
  const original = await importOriginal()
  return {
    ...original,
    Avatar: props => {
      drawn.push(props.name)
      return createElement(original.Avatar, props)
    },
  }
})
vi.mock(import('./notifications/notification-text.tsx'), () => ({
  NotificationText: ({ notification: { person } }) => person?.lastName,
  actionFor: () => undefined,
}))

const sent = '2026-11-20T10:00:00.000Z'
const father = (id: number, lastName: string) => ({ id, firstName: 'Jan', lastName, profileImage: null })

const aChat = (id: number, name: string): Chat => ({
  id,
  kind: 'pair',
  playdateId: null,
  seriesId: null,
  circleId: null,
  title: null,
  startTime: null,
  participants: [{ ...father(daan.id, ''), firstName: 'Daan' }, father(id + 100, name)],
  unreadCount: 0,
  lastMessage: { content: 'Tot morgen', sentAt: sent, senderId: id + 100, senderName: 'Jan' },
  readOnly: false,
  isRequest: false,
  isAwaiting: false,
  messagesLeft: null,
  canAnnounce: false,
  marks: [],
  ownReadSeq: 1,
  lastSeq: 1,
})

const aNotification = (id: number, name: string): Notification => ({
  id,
  kind: 'playdate.left',
  details: { playdateId: id, title: `Modderen ${id}` },
  person: father(id + 100, name),
  createdAt: sent,
  isRead: true,
})

type List = { page: ReactNode; at: string; read: string; item: (id: number, name: string) => { id: number } }

const lists: [string, List][] = [
  ['chat', { page: <ChatPage />, at: '/chat', read: 'GET /api/chats', item: aChat }],
  [
    'notification',
    { page: <Notifications />, at: '/notifications', read: 'GET /api/notifications', item: aNotification },
  ],
]

beforeEach(() => showLanguage('nl'))

test.each(lists)('a %s that appears above the others, or moves there, does not draw them again', async (_, list) => {
  const { page, at, read, item } = list
  let all = Array.from({ length: 30 }, (_, index) => item(index + 1, `nummer ${index + 1}`))
  show(page, at, { [read]: () => ok(all) })
  await screen.findByText(/nummer 30/)

  drawn.length = 0
  all = [item(31, 'nieuw'), ...all]
  await readAgain()
  await waitFor(() => expect(drawn).toEqual(['Jan nieuw']))

  drawn.length = 0
  all = [item(20, 'anders'), ...all.filter(({ id }) => id !== 20)]
  await readAgain()
  await waitFor(() => expect(drawn).toContain('Jan anders'))
  expect(drawn.filter(name => name !== 'Jan anders')).toEqual([])
})
