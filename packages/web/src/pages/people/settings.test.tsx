import type { Settings } from '@papadag/contract/users/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { kwame } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { someSettings } from '../../testing/some-settings.ts'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './profile.tsx'

const settings = someSettings(
  {},
  {
    mail: { messages: false, playdates: true, reminders: true, nearby: false, evening: true },
    quietHours: { from: '21:00', to: '07:00' },
  },
)

beforeAll(async () => {
  // Lazy modules are loaded first, so that no test waits for a slow disk.
  await Promise.all([
    import('@papadag/ui/layers/dialog'),
    import('../../features/users/profile/profile-form.tsx'),
    import('./settings.tsx'),
    import('../../features/auth/password-advice.tsx'),
  ])
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T12:00:00') })
  await showLanguage('nl')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

function open(handlers: Handlers, at: string) {
  return show(<Page />, at, {
    'GET /api/users/me': () => ok(daan),
    'GET /api/users/me/settings': () => ok(settings),
    'GET /api/users/me/sessions': () => ok([]),
    'GET /api/users/me/blocks': () => ok([]),
    ...handlers,
  })
}

const at = (section: string) => `/profile?tab=settings&section=${section}`

test('a switch changes at once, and reverts when saving fails', async () => {
  const withPhone = ok({ ...settings, showPhone: true })
  let answer = () => withPhone
  const { handlers } = open({ 'PATCH /api/users/me/settings': () => answer() }, at('privacy'))
  const phone = await screen.findByRole('switch', { name: 'Toon mijn telefoonnummer' })
  await userEvent.click(phone)
  expect(phone.getAttribute('aria-checked')).toBe('true')
  expect((await screen.findByText('Bewaard')).closest('[role=status]')).toBeTruthy()
  handlers['GET /api/users/me/settings'] = () => withPhone
  answer = () => refused(503, 'server.unavailable', 'Even niet.') as ReturnType<typeof answer>
  const discover = screen.getByRole('switch', { name: 'Toon mij in Ontdek' })
  await userEvent.click(discover)
  await waitFor(() => expect(lastNotice()?.title).toBe('De instelling kon niet worden opgeslagen'))
  await waitFor(() => expect(discover.getAttribute('aria-checked')).toBe('true'))
  expect(phone.getAttribute('aria-checked')).toBe('true')
})

test('other devices are listed by name and signed out one by one', async () => {
  const session = {
    createdAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: '2026-11-26T10:00:00.000Z',
    isCurrent: false,
    isRemembered: false,
  }
  const pixel =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36'
  const { asked } = open(
    {
      'GET /api/users/me/sessions': () =>
        ok([
          { ...session, id: 1, userAgent: null, isCurrent: true },
          { ...session, id: 2, userAgent: pixel },
          { ...session, id: 3, userAgent: null, isRemembered: true },
        ]),
      'GET /api/users/me/devices': () =>
        ok([{ id: 4, name: 'Firefox, Linux', lastUsedOn: '2026-11-26', isCurrent: false }]),
      'GET /api/users/me/recovery-codes': () => ok({ left: 0 }),
      'DELETE /api/users/me/sessions/2': () => ({ status: 204 }),
      'DELETE /api/users/me/devices/4': () => ({ status: 204 }),
    },
    at('account'),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Uitloggen: Chrome op Android' }))
  await waitFor(() => expect(asked).toContain('DELETE /api/users/me/sessions/2'))
  await userEvent.click(screen.getByRole('button', { name: 'Uitloggen: Firefox op Linux' }))
  await waitFor(() => expect(asked).toContain('DELETE /api/users/me/devices/4'))
  expect(screen.getByText('Een onbekend apparaat')).toBeTruthy()
  expect(screen.getByText('Dit apparaat')).toBeTruthy()
})

test('a short or wrong password is shown as an error of its field', async () => {
  open(
    { 'POST /api/users/me/password': () => refused(403, 'auth.wrongPassword', 'Dit is niet je wachtwoord.') },
    at('account'),
  )
  const current = await screen.findByLabelText('Huidig wachtwoord')
  const next = screen.getByLabelText('Nieuw wachtwoord')
  fireEvent.change(current, { target: { value: 'geheim' } })
  fireEvent.change(next, { target: { value: 'kort' } })
  await userEvent.click(screen.getByRole('button', { name: 'Wachtwoord wijzigen' }))
  expect(screen.getByText('Minimaal 6 tekens')).toBeTruthy()
  expect(document.activeElement).toBe(next)
  fireEvent.change(next, { target: { value: 'zandkasteel' } })
  await userEvent.click(screen.getByRole('button', { name: 'Wachtwoord wijzigen' }))
  await screen.findByText('Dit is niet je wachtwoord.', { selector: 'form *' })
  expect(document.activeElement).toBe(current)
})

test('a father can unblock users he has blocked', async () => {
  const { asked } = open(
    {
      'GET /api/users/me/blocks': () => ok([kwame]),
      'DELETE /api/users/2/block': () => ({ status: 204 }),
    },
    at('privacy'),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Kwame Mensah deblokkeren' }))
  await waitFor(() => expect(asked).toContain('DELETE /api/users/2/block'))
})

test('deleting the account says what is deleted and what stays, and a failure is shown', async () => {
  open({ 'DELETE /api/users/me': () => refused(503, 'server.unavailable', 'Even niet.') }, at('account'))
  await userEvent.click(await screen.findByRole('button', { name: 'Account verwijderen' }))
  const question = await screen.findByRole('alertdialog', { name: 'Je account verwijderen?' })
  expect(question.textContent).toContain('Verwijderd account')
  await userEvent.click(within(question).getByRole('button', { name: 'Account verwijderen' }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Fout bij verwijderen', description: 'Even niet.' }))
})

const inUtrecht = { ...daan, city: 'Utrecht', home: { latitude: 52.1, longitude: 5.1, isCity: true } }

test('the settings say that distances are measured from the town in the profile', async () => {
  open({ 'GET /api/user': () => ok(inUtrecht) }, at('distance'))
  reads.setQueryData(['/api/user'], inUtrecht)
  expect(await screen.findByText(/We weten alleen dat je in Utrecht woont/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dit weer wissen' })).toBeNull()
})

test('a father who lives in a known town may show how far away that is', async () => {
  open({ 'GET /api/user': () => ok(inUtrecht) }, at('privacy'))
  reads.setQueryData(['/api/user'], inUtrecht)
  expect(await screen.findByRole('switch', { name: 'Laat alle leden zien hoe ver weg ik woon' })).toBeTruthy()
})

test('days ticked in one go are saved together, even when the father leaves before they have been', async () => {
  const told: unknown[] = []
  const { unmount } = open(
    {
      'PATCH /api/users/me/settings': body => {
        told.push(body)
        return ok({ ...settings, ...(body as Partial<Settings>) }) // what the page has just sent
      },
    },
    at('papa-days'),
  )
  const section = within(await screen.findByRole('region', { name: 'Mijn papadagen' }))
  const day = (name: string) => section.getByRole<HTMLInputElement>('checkbox', { name })
  await userEvent.click(day('vrijdag, middag'))
  await userEvent.click(day('woensdag, ochtend'))
  expect(told).toEqual([])
  expect(await screen.findByText('Bewaard')).toBeTruthy()
  expect(told).toEqual([{ papaDays: ['wed-am', 'fri-pm'] }])
  expect([day('woensdag, ochtend').checked, day('woensdag, middag').checked]).toEqual([true, false])
  await userEvent.click(day('woensdag, ochtend'))
  unmount()
  await waitFor(() => expect(told).toHaveLength(2))
  expect(told[1]).toEqual({ papaDays: ['fri-pm'] })
})

test.each([
  ['papa-days', 'Mijn dagen en buurt', 'Mijn papadagen'],
  ['calendar', 'Mijn dagen en buurt', 'In je agenda'],
  ['chat', 'Wie ziet wat', 'Chat'],
  ['data', 'Account', 'Jouw gegevens'],
])('an address that names the section %s leads to it on its screen', async (section, title, heading) => {
  open({}, at(section))
  await waitFor(() => expect(document.activeElement?.textContent).toBe(heading))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
})

test('each row of the settings opens its screen, and the first opens the form of the profile, which leads back', async () => {
  open({}, '/profile?tab=settings')
  const index = () => within(screen.getByRole('navigation', { name: 'Instellingen' }))
  await screen.findByRole('navigation', { name: 'Instellingen' })
  expect(index().getAllByRole('link')).toHaveLength(5)
  await userEvent.click(index().getByRole('link', { name: /^Wie ziet wat/ }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Wie ziet wat'))
  await userEvent.click(index().getByRole('link', { name: /^Ik en mijn kinderen/ }))
  await screen.findByRole('heading', { level: 1, name: 'Profiel bewerken' })
  await userEvent.click(screen.getByRole('button', { name: 'Annuleren' }))
  expect(location.search).toBe('?tab=settings')
})

// The last one: from here on this browser knows where it is.
test('a button sets a father’s rough neighbourhood, which he can remove', async () => {
  const told: unknown[] = []
  const getCurrentPosition = (found: PositionCallback) =>
    found({ coords: { latitude: 52.388712, longitude: 4.870614 } } as GeolocationPosition) // all that is read
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
  open(
    {
      'PATCH /api/users/me/settings': body => {
        told.push(body)
        return ok({ ...settings, ...(body as Partial<Settings>) }) // what the page has just sent
      },
    },
    at('distance'),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ik woon hier' }))
  await userEvent.click(screen.getByRole('button', { name: 'Dit weer wissen' }))
  await screen.findByText('We weten nog niet waar je woont')
  expect(told).toEqual([{ neighbourhood: { latitude: 52.389, longitude: 4.871 } }, { neighbourhood: null }])
})
