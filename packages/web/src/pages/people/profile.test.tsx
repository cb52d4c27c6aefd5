import type { User } from '@papadag/contract/users/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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

beforeAll(async () => {
  // Lazy modules are loaded first, so that no test waits for a slow disk.
  await Promise.all([import('@papadag/ui/layers/menu-list'), import('../../features/users/profile/profile-form.tsx')])
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

test('a profile lists the saved places', async () => {
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

test('a broken rule shows its sentence, and the first wrong field gets the focus', async () => {
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

test('a father can add, change and remove children and favourite places, and empty rows are not sent', async () => {
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

test('a refusal is shown, at its field if it has one', async () => {
  await edit({ 'PATCH /api/users/me': () => refused(409, 'auth.emailTaken', 'Dat adres kan niet.') })
  await save()
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({ title: 'Fout bij bijwerken', description: 'Dat adres kan niet.' }),
  )
  expect(screen.getByText('Dat adres kan niet.', { selector: 'form *' })).toBeTruthy()
})

test('going back keeps the input, and cancelling drops it', async () => {
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
