import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { EmailStatus } from './email-status.tsx'
import { type Errand, errandIn, hasMail } from './mail-link.ts'
import { Recovery } from './recovery.tsx'

function open(errand: Errand, handlers: Handlers = {}) {
  const onLead = vi.fn()
  const sent: unknown[] = []
  const noted: Handlers = Object.fromEntries(
    Object.entries(handlers).map(([call, answer]) => [
      call,
      body => {
        sent.push(body)
        return answer(body)
      },
    ]),
  )
  const shown = show(<Recovery errand={errand} advice={() => null} name="daan" onLead={onLead} />, '/auth', noted)
  return { ...shown, sent, onLead, user: userEvent.setup() }
}

const unknownToken = () => refused(404, 'recovery.unknownToken', 'Deze link werkt niet meer. Vraag een nieuwe aan.')
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => showLanguage('nl'))

test('the address selects the recovery screen', () => {
  expect(errandIn('?reset=abc')).toEqual({ kind: 'reset', token: 'abc' })
  expect(errandIn('?next=%2Fchat&confirm=abc')).toEqual({ kind: 'confirm', token: 'abc' })
  expect(errandIn('?forgot=')).toEqual({ kind: 'forgot', token: '' })
  expect(errandIn('?next=%2F')).toBeUndefined()
})

test('recovery by mail is offered only where the server sends mail', () => {
  expect(hasMail()).toBe(false)
  const mark = document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'mail' }))
  expect(hasMail()).toBe(true)
  mark.remove()
})

test('requesting a reset link gives the same answer for every address', async () => {
  const { user, sent } = open({ kind: 'forgot', token: '' }, { 'POST /api/password-resets': () => ({ status: 202 }) })
  const field = screen.getByRole('textbox', { name: /E-mail/ })
  await user.type(field, 'daan@nergens{Enter}')
  expect(screen.getByText('Voer een geldig e-mailadres in')).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(field)
  await user.type(field, ' daan@papadag.test {Enter}')
  await screen.findByText(/Hoort dit adres bij een account/)
  expect(sent).toEqual([{ email: 'daan@papadag.test' }])
  expect(screen.getByRole('button', { name: 'Opnieuw sturen' })).toBeTruthy()
})

test('a refused request is shown', async () => {
  const { user } = open(
    { kind: 'forgot', token: '' },
    { 'POST /api/password-resets': () => refused(429, 'request.tooOften', 'Even rustig aan.') },
  )
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), 'daan@papadag.test{Enter}')
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'De link is niet verstuurd', description: 'Even rustig aan.' }),
  )
})

test('a reset link leads to a new password and then to the login', async () => {
  const { user, sent, onLead } = open(
    { kind: 'reset', token: 'a-token' },
    {
      'POST /api/password-resets/a-token': () => ({ status: 204 }),
      'GET /api/user': () => refused(401, 'auth.required', 'Log eerst in.'),
    },
  )
  expect(document.activeElement).toBe(await heading('Kies een nieuw wachtwoord'))
  await user.type(screen.getByLabelText('Nieuw wachtwoord'), 'kort{Enter}')
  expect(screen.getByText('Minimaal 6 tekens')).toBeTruthy()
  await user.type(screen.getByLabelText('Nieuw wachtwoord'), ' maar langer{Enter}')
  await waitFor(() => expect(onLead.mock.calls).toEqual([['login']]))
  expect(sent).toEqual([{ newPassword: 'kort maar langer' }, undefined])
})

test('a weak password is refused beside its field', async () => {
  const message = 'Dit wachtwoord is te makkelijk te raden.'
  const { user, onLead } = open(
    { kind: 'reset', token: 'a-token' },
    {
      'POST /api/password-resets/a-token': () => ({
        status: 400,
        body: { error: message, code: 'request.invalid', issues: [{ path: 'newPassword', message }] },
      }),
    },
  )
  await user.type(screen.getByLabelText('Nieuw wachtwoord'), 'welkom{Enter}')
  await screen.findByText(message)
  expect(document.activeElement).toBe(screen.getByLabelText('Nieuw wachtwoord'))
  expect(onLead).not.toHaveBeenCalled()
})

