import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reads } from '../platform/data/reads.ts'
import { keepDraftsOf, wipeDrafts } from '../platform/drafts.ts'
import { showLanguage } from '../platform/language/language.ts'
import { errorAt, field, fillIn, openAuth, picture, prepareAuthPage, press } from '../testing/auth-page.tsx'
import { lastNotice } from '../testing/last-notice.ts'
import { daan, ok, refused } from '../testing/stand-in-server.ts'

prepareAuthPage()

test('an empty login names what is missing, focuses the first field and sends nothing', async () => {
  const { asked } = await openAuth('/auth')
  await press('Log in')
  expect(errorAt('Username')).toBe('Username is required')
  expect(errorAt('Password')).toBe('Password is required')
  expect(document.activeElement).toBe(field('Username'))
  expect(asked).toEqual([])
})

test('a refused login keeps the input and selects the password', async () => {
  const { user } = await openAuth('/auth', {
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
  const { user } = await openAuth('/auth', {
    'POST /api/login': () => Promise.reject(new TypeError('Failed to fetch')),
  })
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
  const { user, asked, sent } = await openAuth('/auth', { 'POST /api/login': () => ok(daan) })
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

test('switching tabs loses nothing, and keeps the destination in the address', async () => {
  const { user } = await openAuth('/auth?next=%2Fplaydates')
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
  const { user } = await openAuth('/auth?tab=register')
  await fillIn(user)
  cleanup()
  wipeDrafts({})
  await openAuth('/auth?tab=register')
  expect(field('First name').value).toBe('Daan')
  expect(field('E-mail').value).toBe('daan@papadag.example')
  expect(field('Password').value).toBe('')
  expect(JSON.stringify(sessionStorage)).not.toContain('zandkasteel')

  keepDraftsOf(daan.id)
  expect(sessionStorage).toHaveLength(0)
})

test('changing the language keeps what was typed', async () => {
  const { user } = await openAuth('/auth?tab=register')
  await user.type(field('First name'), 'Daan')
  await press('Create account')
  await waitFor(() => expect(errorAt('Last name')).toBe('Last name is required'))
  await act(() => showLanguage('nl'))
  expect(errorAt('Achternaam')).toBe('Vul je achternaam in')
  expect(field('Voornaam').value).toBe('Daan')
})
