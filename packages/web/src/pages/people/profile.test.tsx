import type { Settings, User } from '@papadag/contract/users/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlace } from '../../testing/a-place.ts'
import { aPlaydate, kwame, me, yesterday } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './profile.tsx'

const own: User = {
  ...daan,
  bio: 'Woensdagpapa.',
  childrenInfo: [{ name: 'Noor', age: 4, birthMonth: '2022-06' }],
  favoriteLocations: ['Het Woeste Westen'],
}

const settings: Settings = {
  childrenVisibility: 'contacts',
  matchAges: false,
  showChildNames: false,
  showPhone: false,
  lastNameInitialOnly: false,
  discoverable: true,
  spotlight: true,
  messagesFrom: 'everyone',
  readReceipts: true,
  language: 'nl',
  neighbourhood: null,
  showDistance: false,
  papaDays: [],
  papaDaysVisible: true,
  proposals: true,
  notifications: {
    push: { messages: true, playdates: true, reminders: true, nearby: false, evening: true },
    mail: { messages: false, playdates: true, reminders: true, nearby: false, evening: true },
    remindBeforeMin: [1440, 120],
    eveningHour: 20,
    quietHours: { from: '21:00', to: '07:00' },
    timeZone: 'Europe/Amsterdam',
  },
}

beforeAll(async () => {
  // Lazy modules are loaded first, so that no test waits for a slow disk.
  await Promise.all([
    import('@papadag/ui/layers/menu-list'),
    import('@papadag/ui/layers/dialog'),
    import('../../features/users/profile/profile-form.tsx'),
    import('../../features/users/settings/settings-panel.tsx'),
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

const favorites = 'GET /api/users/me/favorite-places?latitude=52.368&longitude=4.904'

function open(handlers: Handlers = {}, at = '/profile') {
  return show(<Page />, at, {
    'GET /api/users/me': () => ok(own),
    'GET /api/users/me/playdates': () => ok([]),
    [favorites]: () => ok([]),
    'GET /api/users/me/settings': () => ok(settings),
    'GET /api/users/me/sessions': () => ok([]),
    'GET /api/users/me/blocks': () => ok([]),
    ...handlers,
  })
}

test('a father’s own profile shows his children’s names', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: 'Daan de Vries' })
  const text = screen.getByRole('main').textContent
  for (const part of ['Utrecht', 'Woensdagpapa.', 'Noor, 4 jaar', 'Het Woeste Westen', 'JPEG, PNG of GIF']) {
    expect(text).toContain(part)
  }
})

test('a hidden user’s own profile says so and how to object', async () => {
  const hidden = { reason: null, rule: null, isAutomatic: true, reference: 'B9' }
  open({ 'GET /api/users/me': () => ok({ ...own, hidden }) })
  const banner = await screen.findByText('Je profiel is verborgen: anderen zien je niet meer')
  expect(banner.parentElement?.textContent).toMatch(/automatisch.*B9/)
})

test('a profile that fails to load says so', async () => {
  open({ 'GET /api/users/me': () => refused(503, 'server.unavailable', 'Even.') })
  await screen.findByText('Kon gebruikersprofiel niet laden. Probeer later nog eens.')
})

test('own playdates are labelled as created, joined or past, and deleting asks first', async () => {
  const asks = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
  vi.stubGlobal('confirm', asks)
  const { asked } = open({
    'GET /api/users/me/playdates': () =>
      ok([
        aPlaydate({ id: 3, title: 'Toen', participants: [kwame, me], myStatus: 'joined', ...yesterday }),
        aPlaydate({ id: 1, title: 'Van mij', participants: [me], myStatus: 'creator' }),
        aPlaydate({ id: 2, title: 'Van Kwame', participants: [kwame, me], myStatus: 'joined' }),
      ]),
    'DELETE /api/playdates/1': () => refused(503, 'server.unavailable', 'Even niet.'),
  })
  const [first, second, third] = await screen.findAllByRole('article')
  expect(first?.textContent).toContain('Jouw afspraak')
  expect(within(second as HTMLElement).getByRole('button', { name: /Van Kwame\. Afmelden/ })).toBeTruthy()
  expect(third?.textContent).toContain('Je was erbij')

  const options = within(first as HTMLElement).getByRole('button', { name: /Meer opties/ })
  for (const calls of [0, 1]) {
    await userEvent.click(options)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Verwijderen' }))
    await waitFor(() => expect(asked.filter(call => call.startsWith('DELETE'))).toHaveLength(calls))
  }
  expect(asks).toHaveBeenCalledWith('Weet je zeker dat je deze speelafspraak wilt verwijderen?')
  await waitFor(() => expect(lastNotice()?.title).toBe('Fout'))
})

test('empty lists link to a new playdate and to the places', async () => {
  open()
  expect((await screen.findByRole('link', { name: 'Nieuwe speelafspraak' })).getAttribute('href')).toBe('/create')
  await userEvent.click(screen.getByRole('tab', { name: 'Favoriete plekken' }))
  expect(location.search).toBe('?tab=places')
  expect((await screen.findByRole('link', { name: 'Plekken bekijken' })).getAttribute('href')).toBe('/places')
})

test('saved places are listed', async () => {
  open({ [favorites]: () => ok([aPlace({ isSaved: true })]) }, '/profile?tab=places')
  expect(await screen.findByRole('article', { name: 'Het Woeste Westen' })).toBeTruthy()
})

async function edit(handlers: Handlers = {}) {
  const opened = open(handlers)
  await userEvent.click(await screen.findByRole('button', { name: 'Bewerken' }))
  await screen.findByRole('heading', { level: 1, name: 'Profiel bewerken' })
  return opened
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))

