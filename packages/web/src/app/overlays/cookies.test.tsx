import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { providePages } from '../../platform/navigation/navigation.tsx'
import { openSession } from '../../platform/session/session.ts'
import { type Answer, daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { App } from '../app.tsx'
import { pageLoader } from '../pages.ts'

const needed = /Papadag heeft cookies nodig om je ingelogd te houden/
const visitor = refused(401, 'auth.required', 'Log eerst in.')

function dropCookies() {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
}

const forbidCookies = () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  dropCookies()
}

async function open(path: string, user: Answer = visitor, health: Answer = ok({})) {
  history.replaceState(null, '', path)
  serve({
    'GET /api/user': () => user,
    'GET /api/health': () => health,
    'POST /api/login': () => refused(403, 'request.crossSite', 'De kop X-XSRF-TOKEN ontbreekt.'),
  })
  void openSession()
  await act(async () => render(<App />))
}

beforeAll(() => Promise.all([import('../../pages/auth.tsx'), import('@papadag/ui/layers/toast')]))
beforeEach(async () => {
  providePages(pageLoader)
  await showLanguage('nl')
})
afterEach(() => {
  cleanup()
  reads.clear()
  vi.restoreAllMocks()
})

test.each([
  ['forbids cookies', '/auth', forbidCookies],
  ['forbids cookies', '/', forbidCookies],
  ['drops the cookies it gets', '/auth', dropCookies],
  ['drops the cookies it gets', '/', dropCookies],
])('a visitor whose browser %s reads at %s that Papadag needs cookies', async (_, path, spoil) => {
  spoil()
  await open(path)
  expect(await screen.findByText(needed)).toBeTruthy()
})

test.each([
  ['whose browser keeps cookies', () => {}, ok({})],
  ['whose server is too busy to send one', dropCookies, refused(503, 'server.unavailable', 'Even niet.')],
])('a visitor %s reads nothing about cookies', async (_, spoil, health) => {
  spoil()
  await open('/auth', visitor, health)
  await screen.findByLabelText('Gebruikersnaam')
  await act(async () => {})
  expect(screen.queryByText(needed)).toBeNull()
})

test('a father whose login is refused because his browser keeps no cookies reads that in place of the refusal', async () => {
  dropCookies()
  await open('/auth')
  fireEvent.change(await screen.findByLabelText('Gebruikersnaam'), { target: { value: daan.username } })
  fireEvent.change(screen.getByLabelText('Wachtwoord'), { target: { value: 'secret-enough' } })
  fireEvent.submit(screen.getByLabelText('Gebruikersnaam'))
  const toast = await screen.findByRole('region', { name: 'Melding' })
  await waitFor(() => expect(toast.textContent).toMatch(needed))
  expect(toast.textContent).not.toContain('X-XSRF-TOKEN')
})

test('the sentence about cookies exists in five languages', async () => {
  forbidCookies()
  await open('/auth')
  await screen.findByText(needed)
  for (const [language, needs] of [
    ['en', /needs cookies/],
    ['de', /braucht Cookies/],
    ['fr', /besoin de cookies/],
    ['es', /necesita cookies/],
  ] as const) {
    await act(() => showLanguage(language))
    expect(await screen.findByText(needs)).toBeTruthy()
  }
})
