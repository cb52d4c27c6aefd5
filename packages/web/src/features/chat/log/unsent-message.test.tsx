import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { show } from '../../../testing/show.tsx'
import type { Chats } from '../store/chats.ts'
import { UnsentMessage } from './unsent-message.tsx'

beforeEach(() => showLanguage('nl'))

const unused = {} as Chats // only its buttons use it
const refused = {
  clientId: 'a',
  chatId: 5,
  content: 'Hoi',
  writtenAt: '2026-11-23T12:00:00Z',
  state: 'failed',
} as const

test.each([
  ['chat.awaitAnswer', true, 'Wacht even op antwoord.'],
  ['chat.awaitAnswer', false, 'Niet verzonden'],
  ['user.stopped', false, 'Wacht even op antwoord.'],
])(
  'a message refused with %s gives that reason only while it is true (he must wait for an answer: %s)',
  (code, mustAwait, said) => {
    const unsent = { ...refused, code, reason: 'Wacht even op antwoord.' }
    show(<UnsentMessage chats={unused} unsent={unsent} follows={false} mustAwait={mustAwait} />, '/chat/5')
    expect(screen.getByRole('alert').textContent).toBe(said)
  },
)

test('a failed message can be sent again or removed, and has neither time nor mark', async () => {
  const [sendAgain, discard] = [vi.fn(), vi.fn()]
  const chats = { sendAgain, discard } as Partial<Chats> as Chats // only these are used
  show(<UnsentMessage chats={chats} unsent={refused} follows={false} mustAwait={false} />, '/chat/5')
  expect(document.querySelector('time')).toBeNull()
  expect(screen.queryByText(/bezig/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Opnieuw' }))
  expect(sendAgain).toHaveBeenCalledWith(refused)
  expect(discard).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Verwijderen' }))
  expect(discard).toHaveBeenCalledWith(refused)
})

test('a message that is being sent says so, and offers nothing', () => {
  const unsent = { ...refused, state: 'sending', announcement: true } as const
  show(<UnsentMessage chats={unused} unsent={unsent} follows={false} mustAwait={false} />, '/chat/5')
  expect(document.querySelector('time')).not.toBeNull()
  expect(screen.getByText('Mededeling')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
