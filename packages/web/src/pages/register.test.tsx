import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reads } from '../platform/data/reads.ts'
import { isOpenOnArrival } from '../platform/session/circle-code.ts'
import { errorAt, field, fillIn, openAuth, picture, prepareAuthPage, press } from '../testing/auth-page.tsx'
import { lastNotice } from '../testing/last-notice.ts'
import { daan, ok, refused } from '../testing/stand-in-server.ts'

prepareAuthPage()

test('a registration names the error of every field and focuses the first', async () => {
  const { asked, user } = await openAuth('/auth?tab=register')
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
  const { sent, user } = await openAuth('/auth?tab=register', {
    'POST /api/register': () => ({ status: 201, body: daan }),
  })
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
  const { sent, user } = await openAuth(door, { 'POST /api/register': () => ({ status: 201, body: daan }) })
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
  const { sent, user } = await openAuth(door, {
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
  const { sent, user } = await openAuth(door, {
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
  const { asked, sent, user } = await openAuth('/auth?tab=register', {
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
  const { asked, user } = await openAuth('/auth?tab=register', {
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
  const { user } = await openAuth('/auth?tab=register')
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
  const { user } = await openAuth('/auth?tab=register')
  await user.upload(field('Profile photo'), picture('image/png', 8 * 1024 * 1024))
  await screen.findByRole('img', { name: 'This is how others see you' })
  await user.click(screen.getByRole('button', { name: 'Remove photo' }))
  expect(screen.queryByRole('img', { name: 'This is how others see you' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a profile photo' }))
})

test('password advice follows the input', async () => {
  const { user } = await openAuth('/auth?tab=register')
  await user.type(field('Password'), 'zand')
  expect(screen.getByText(/^Weak/)).toBeTruthy()
  await user.type(field('Password'), 'kasteel')
  expect(screen.getByText(/^Fair/)).toBeTruthy()
  await user.type(field('Password'), ' met vlaggen')
  expect(screen.getByText('Strong')).toBeTruthy()
})

test('a registration that failed without a reason says so', async () => {
  const { user } = await openAuth('/auth?tab=register', { 'POST /api/register': () => ({ status: 500 }) })
  await fillIn(user)
  await press('Create account')
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'Registration failed', description: 'Registration failed' }),
  )
})