test.each([['a-token'], ['']])('an invalid link offers a new one: %j', async token => {
  const { user, onLead } = open({ kind: 'reset', token }, { 'POST /api/password-resets/a-token': unknownToken })
  if (token) await user.type(screen.getByLabelText('Nieuw wachtwoord'), 'een heel ander{Enter}')
  await heading('Deze link werkt niet meer')
  fireEvent.click(screen.getByRole('button', { name: 'Nieuwe link aanvragen' }))
  expect(onLead.mock.calls).toEqual([['forgot']])
})

test('a confirmation link works once, without a tap', async () => {
  const { asked, user, onLead } = open(
    { kind: 'confirm', token: 'a-token' },
    { 'POST /api/email-confirmations/a-token': () => ({ status: 204 }) },
  )
  await screen.findByText('Je e-mailadres is bevestigd.')
  expect(asked).toEqual(['POST /api/email-confirmations/a-token'])
  await user.click(screen.getByRole('button', { name: 'Verder naar Papadag' }))
  expect(onLead.mock.calls).toEqual([['login']])
})

test('a failed confirmation can be retried', async () => {
  let isThere = false
  const { user } = open(
    { kind: 'confirm', token: 'a-token' },
    {
      'POST /api/email-confirmations/a-token': () => {
        if (!isThere) throw new TypeError('Failed to fetch')
        return unknownToken()
      },
    },
  )
  await heading('Je e-mailadres is niet bevestigd')
  isThere = true
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  await heading('Deze link werkt niet meer')
})

test('the settings show an unconfirmed address and resend the link', async () => {
  const asked: string[] = []
  show(<EmailStatus email="daan@papadag.test" />, '/profile', {
    'GET /api/users/me/email-confirmation': () => ok({ isConfirmed: false, refusedAt: null }),
    'POST /api/users/me/email-confirmation': () => {
      asked.push('again')
      return { status: 202 }
    },
  })
  await screen.findByText('Nog niet bevestigd')
  expect(screen.getByText('daan@papadag.test')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Opnieuw sturen' }))
  await waitFor(() => expect(asked).toEqual(['again']))
})

test('a confirmed address shows no prompt', async () => {
  show(<EmailStatus email="daan@papadag.test" />, '/profile', {
    'GET /api/users/me/email-confirmation': () => ok({ isConfirmed: true, refusedAt: null }),
  })
  await screen.findByText('Bevestigd')
  expect(screen.queryByRole('button')).toBeNull()
})

test('an address that is refused says so instead, and can be changed or tried again', async () => {
  const asked: unknown[] = []
  show(<EmailStatus email="daan@papadag.test" />, '/profile', {
    'GET /api/users/me/email-confirmation': () => ok({ isConfirmed: true, refusedAt: '2031-06-01T08:00:00.000Z' }),
    'POST /api/users/me/email-confirmation': () => {
      asked.push('again')
      return { status: 202 }
    },
  })
  await screen.findByText('Mail naar dit adres wordt geweigerd. Klopt het?')
  expect(screen.queryByText('Bevestigd')).toBeNull()
  expect(screen.getByRole('link', { name: 'Adres wijzigen' }).getAttribute('href')).toBe('/profile?mode=edit')
  fireEvent.click(screen.getByRole('button', { name: 'Opnieuw sturen' }))
  await waitFor(() => expect(asked).toEqual(['again']))
})

test('a code is asked for by name or address, and typed in the same place', async () => {
  const { user, sent, onLead } = open({ kind: 'ask', token: '' }, { 'POST /api/auth/codes': () => ({ status: 202 }) })
  const field = screen.getByRole('textbox', { name: /Gebruikersnaam of e-mail/ })
  // As he typed it at the login.
  expect(field).toHaveProperty('value', 'daan')
  await user.type(field, '{Enter}')
  await waitFor(() => expect(onLead.mock.calls).toEqual([['enter']]))
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Stuur me een code' }))
  expect(screen.getByText('Vul je gebruikersnaam in')).toBeTruthy()
  await user.type(field, ' daan@papadag.test{Enter}')
  await waitFor(() => expect(sent).toEqual([{ username: 'daan' }, { email: 'daan@papadag.test' }]))
})

test('a mail server that is down is said, and the code can be asked for again', async () => {
  const down = () => refused(503, 'mail.unavailable', 'We kunnen nu geen mail versturen.')
  const { user, onLead } = open({ kind: 'ask', token: '' }, { 'POST /api/auth/codes': down })
  await user.click(screen.getByRole('button', { name: 'Stuur me een code' }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ description: 'We kunnen nu geen mail versturen.' }))
  expect(onLead).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Stuur me een code' })).toHaveProperty('disabled', false)
})

