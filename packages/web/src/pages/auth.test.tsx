import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../platform/data/reads.ts'
import { keepDraftsOf, wipeDrafts } from '../platform/drafts.ts'
import { showLanguage } from '../platform/language/language.ts'
import { forgetNotices } from '../platform/screen/notices.ts'
import { haveArrived, isOpenOnArrival } from '../platform/session/circle-code.ts'
import { forgetInvitation } from '../platform/session/kept-invitation.ts'
import { lastNotice } from '../testing/last-notice.ts'
import { type Answer, daan, ok, refused, serve } from '../testing/stand-in-server.ts'
import { Page } from './auth.tsx'

type Handlers = Record<string, (body: unknown) => Answer | Promise<Answer>>

async function open(at: string, handlers: Handlers = {}) {
  history.replaceState(null, '', at)
  const sent: unknown[] = []
  const server = serve(
    Object.fromEntries(
      Object.entries(handlers).map(([call, answer]) => [
        call,
        body => {
          sent.push(body)
          return answer(body)
        },
      ]),
    ),
  )
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={reads}>
        <main>
          <Page />
        </main>
      </QueryClientProvider>
    </I18nProvider>,
  )
  if (at.includes('register')) await screen.findByLabelText('First name')
  return { ...server, sent, user: userEvent.setup({ applyAccept: false }) }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const errorAt = (label: string) => {
  const [id = ''] = (field(label).getAttribute('aria-describedby') ?? '').split(' ')
  return field(label).ariaInvalid || field(label).getAttribute('aria-invalid')
    ? document.getElementById(id)?.textContent
    : undefined
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const picture = (type = 'image/jpeg', bytes = 3) => new File([new Uint8Array(bytes)], 'daan', { type })

async function fillIn(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.type(field('First name'), 'Daan')
  await user.type(field('Last name'), 'de Vries')
  await user.type(field('Username'), 'daan')
  await user.type(field('E-mail'), 'daan@papadag.example')
  await user.type(field('Password'), 'zandkasteel')
  await user.type(field('Once more'), 'zandkasteel')
}

beforeEach(() => {
  wipeDrafts()
  return showLanguage('en')
})
afterEach(() => {
  cleanup()
  reads.clear()
  forgetNotices()
  forgetInvitation()
  haveArrived()
})

test('an empty login names what is missing, focuses the first field and sends nothing', async () => {
  const { asked } = await open('/auth')
  await press('Log in')
  expect(errorAt('Username')).toBe('Username is required')
  expect(errorAt('Password')).toBe('Password is required')
  expect(document.activeElement).toBe(field('Username'))
  expect(asked).toEqual([])
})

test('a refused login keeps the input and selects the password', async () => {
  const { user } = await open('/auth', {
    'POST /api/login': () => refused(401, 'auth.wrong', 'Invalid username or password'),
  })
  await user.type(field('Username'), 'daan')
  await user.type(field('Password'), 'zandkasteel{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  expect(lastNotice()).toMatchObject({ title: 'Login failed', description: 'Invalid username or password' })
  expect(field('Username').value).toBe('daan')
  expect(field('Password').value).toBe('zandkasteel')
  expect([field('Password').selectionStart, field('Password').selectionEnd]).toEqual([0, 'zandkasteel'.length])
})

test('without a connection the login does not claim that the password is wrong', async () => {
  const { user } = await open('/auth', { 'POST /api/login': () => Promise.reject(new TypeError('Failed to fetch')) })
  await user.type(field('Username'), 'daan')
  await user.type(field('Password'), 'zandkasteel{Enter}')
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Login failed',
      description: 'There is no connection. Please try again when it is back.',
    }),
  )
})