test('each rule shows its sentence, and the first wrong field gets the focus', async () => {
  const { asked } = await edit()
  type('Voornaam', 'D')
  type('Achternaam', 'V')
  type('Over jou (hoeft niet)', 'x'.repeat(501))
  type('E-mail', 'daan')
  type('Stad', ' A ')
  await save()
  for (const sentence of [
    'Voornaam moet minimaal 2 tekens bevatten',
    'Achternaam moet minimaal 2 tekens bevatten',
    'Bio mag maximaal 500 tekens bevatten',
    'Voer een geldig e-mailadres in',
    'Stad moet minimaal 2 tekens bevatten',
  ]) {
    expect(screen.getByText(sentence)).toBeTruthy()
  }
  expect(screen.getByText('501 / 500')).toBeTruthy()
  expect(document.activeElement).toBe(field('Voornaam'))
  expect(asked.some(call => call.startsWith('PATCH'))).toBe(false)
})

test('children and favourite places can be added, changed and removed; empty rows are not sent', async () => {
  const sent = vi.fn()
  await edit({
    'PATCH /api/users/me': body => {
      sent(body)
      return ok(own)
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Kind toevoegen' }))
  await userEvent.click(screen.getByRole('button', { name: 'Kind toevoegen' }))
  const second = screen.getByRole('group', { name: 'Kind 2' })
  fireEvent.change(within(second).getByLabelText('Naam'), { target: { value: 'Mees' } })
  await save()
  expect(within(second).getAllByText('Vul dit in').length).toBeGreaterThan(0)
  expect(sent).not.toHaveBeenCalled()
  await userEvent.selectOptions(within(second).getByLabelText('Geboren in'), 'maart')
  await userEvent.selectOptions(within(second).getByLabelText('Jaar'), '2025')
  await userEvent.click(screen.getByRole('button', { name: 'Plek 1 weghalen' }))
  await userEvent.click(screen.getByRole('button', { name: 'Plek toevoegen' }))
  type('Plek 1', 'NEMO')
  await save()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    childrenInfo: [
      { name: 'Noor', age: 4, birthMonth: '2022-06' },
      { name: 'Mees', age: 1, birthMonth: '2025-03' },
    ],
    favoriteLocations: ['NEMO'],
  })
  expect(await screen.findByRole('tab', { name: 'Mijn afspraken' })).toBeTruthy()
  expect(location.search).toBe('')
})

test('a refusal is shown, at its field where it has one', async () => {
  await edit({ 'PATCH /api/users/me': () => refused(409, 'auth.emailTaken', 'Dat adres kan niet.') })
  await save()
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'Fout bij bijwerken', description: 'Dat adres kan niet.' }),
  )
  expect(screen.getByText('Dat adres kan niet.', { selector: 'form *' })).toBeTruthy()
})

