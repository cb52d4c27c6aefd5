import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PasskeySettings } from '../features/auth/passkeys/passkey-settings.tsx'
import { showLanguage } from '../platform/language/language.ts'
import { lastNotice } from '../testing/last-notice.ts'
import { show } from '../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../testing/stand-in-server.ts'
import { Page } from './auth.tsx'

const bytes = new Uint8Array([1, 2, 3]).buffer
const toLogIn = { challenge: 'AQID', timeout: 300_000, rpId: location.hostname, userVerification: 'preferred' }
const toMake = {
  challenge: 'AQID',
  timeout: 300_000,
  rp: { id: location.hostname, name: 'Papadag' },
  user: { id: 'AQID', name: 'Papadag', displayName: 'Papadag' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
}
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: null,
    attestationObject: bytes,
    getTransports: () => ['internal'],
  },
}

/** The browser's part, which no test browser has: what its user does when he is asked. */
function giveBrowser({ get = async () => credential, create = async () => credential, autofill = false } = {}) {
  const isConditionalMediationAvailable = async () => autofill
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable }),
  )
  const credentials = {
    get: vi.fn<(asked: unknown) => Promise<unknown>>(get),
    create: vi.fn<(asked: unknown) => Promise<unknown>>(create),
  }
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  return credentials
}

function nameHost(content: string) {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'passkeys', content }))
}

const givenUp = () => Promise.reject(new DOMException('He closed it.', 'NotAllowedError'))

function open(at: string, handlers: Handlers = {}) {
  const sent: unknown[] = []
  const noting: Handlers = Object.fromEntries(
    Object.entries(handlers).map(([call, answer]) => [
      call,
      body => {
        if (body !== undefined) sent.push(body)
        return answer(body)
      },
    ]),
  )
  history.replaceState(null, '', at)
  return { ...show(<Page />, at, noting), sent, user: userEvent.setup() }
}

const button = () => screen.findByRole('button', { name: 'Log in with a passkey' })
const options = { 'GET /api/auth/passkeys/options': () => ok(toLogIn) }

beforeAll(async () => {
  // Loaded first, so that no test waits for a slow disk.
  await Promise.all([
    import('@papadag/ui/layers/dialog'),
    import('../features/auth/passkeys/ceremonies.ts'),
    import('../features/auth/passkeys/passkey-login.tsx'),
    import('../features/auth/register-form.tsx'),
  ])
})
beforeEach(() => showLanguage('en'))
afterEach(() => {
  for (const meta of document.querySelectorAll('meta[name="passkeys"]')) meta.remove()
  Reflect.deleteProperty(navigator, 'credentials')
})

test.each([
  ['where the server makes none', undefined, true],
  ['at another host than the server makes them for', 'papadag.example', true],
  ['in a browser that has none', location.hostname, false],
])('no passkey is offered %s', (_, host, hasThem) => {
  if (host !== undefined) nameHost(host)
  if (hasThem) giveBrowser()
  open('/auth')
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
})

test('a tap on the button logs in with the passkey that he chooses', async () => {
  nameHost(location.hostname)
  const { get } = giveBrowser()
  const { sent, user } = open('/auth', { ...options, 'POST /api/auth/passkeys': () => ok(daan) })
  await user.click(await button())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toMatchObject([{ id: 'AQID', type: 'public-key', remember: false, response: { signature: 'AQID' } }])
  expect(get.mock.lastCall?.[0]).toMatchObject({ publicKey: { userVerification: 'preferred' } })
})

test('the browser offers passkeys in the field of the username, without a tap on the button', async () => {
  nameHost(location.hostname)
  const { get } = giveBrowser({ autofill: true })
  const { sent } = open('/auth', { ...options, 'POST /api/auth/passkeys': () => ok(daan) })
  expect(screen.getByLabelText('Username')).toHaveProperty('autocomplete', 'username webauthn')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(get.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' })
})

test.each([
  ['the button', false],
  ['the field of the username', true],
])('a passkey of %s keeps this device logged in if he asks for it, as a password does', async (_, autofill) => {
  nameHost(location.hostname)
  let choose = (_credential: unknown) => {}
  const chosen = new Promise<unknown>(resolve => {
    choose = resolve
  })
  giveBrowser({ autofill, get: () => chosen as Promise<typeof credential> })
  const { sent, user } = open('/auth', { ...options, 'POST /api/auth/passkeys': () => ok(daan) })
  await user.click(screen.getByRole('checkbox', { name: 'Remember this device' }))
  if (!autofill) await user.click(await button())
  choose(credential)
  await waitFor(() => expect(sent).toMatchObject([{ id: 'AQID', remember: true }]))
})

test('a refused passkey is said in the server’s sentence, and whoever gives up is told nothing', async () => {
  nameHost(location.hostname)
  const { get } = giveBrowser({ get: givenUp })
  const { user } = open('/auth', {
    ...options,
    'POST /api/auth/passkeys': () => refused(401, 'auth.wrongPasskey', 'You can’t log in here with this passkey.'),
  })
  await user.click(await button())
  await waitFor(() => expect(get).toHaveBeenCalled())
  await waitFor(async () => expect((await button()).getAttribute('aria-busy')).toBeNull())
  expect(lastNotice()?.title).not.toBe('Login failed')
  get.mockImplementation(async () => credential)
  await user.click(await button())
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Login failed',
      description: 'You can’t log in here with this passkey.',
    }),
  )
})