test('a login submitted twice is sent once', async () => {
  const { user, asked, sent } = await open('/auth', { 'POST /api/login': () => ok(daan) })
  await user.type(field('Username'), 'daan')
  await user.type(field('Password'), 'zandkasteel')
  const form = field('Username').form
  if (!form) throw new Error('There is no form.')
  await act(async () => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  await waitFor(() => expect(reads.getQueryData(['/api/user'])).toEqual(daan))
  expect(asked).toEqual(['POST /api/login'])
  expect(sent).toEqual([{ username: 'daan', password: 'zandkasteel', remember: false }])
})

test('a registration names the error of every field and focuses the first', async () => {
  const { asked, user } = await open('/auth?tab=register')
  await user.type(field('E-mail'), 'daan@nowhere')
  await user.type(field('Password'), 'short')
  await user.type(field('Once more'), 'other')
  await press('Create account')
  await waitFor(() => expect(document.activeElement).toBe(field('First name')))
  expect(errorAt('First name')).toBe('First name is required')
  expect(errorAt('Last name')).toBe('Last name is required')
  expect(errorAt('Username')).toBe('Username is required')
  expect(errorAt('E-mail')).toBe('Invalid email address')
  expect(errorAt('Password')).toBe('Password must be at least 6 characters')
  expect(errorAt('Once more')).toBe("Passwords don't match")
  expect(asked).toEqual([])
})

test('a registration sends the input without the repeated password', async () => {
  const { sent, user } = await open('/auth?tab=register', { 'POST /api/register': () => ({ status: 201, body: daan }) })
  await fillIn(user)
  await press('Create account')
  await waitFor(() => expect(reads.getQueryData(['/api/user'])).toEqual(daan))
  expect(sent).toEqual([
    {
      firstName: 'Daan',
      lastName: 'de Vries',
      username: 'daan',
      email: 'daan@papadag.example',
      password: 'zandkasteel',
      phoneNumber: '',
      city: '',
      bio: '',
      profileImage: '',
    },
  ])
})

const door = '/auth?tab=register&next=%2Fcircles%3Fcode%3DHEGF-2345'

test('whoever comes with the code of a circle reads where it leads, registers with it, and its door opens by itself', async () => {
  const { sent, user } = await open(door, { 'POST /api/register': () => ({ status: 201, body: daan }) })
  expect(screen.getByText('After that, you go on with your invitation.')).toBeTruthy()
  await fillIn(user)
  await press('Create account')
  await waitFor(() => expect(reads.getQueryData(['/api/user'])).toEqual(daan))
  expect(sent).toMatchObject([{ username: 'daan', code: 'HEGF-2345' }])
  expect([isOpenOnArrival('HEGF-2345'), isOpenOnArrival('ANDERE23')]).toEqual([true, false])
})

test.each([
  ['no longer opens', refused(404, 'circle.codeUnknown', 'This code does not work, or no longer.')],
  ['has to wait for an update', refused(409, 'circle.notYet', 'Papadag is being updated.')],
  ['was tried too often', refused(429, 'request.tooOften', 'Not so fast.')],
  ['cannot be one', { status: 400, body: { code: 'request.invalid', issues: [{ path: 'code', message: '' }] } }],
])('a code that %s keeps nobody from his account', async (_, answer) => {
  const { sent, user } = await open(door, {
    'POST /api/register': body => (JSON.stringify(body).includes('"code"') ? answer : { status: 201, body: daan }),
  })
  await fillIn(user)
  await press('Create account')
  await waitFor(() => expect(reads.getQueryData(['/api/user'])).toEqual(daan))
  expect(sent).toMatchObject([{ username: 'daan', code: 'HEGF-2345' }, { username: 'daan' }])
  expect(sent[1]).not.toHaveProperty('code')
  expect(lastNotice()?.title).not.toBe('Registration failed')
  // The door says what became of the code.
  expect(isOpenOnArrival('HEGF-2345')).toBe(true)
})

test('with a code too, what is wrong with the account is shown, and the code goes along with the next attempt', async () => {
  let isTaken = true
  const { sent, user } = await open(door, {
    'POST /api/register': () =>
      isTaken ? refused(409, 'auth.usernameTaken', 'This username is already taken.') : { status: 201, body: daan },
  })
  await fillIn(user)
  await press('Create account')
  await waitFor(() => expect(errorAt('Username')).toBe('This username is already taken.'))
  expect(isOpenOnArrival('HEGF-2345')).toBe(false)
  isTaken = false
  await user.type(field('Username'), '2')
  await press('Create account')
  await waitFor(() => expect(sent).toMatchObject([{ code: 'HEGF-2345' }, { username: 'daan2', code: 'HEGF-2345' }]))
})

test('a taken username is shown at its field, and the next attempt does not upload the picture again', async () => {
  const imageUrl = `/uploads/${'0'.repeat(32)}.webp`
  let isTaken = true
  const { asked, sent, user } = await open('/auth?tab=register', {
    'POST /api/upload/profile-image': () => ok({ imageUrl }),
    'POST /api/register': () =>
      isTaken ? refused(409, 'auth.usernameTaken', 'This username is already taken.') : { status: 201, body: daan },
  })
  await fillIn(user)
  await user.upload(field('Profile photo'), picture())
  // If both are given, the file wins.
  await user.type(screen.getByRole('textbox', { name: /address of a photo/ }), 'https://example.org/me.jpg')
  await press('Create account')
  await waitFor(() => expect(errorAt('Username')).toBe('This username is already taken.'))
  expect(document.activeElement).toBe(field('Username'))
  expect(lastNotice()).toMatchObject({ title: 'Registration failed', description: 'This username is already taken.' })

  isTaken = false
  await user.type(field('Username'), '2')
  await press('Create account')
  await waitFor(() => expect(reads.getQueryData(['/api/user'])).toEqual(daan))
  expect(asked).toEqual(['POST /api/upload/profile-image', 'POST /api/register', 'POST /api/register'])
  expect(sent.at(-1)).toMatchObject({ username: 'daan2', profileImage: imageUrl })
})

test('a failed picture upload stops the registration and says why at its field', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { asked, user } = await open('/auth?tab=register', {
    'POST /api/upload/profile-image': () => refused(400, 'image.broken', 'We cannot read this image.'),
  })
  await fillIn(user)
  await user.upload(field('Profile photo'), picture())
  await press('Create account')
  await screen.findByText('We cannot read this image.')
  expect(lastNotice()).toMatchObject({ title: 'Registration failed', description: 'Failed to upload profile image' })
  expect(log.mock.calls[0]?.[0]).toBe('Failed to upload profile image')
  log.mockRestore()
  expect(asked).toEqual(['POST /api/upload/profile-image'])

  await user.upload(field('Profile photo'), picture())
  expect(screen.queryByText('We cannot read this image.')).toBeNull()
})