test('a code is accepted as people type it, and a wrong one is said at the field and kept', async () => {
  let right = false
  const { user, sent } = open(
    { kind: 'enter', token: '' },
    {
      'POST /api/auth/codes/enter': () =>
        right ? ok(daan) : refused(401, 'auth.wrongCode', 'Deze code klopt niet of is verlopen.'),
    },
  )
  const field = screen.getByRole('textbox', { name: /Code/ })
  expect(field).toHaveProperty('autocomplete', 'one-time-code')
  await user.type(field, '12{Enter}')
  expect(screen.getByText('Een code heeft zes cijfers')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(field, '3 ４５６{Enter}')
  await screen.findByText('Deze code klopt niet of is verlopen.')
  expect(field).toHaveProperty('value', '123 ４５６')
  right = true
  await user.type(field, '{Enter}')
  await waitFor(() => expect(sent).toHaveLength(2))
})

test('a recovery code without a name, or of another length, is said at its field and not sent', async () => {
  const { user, sent } = open({ kind: 'paper', token: '' }, { 'POST /api/auth/recovery': () => ok(daan) })
  const [name, code] = [
    screen.getByRole('textbox', { name: /Gebruikersnaam/ }),
    screen.getByRole('textbox', { name: /Herstelcode/ }),
  ]
  await user.clear(name)
  await user.type(code, 'abcde-fghj{Enter}')
  expect(screen.getByText('Vul je gebruikersnaam in')).toBeTruthy()
  expect(document.activeElement).toBe(name)
  await user.type(name, 'daan{Enter}')
  expect(screen.getByText('Een herstelcode heeft tien letters en cijfers')).toBeTruthy()
  expect(document.activeElement).toBe(code)
  expect(sent).toEqual([])
  await user.type(code, 'k{Enter}')
  await waitFor(() => expect(sent).toEqual([{ username: 'daan', code: 'abcde-fghjk', remember: false }]))
})

const byLink = (isAsking: boolean): Handlers => ({
  'GET /api/auth/codes/a-token': () => ok({ code: '123456', isAsking }),
  'POST /api/auth/codes/enter': () => ok(daan),
})

test('a mailed link shows its code in a browser that did not ask for it', async () => {
  open({ kind: 'code', token: 'a-token' }, byLink(false))
  await screen.findByText('123456')
  expect(screen.queryByRole('button', { name: 'Inloggen' })).toBeNull()
})

test('a mailed link logs in with one tap in the browser that asked, and then leads on', async () => {
  const { user, sent, onLead } = open({ kind: 'code', token: 'a-token' }, byLink(true))
  await user.click(await screen.findByRole('button', { name: 'Inloggen' }))
  await waitFor(() => expect(onLead.mock.calls).toEqual([['login']]))
  expect(sent).toContainEqual({ code: '123456', remember: false })
})

test('a link whose code is over leads to another one', async () => {
  const { user, onLead } = open({ kind: 'code', token: 'a-token' }, { 'GET /api/auth/codes/a-token': unknownToken })
  await heading('Deze link werkt niet meer')
  await user.click(screen.getByRole('button', { name: 'Stuur me een code' }))
  expect(onLead.mock.calls).toEqual([['ask']])
})
