import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Recovery } from '../features/recovery/recovery.tsx'
import { PasswordForm } from '../features/users/settings/password-form.tsx'
import { heedFilledFields } from '../platform/browser/filled-fields.ts'
import { showLanguage } from '../platform/language/language.ts'
import { show } from '../testing/show.tsx'
import { daan, ok } from '../testing/stand-in-server.ts'
import { Page } from './auth.tsx'

beforeAll(heedFilledFields)
beforeEach(() => showLanguage('en'))
afterEach(() => sessionStorage.clear())

type Fields = Record<string, string>

const account = {
  'First name': 'Daan',
  'Last name': 'de Vries',
  Username: 'daan',
  'E-mail': 'daan@papadag.example',
  Password: 'zandkasteel',
  'Once more': 'zandkasteel',
}

const nothing = () => {}
const recovering = (kind: 'forgot' | 'reset') => (
  <Recovery errand={{ kind, token: 'abc' }} advice={() => null} name="" onLead={nothing} />
)

const forms: [what: string, page: ReactNode, at: string, call: string, fields: Fields, button: string, body: object][] =
  [
    [
      'logs in',
      <Page key="p" />,
      '/auth',
      'POST /api/login',
      { Username: 'daan', Password: 'zandkasteel' },
      'Log in',
      { username: 'daan', password: 'zandkasteel' },
    ],
    [
      'registers',
      <Page key="p" />,
      '/auth?tab=register',
      'POST /api/register',
      account,
      'Create account',
      { firstName: 'Daan', username: 'daan', email: 'daan@papadag.example', password: 'zandkasteel' },
    ],
    [
      'asks for a new password',
      recovering('forgot'),
      '/auth?forgot',
      'POST /api/password-resets',
      { 'E-mail': 'daan@papadag.example' },
      'Send me a link',
      { email: 'daan@papadag.example' },
    ],
    [
      'changes his password',
      <PasswordForm key="f" advice={() => null} />,
      '/profile',
      'POST /api/users/me/password',
      { 'Current password': 'zandkasteel', 'New password': 'glijbaan12' },
      'Change password',
      { currentPassword: 'zandkasteel', newPassword: 'glijbaan12' },
    ],
  ]

const ways: [how: string, fill: (field: HTMLInputElement, value: string) => void][] = [
  [
    'an extension',
    // It does not see what React has attached to the field.
    (field, value) => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value),
  ],
  [
    'a script of the page',
    (field, value) => {
      field.value = value
    },
  ],
]

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

for (const [how, fill] of ways)
  test.each(forms)(`a father %s with what ${how} has filled in`, async (_, page, at, call, fields, button, body) => {
    const sent: unknown[] = []
    const take = (given: unknown) => {
      sent.push(given)
      return ok(daan)
    }
    show(page, at, { [call]: take, 'GET /api/calendar-feeds': () => ok([]) })
    await screen.findByLabelText(Object.keys(fields)[0] ?? '')
    for (const [label, value] of Object.entries(fields)) fill(field(label), value)
    // Showing it again in between does not wipe it.
    act(() => void showLanguage('en'))
    for (const [label, value] of Object.entries(fields)) expect(field(label).value).toBe(value)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: button })))
    await waitFor(() => expect(sent).toMatchObject([body]))
  })

test('typing in one field keeps what was filled into the other', async () => {
  show(<Page />, '/auth')
  const [, extension] = ways[0] ?? []
  await screen.findByLabelText('Username')
  extension?.(field('Password'), 'zandkasteel')
  fireEvent.change(field('Username'), { target: { value: 'daan' } })
  expect(field('Password').value).toBe('zandkasteel')
  await act(async () => fireEvent.keyDown(field('Username'), { key: 'Tab' }))
  expect(field('Password').value).toBe('zandkasteel')
  expect(field('Username').value).toBe('daan')
})