test('a file that is too large or not a picture is refused with a sentence', async () => {
  const { user } = await open('/auth?tab=register')
  await user.upload(field('Profile photo'), picture('image/png', 8 * 1024 * 1024 + 1))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'File too large', description: 'Maximum file size is 8MB' }),
  )
  await user.upload(field('Profile photo'), picture('application/pdf'))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'Invalid file type', description: 'Only image files are allowed' }),
  )
  expect(screen.queryByRole('img', { name: 'This is how others see you' })).toBeNull()
})

test('a chosen picture is previewed and can be removed', async () => {
  const { user } = await open('/auth?tab=register')
  await user.upload(field('Profile photo'), picture('image/png', 8 * 1024 * 1024))
  await screen.findByRole('img', { name: 'This is how others see you' })
  await user.click(screen.getByRole('button', { name: 'Remove photo' }))
  expect(screen.queryByRole('img', { name: 'This is how others see you' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a profile photo' }))
})

test('switching tabs loses nothing, and keeps the destination in the address', async () => {
  const { user } = await open('/auth?next=%2Fplaydates')
  await user.type(field('Username'), 'daan')
  await user.click(screen.getByRole('button', { name: 'Register here' }))
  expect(location.search).toBe('?next=%2Fplaydates&tab=register')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Join the club' }))

  await user.type(await screen.findByRole('textbox', { name: /^City/ }), 'Utrecht')
  await user.upload(field('Profile photo'), picture())
  await user.click(screen.getByRole('tab', { name: 'Log in' }))
  expect(location.search).toBe('?next=%2Fplaydates')
  expect(field('Username').value).toBe('daan')

  await user.click(screen.getByRole('tab', { name: 'Register' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^City/ })).value).toBe('Utrecht')
  expect(screen.getByRole('button', { name: 'Choose another photo' })).toBeTruthy()
})

test('a reload keeps what was typed, but no password', async () => {
  const { user } = await open('/auth?tab=register')
  await fillIn(user)
  cleanup()
  wipeDrafts({})
  await open('/auth?tab=register')
  expect(field('First name').value).toBe('Daan')
  expect(field('E-mail').value).toBe('daan@papadag.example')
  expect(field('Password').value).toBe('')
  expect(JSON.stringify(sessionStorage)).not.toContain('zandkasteel')

  keepDraftsOf(daan.id)
  expect(sessionStorage).toHaveLength(0)
})

test('changing the language keeps what was typed', async () => {
  const { user } = await open('/auth?tab=register')
  await user.type(field('First name'), 'Daan')
  await press('Create account')
  await waitFor(() => expect(errorAt('Last name')).toBe('Last name is required'))
  await act(() => showLanguage('nl'))
  expect(errorAt('Achternaam')).toBe('Vul je achternaam in')
  expect(field('Voornaam').value).toBe('Daan')
})

test('password advice follows the input', async () => {
  const { user } = await open('/auth?tab=register')
  await user.type(field('Password'), 'zand')
  expect(screen.getByText(/^Weak/)).toBeTruthy()
  await user.type(field('Password'), 'kasteel')
  expect(screen.getByText(/^Fair/)).toBeTruthy()
  await user.type(field('Password'), ' met vlaggen')
  expect(screen.getByText('Strong')).toBeTruthy()
})

test('a registration that failed without a reason says so', async () => {
  const { user } = await open('/auth?tab=register', { 'POST /api/register': () => ({ status: 500 }) })
  await fillIn(user)
  await press('Create account')
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'Registration failed', description: 'Registration failed' }),
  )
})