test('whoever has passkeys of a former address reads that they do not work here', async () => {
  nameHost(location.hostname)
  giveBrowser()
  open('/auth', { 'GET /api/auth/passkeys/options': () => ok({ ...toLogIn, isMoved: true }) })
  await screen.findByText(/Papadag has a new address.*Log in with your password, and make a new one\./)
})

test('a new father registers with a passkey under his own name, and sends no password', async () => {
  nameHost(location.hostname)
  const { create } = giveBrowser()
  const { sent, user } = open('/auth?tab=register', {
    'GET /api/auth/passkeys/options': () => ok(toMake),
    'POST /api/register': () => refused(409, 'auth.usernameTaken', 'This username is already taken.'),
  })
  fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Bas' } })
  for (const [label, value] of [
    ['Last name', 'Dekker'],
    ['Username', 'bas'],
    ['E-mail', 'bas@papadag.test'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await user.click(screen.getByRole('button', { name: 'Use a passkey instead of a password' }))
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findAllByText('This username is already taken.')
  expect(create.mock.lastCall?.[0]).toMatchObject({ publicKey: { user: { name: 'bas', displayName: 'Bas' } } })
  expect(sent).toMatchObject([{ username: 'bas', passkey: { id: 'AQID' } }])
  expect(sent[0]).not.toHaveProperty('password')

  // The next attempt uses the passkey that there is.
  await user.type(screen.getByLabelText('Username'), '2')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(create).toHaveBeenCalledTimes(1)
})

test('whoever gives up making one keeps what he has typed, and can choose a password', async () => {
  nameHost(location.hostname)
  giveBrowser({ create: givenUp })
  const { asked, user } = open('/auth?tab=register', { 'GET /api/auth/passkeys/options': () => ok(toMake) })
  fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Bas' } })
  for (const [label, value] of [
    ['Last name', 'Dekker'],
    ['Username', 'bas'],
    ['E-mail', 'bas@papadag.test'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await user.click(screen.getByRole('button', { name: 'Use a passkey instead of a password' }))
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Registration failed' }))
  expect(asked).not.toContain('POST /api/register')
  await user.click(screen.getByRole('button', { name: 'Choose a password instead' }))
  expect(screen.getByLabelText('Password')).toBeTruthy()
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'bas')
})

const phone = { id: 7, name: 'Phone', createdAt: '2026-11-01T10:00:00.000Z', lastUsedOn: '2026-11-20' }
const tablet = { ...phone, id: 8, name: 'Tablet', lastUsedOn: null }

function openSettings(handlers: Handlers = {}) {
  const answers = { 'GET /api/users/me/passkeys': () => ok([phone, tablet]), ...handlers }
  return { ...show(<PasskeySettings />, '/profile', answers), user: userEvent.setup() }
}

test('the settings list passkeys with the day of their last use, and rename one', async () => {
  nameHost(location.hostname)
  giveBrowser()
  const bodies: unknown[] = []
  const { user } = openSettings({
    'PATCH /api/users/me/passkeys/7': body => {
      bodies.push(body)
      return ok({ ...phone, name: 'Work phone' })
    },
  })
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toMatch(/Phone.*20 November/)
  expect(second?.textContent).toMatch(/Tablet.*Not used yet/)
  await user.click(screen.getByRole('button', { name: 'Rename: Phone' }))
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Work phone{Enter}')
  await waitFor(() => expect(bodies).toEqual([{ name: 'Work phone' }]))
})

test('the last way in stays, and the sentence says why', async () => {
  nameHost(location.hostname)
  giveBrowser()
  const { user } = openSettings({
    'DELETE /api/users/me/passkeys/7': () => refused(409, 'passkey.lastWayIn', 'Set a password first.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Remove: Phone' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'The passkey still works', description: 'Set a password first.' }),
  )
})

test('a passkey is made on this device, unless it has one already', async () => {
  nameHost(location.hostname)
  const { create } = giveBrowser()
  const { asked, user } = openSettings({
    'GET /api/users/me/passkeys/options': () => ok(toMake),
    'POST /api/users/me/passkeys': () => ({ status: 201, body: tablet }),
  })
  const make = await screen.findByRole('button', { name: 'Make a passkey' })
  await user.click(make)
  await waitFor(() => expect(asked).toContain('POST /api/users/me/passkeys'))
  await waitFor(() => expect(make.getAttribute('aria-busy')).toBeNull())
  create.mockRejectedValue(new DOMException('It is here.', 'InvalidStateError'))
  await user.click(make)
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ description: 'This device already has a passkey for your account.' }),
  )
})

test('where passkeys do not work those he has can still be removed, and without any nothing is shown', async () => {
  openSettings()
  await screen.findByText('Passkeys don’t work in this browser.')
  expect(screen.queryByRole('button', { name: 'Make a passkey' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove: Phone' })).toBeTruthy()
})
