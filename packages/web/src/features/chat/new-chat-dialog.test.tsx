import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { NewChatDialog } from './new-chat-dialog.tsx'

beforeAll(async () => {
  await import('@papadag/ui/layers/dialog')
})
beforeEach(() => showLanguage('en'))

const father = (id: number) => aFather({ id, firstName: `Dad ${id}`, lastName: '', city: 'Utrecht' })
const fathers = (count: number) => Array.from({ length: count }, (_, at) => father(at + 2))

function open(handlers: Handlers) {
  const onClose = vi.fn()
  return { onClose, ...show(<NewChatDialog open onClose={onClose} />, '/chat', handlers) }
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Who do you want to talk to?' }))
const names = () =>
  dialog()
    .queryAllByRole('button', { name: /^Dad/ })
    .map(({ textContent }) => textContent)

test('fifty fathers are listed, and the others on request, with the focus on the first new one', async () => {
  open({ 'GET /api/users?limit=51': () => ok(fathers(51)), 'GET /api/users?limit=101': () => ok(fathers(60)) })
  await waitFor(() => expect(names()).toHaveLength(50))
  expect(names()[0]).toContain('Utrecht')
  await userEvent.click(dialog().getByRole('button', { name: 'More dads' }))
  await waitFor(() => expect(names()).toHaveLength(60))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Dad 52'))
  expect(dialog().queryByRole('button', { name: 'More dads' })).toBeNull()
})

test('when more fathers cannot be loaded those listed stay, and the next press tries again', async () => {
  const { handlers } = open({
    'GET /api/users?limit=51': () => ok(fathers(51)),
    'GET /api/users?limit=101': () => refused(403, 'request.forbidden', 'No.'),
  })
  await waitFor(() => expect(names()).toHaveLength(50))
  const more = dialog().getByRole('button', { name: 'More dads' })
  await userEvent.click(more)
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toBe('The dads could not be loaded.'))
  expect(names()).toHaveLength(50)
  handlers['GET /api/users?limit=101'] = () => ok(fathers(51))
  await userEvent.click(more)
  await waitFor(() => expect(names()).toHaveLength(51))
  expect(dialog().queryByRole('alert')).toBeNull()
})

test('a list of exactly fifty fathers has no button for more', async () => {
  open({ 'GET /api/users?limit=51': () => ok(fathers(50)) })
  await waitFor(() => expect(names()).toHaveLength(50))
  expect(dialog().queryByRole('button', { name: 'More dads' })).toBeNull()
})

test('a search starts when typing stops, without the spaces around it, and clearing it takes effect at once', async () => {
  const { asked } = open({
    'GET /api/users?limit=51': () => ok(fathers(2)),
    'GET /api/users?q=Sam&limit=51': () => ok([father(9)]),
  })
  await waitFor(() => expect(names()).toHaveLength(2))
  expect(dialog().getByRole('status').textContent).toBe('')
  await userEvent.type(dialog().getByRole('searchbox'), ' Sam ')
  await waitFor(() => expect(names()).toHaveLength(1))
  expect(asked.filter(call => call.includes('/users?'))).toEqual([
    'GET /api/users?limit=51',
    'GET /api/users?q=Sam&limit=51',
  ])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 })
  await userEvent.click(dialog().getByRole('button', { name: 'Clear search' }))
  await vi.advanceTimersByTimeAsync(100)
  vi.useRealTimers()
  expect(names()).toHaveLength(2)
})

test('a search that finds no father says so', async () => {
  open({ 'GET /api/users?limit=51': () => ok([]) })
  expect(await dialog().findByText('Nobody found.')).toBeDefined()
  expect(dialog().queryByRole('list')).toBeNull()
  expect(names()).toEqual([])
})

test('when fathers cannot be loaded the dialog says so, and a retry loads them', async () => {
  const { handlers } = open({ 'GET /api/users?limit=51': () => refused(403, 'request.forbidden', 'No.') })
  expect(await dialog().findByText(/The dads could not be loaded\./)).toBeDefined()
  handlers['GET /api/users?limit=51'] = () => ok(fathers(1))
  await userEvent.click(dialog().getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(names()).toHaveLength(1))
})

test('while a chat is being opened nobody else can be chosen, and then the dialog closes', async () => {
  let answer = (_: Answer) => {}
  const { onClose } = open({
    'GET /api/users?limit=51': () => ok(fathers(2)),
    'POST /api/chats': () => new Promise<Answer>(resolve => (answer = resolve)),
  })
  await waitFor(() => expect(names()).toHaveLength(2))
  const [first, second] = dialog().getAllByRole<HTMLButtonElement>('button', { name: /^Dad/ })
  expect([first?.disabled, second?.disabled]).toEqual([false, false])
  await userEvent.click(first ?? document.body)
  await waitFor(() => expect([first?.disabled, second?.disabled]).toEqual([true, true]))
  expect(onClose).not.toHaveBeenCalled()
  answer({ status: 201, body: { id: 8 } })
  await waitFor(() => expect(location.pathname).toBe('/chat/8'))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each<[string, Answer | TypeError, string]>([
  ['the server’s reason', refused(403, 'chat.notAllowed', 'Not now.'), 'Not now.'],
  [
    'what is wrong with the choice',
    {
      status: 400,
      body: {
        error: 'E',
        message: 'E',
        code: 'request.invalid',
        issues: [{ path: 'participants', message: 'Choose one.' }],
      },
    },
    'Choose one.',
  ],
  ['to try again', { status: 400 }, 'The chat could not be opened. Please try again later.'],
  [
    'that there is no connection',
    new TypeError('No network'),
    'There is no connection. Please try again when it is back.',
  ],
])('a chat that could not be opened says so, with %s', async (_, answer, description) => {
  const { onClose } = open({
    'GET /api/users?limit=51': () => ok(fathers(1)),
    'POST /api/chats': () => {
      if (answer instanceof TypeError) throw answer
      return answer
    },
  })
  await waitFor(() => expect(names()).toHaveLength(1))
  await userEvent.click(dialog().getByRole('button', { name: /^Dad/ }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Error', description }))
  expect(onClose).not.toHaveBeenCalled()
})