test('going back keeps the input; cancelling drops it', async () => {
  const { unmount } = await edit()
  type('Stad', 'Haarlem')
  unmount()
  await edit()
  expect(field('Stad').value).toBe('Haarlem')
  await userEvent.click(screen.getByRole('button', { name: 'Annuleren' }))
  expect(document.activeElement?.textContent).toContain('Bewerken')
  await userEvent.click(screen.getByRole('button', { name: 'Bewerken' }))
  expect(field('Stad').value).toBe('Utrecht')
})

test.each([
  [
    'a film',
    new File(['x'], 'a.mp4', { type: 'video/mp4' }),
    'Ongeldig bestandstype',
    'Alleen afbeeldingsbestanden zijn toegestaan',
  ],
  [
    '8 MB and a byte',
    new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
    'Bestand te groot',
    'Maximale bestandsgrootte is 8MB',
  ],
])('%s is not accepted as a profile picture', async (_, file, title, description) => {
  const { asked } = open()
  await screen.findByRole('button', { name: 'Profielfoto wijzigen' })
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [file] } })
  await waitFor(() => expect(lastNotice()).toMatchObject({ title, description }))
  expect(asked.some(call => call.includes('profile-image'))).toBe(false)
})

test('a switch changes at once, and reverts when saving fails', async () => {
  const withPhone = ok({ ...settings, showPhone: true })
  let answer = () => withPhone
  const { handlers } = open({ 'PATCH /api/users/me/settings': () => answer() }, '/profile?tab=settings')
  const phone = await screen.findByRole('switch', { name: 'Toon mijn telefoonnummer' })
  await userEvent.click(phone)
  expect(phone.getAttribute('aria-checked')).toBe('true')
  handlers['GET /api/users/me/settings'] = () => withPhone
  answer = () => refused(503, 'server.unavailable', 'Even niet.') as ReturnType<typeof answer>
  const discover = screen.getByRole('switch', { name: 'Toon mij in Ontdek' })
  await userEvent.click(discover)
  await waitFor(() => expect(lastNotice()?.title).toBe('De instelling kon niet worden opgeslagen'))
  await waitFor(() => expect(discover.getAttribute('aria-checked')).toBe('true'))
  expect(phone.getAttribute('aria-checked')).toBe('true')
})

