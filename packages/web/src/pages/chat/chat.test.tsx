import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './chat.tsx'

beforeAll(async () => {
  await Promise.all([import('../../features/chat/new-chat-dialog.tsx'), import('@papadag/ui/layers/dialog')])
})
beforeEach(() => showLanguage('en'))

const open = (handlers: Handlers = {}) =>
  show(<Page />, '/chat', {
    'GET /api/chats': () => ok([]),
    'GET /api/users?limit=51': () => ok([aFather()]),
    ...handlers,
  })

async function chooseKwame() {
  await userEvent.click(screen.getAllByRole('button', { name: 'New Chat' })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog'))
  const people = await dialog.findAllByRole('button', { name: /Kwame Mensah|Daan de Vries/ })
  expect(people.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Kwame Mensah')])
  await userEvent.click(people[0] ?? document.body)
}

test('until a chat is selected, the right pane says what to do', () => {
  open()
  const pane = screen.getByRole('region', { name: 'Conversation' })
  expect(pane.textContent).toContain('Select a chat or start a new conversation')
})

test('a father starts a new chat with a user from the list, and it opens', async () => {
  open({
    'POST /api/chats': body => {
      expect(body).toEqual({ participants: [2] })
      return { status: 201, body: { id: 8 } }
    },
  })
  await chooseKwame()
  await waitFor(() => expect(location.pathname).toBe('/chat/8'))
})

test('a chat that could not be started says why', async () => {
  open({ 'POST /api/chats': () => refused(403, 'chat.notAllowed', 'He is not taking new chats.') })
  await chooseKwame()
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'Error', description: 'He is not taking new chats.' }),
  )
  expect(location.pathname).toBe('/chat')
})
