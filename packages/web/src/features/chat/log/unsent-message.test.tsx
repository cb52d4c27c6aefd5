import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
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
])('a message refused with %s gives that reason as long as it is true (must await: %s)', (code, mustAwait, said) => {
  const unsent = { ...refused, code, reason: 'Wacht even op antwoord.' }
  show(<UnsentMessage chats={unused} unsent={unsent} follows={false} mustAwait={mustAwait} />, '/chat/5')
  expect(screen.getByRole('alert').textContent).toBe(said)
})