test('other devices are listed by name and signed out one by one', async () => {
  const session = { createdAt: '2026-11-20T10:00:00.000Z', lastUsedAt: '2026-11-26T10:00:00.000Z', isCurrent: false }
  const pixel =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36'
  const { asked } = open(
    {
      'GET /api/users/me/sessions': () =>
        ok([
          { ...session, id: 1, userAgent: null, isCurrent: true },
          { ...session, id: 2, userAgent: pixel },
        ]),
      'DELETE /api/users/me/sessions/2': () => ({ status: 204 }),
    },
    '/profile?tab=settings',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Uitloggen: Chrome, Android' }))
  await waitFor(() => expect(asked).toContain('DELETE /api/users/me/sessions/2'))
  expect(screen.getByText('Een onbekend apparaat')).toBeTruthy()
  expect(screen.getByText('Dit apparaat')).toBeTruthy()
})

test('a short or wrong password is an error of its field', async () => {
  open(
    { 'POST /api/users/me/password': () => refused(403, 'auth.wrongPassword', 'Dit is niet je wachtwoord.') },
    '/profile?tab=settings',
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

test('blocked users can be unblocked', async () => {
  const { asked } = open(
    {
      'GET /api/users/me/blocks': () => ok([kwame]),
      'DELETE /api/users/2/block': () => ({ status: 204 }),
    },
    '/profile?tab=settings',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Kwame Mensah deblokkeren' }))
  await waitFor(() => expect(asked).toContain('DELETE /api/users/2/block'))
})

test('deleting the account says what is deleted and what stays; a failure is shown', async () => {
  open({ 'DELETE /api/users/me': () => refused(503, 'server.unavailable', 'Even niet.') })
  await userEvent.click(await screen.findByRole('button', { name: 'Account verwijderen' }))
  const question = await screen.findByRole('alertdialog', { name: 'Je account verwijderen?' })
  expect(question.textContent).toContain('Verwijderd account')
  await userEvent.click(within(question).getByRole('button', { name: 'Account verwijderen' }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Fout bij verwijderen', description: 'Even niet.' }))
})

test('the settings say that distances count from the town in the profile, and allow switching on notices of nearby playdates', async () => {
  const home = { latitude: 52.1, longitude: 5.1, isCity: true }
  open({ 'GET /api/user': () => ok({ ...daan, city: 'Utrecht', home }) }, '/profile?tab=settings')
  reads.setQueryData(['/api/user'], { ...daan, city: 'Utrecht', home })
  expect(await screen.findByText(/We weten alleen dat je in Utrecht woont/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dit weer wissen' })).toBeNull()
  expect(screen.getByRole('switch', { name: 'Laat alle leden zien hoe ver weg ik woon' })).toBeTruthy()
  const near = await screen.findAllByRole<HTMLButtonElement>('switch', { name: /Nieuwe speelafspraken bij mij/ })
  for (const one of near) expect(one.disabled).toBe(false)
})

test('the days he ticks are saved together, and the switch by itself', async () => {
  const told: unknown[] = []
  open(
    {
      'PATCH /api/users/me/settings': body => {
        told.push(body)
        return ok({ ...settings, ...(body as Partial<Settings>) }) // what the page has just sent
      },
    },
    '/profile?tab=settings',
  )
  const section = within(await screen.findByRole('region', { name: 'Mijn papadagen' }))
  const day = (name: string) => section.getByRole<HTMLInputElement>('checkbox', { name })
  const save = section.getByRole<HTMLButtonElement>('button', { name: 'Mijn dagen opslaan' })
  expect(save.disabled).toBe(true)
  await userEvent.click(day('vrijdag, middag'))
  await userEvent.click(day('woensdag, ochtend'))
  expect(told).toEqual([])
  await userEvent.click(save)
  await waitFor(() => expect(told).toEqual([{ papaDays: ['wed-am', 'fri-pm'] }]))
  expect([day('woensdag, ochtend').checked, day('woensdag, middag').checked, save.disabled]).toEqual([
    true,
    false,
    true,
  ])
  await userEvent.click(section.getByRole('switch', { name: 'Laat papa’s zien wanneer we allebei vrij zijn' }))
  await waitFor(() => expect(told).toHaveLength(2))
  expect(told[1]).toEqual({ papaDaysVisible: false })
})

// The last one: from here on this browser knows where it is.
test('a button sets the rough neighbourhood, which can be removed', async () => {
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
    '/profile?tab=settings',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ik woon hier' }))
  await userEvent.click(await screen.findByRole('switch', { name: 'Laat alle leden zien hoe ver weg ik woon' }))
  await userEvent.click(screen.getByRole('button', { name: 'Dit weer wissen' }))
  await screen.findByText('We weten nog niet waar je woont')
  expect(told).toEqual([
    { neighbourhood: { latitude: 52.389, longitude: 4.871 } },
    { showDistance: true },
    { neighbourhood: null },
  ])
})
