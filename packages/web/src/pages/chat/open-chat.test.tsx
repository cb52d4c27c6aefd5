import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { aChat } from '../../testing/chats.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { shownToast } from '../../testing/toasts.ts'
import { Page } from './chat.tsx'

beforeAll(async () => {
  await Promise.all([
    import('../../features/chat/thread/thread-pane.tsx'),
    import('../../features/users/fathers/block-dialog.tsx'),
    import('@papadag/ui/layers/dialog'),
    import('@papadag/ui/layers/menu-list'),
  ])
})
beforeEach(() => showLanguage('en'))

const open = (handlers: Handlers = {}) =>
  show(<Page id={5} />, '/chat/5', {
    'GET /api/chats': () => ok([]),
    'GET /api/users/2': () => ok(aFather()),
    'GET /api/users/me/playdates': () => ok([]),
    ...handlers,
  })
const heading = () => screen.findByRole('heading', { level: 1 })

test('a chat in the list opens without a request of its own, and is marked in the list', async () => {
  const { asked } = open({ 'GET /api/chats': () => ok([aChat(), aChat({ id: 6 })]) })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kwame Mensah'))
  expect(asked).not.toContain('GET /api/chats/5')
  expect(screen.getAllByRole('link', { current: 'page' }).map(link => link.getAttribute('href'))).toEqual(['/chat/5'])
  expect(screen.getByRole('heading', { name: 'Chats', level: 2 })).toBeDefined()
  expect(screen.queryByText('Select a chat or start a new conversation')).toBeNull()
})

test('a chat that is not in the list is requested once the list is known', async () => {
  let answer = () => {}
  const { asked } = open({
    'GET /api/chats': () => new Promise(resolve => (answer = () => resolve(ok([aChat({ id: 6 })])))),
    'GET /api/chats/5': () => ok(aChat()),
  })
  expect((await heading()).textContent).toBe('Chat')
  expect(asked).not.toContain('GET /api/chats/5')
  answer()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kwame Mensah'))
})

test('a chat opens even though the list cannot be read', async () => {
  open({
    'GET /api/chats': () => refused(403, 'request.forbidden', 'No.'),
    'GET /api/chats/5': () => ok(aChat()),
  })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kwame Mensah'))
})

test('an unknown chat leads back to the list, and says so', async () => {
  open({ 'GET /api/chats/5': () => refused(404, 'chat.unknown', 'No.') })
  const before = history.length
  await waitFor(() => expect(location.pathname).toBe('/chat'))
  expect(history.length).toBe(before)
  expect(lastNotice()).toMatchObject({ title: 'Error', description: 'This chat could not be found.' })
  expect(screen.queryByText('The chat could not be loaded')).toBeNull()
})

test('a chat that cannot be loaded says so, and loads on retry', async () => {
  const { handlers } = open({ 'GET /api/chats/5': () => refused(403, 'request.forbidden', 'No.') })
  expect(await screen.findByRole('heading', { name: 'The chat could not be loaded', level: 1 })).toBeDefined()
  expect(location.pathname).toBe('/chat/5')
  expect(lastNotice()).toBeUndefined()
  handlers['GET /api/chats/5'] = () => ok(aChat())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kwame Mensah'))
})

test('the group chat of a playdate opens as a group chat', async () => {
  open({
    'GET /api/chats': () => ok([aChat({ kind: 'playdate', playdateId: 7, title: 'Kites' })]),
    'GET /api/playdates/7/thread': () => ok(aChat({ kind: 'playdate', playdateId: 7, title: 'Kites' })),
    'GET /api/playdates/7': () => ok(aPlaydate({ id: 7 })),
  })
  expect(await screen.findByRole('link', { name: 'View the playdate Kites' })).toBeDefined()
  expect(screen.queryByRole('link', { name: /View profile/ })).toBeNull()
})

test('a father who no longer takes part in the playdate is taken back to the list, which is no error', async () => {
  open({
    'GET /api/chats': () => ok([aChat({ kind: 'playdate', playdateId: 7, title: 'Kites' })]),
    'GET /api/playdates/7/thread': () => refused(404, 'chat.unknown', 'No.'),
    'GET /api/playdates/7': () => ok(aPlaydate({ id: 7 })),
  })
  await waitFor(() => expect(shownToast()).toBe('You are no longer in this chat'))
  expect(location.pathname).toBe('/chat')
  expect(lastNotice()).toBeUndefined()
})

test('a father who is taken out of a circle while its chat is open is taken back to the list, which is no error', async () => {
  const inIt = aChat({ kind: 'circle', circleId: 6, title: 'Woensdag' })
  const { handlers } = open({ 'GET /api/chats': () => ok([inIt]), 'GET /api/chats/5': () => ok(inIt) })
  expect(await screen.findByRole('link', { name: 'View the circle Woensdag' })).toBeDefined()
  handlers['GET /api/chats'] = () => ok([])
  handlers['GET /api/chats/5'] = () => refused(404, 'chat.unknown', 'No.')
  await act(() => reads.invalidateQueries())
  await waitFor(() => expect(shownToast()).toBe('You are no longer in this chat'))
  expect(location.pathname).toBe('/chat')
  expect(lastNotice()).toBeUndefined()
})

test('blocking asks first, can be called off, and leads back to the list', async () => {
  open({ 'GET /api/chats': () => ok([aChat()]), 'POST /api/users/2/block': () => ({ status: 204 }) })
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More options for the chat with Kwame Mensah' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Block' }))
    return screen.findByRole('alertdialog').catch(() => screen.findByRole('dialog'))
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  await ask()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
  expect(location.pathname).toBe('/chat/5')
  await ask()
  await userEvent.click(screen.getByRole('button', { name: /^Block/ }))
  await waitFor(() => expect(location.pathname).toBe('/chat'))
})
