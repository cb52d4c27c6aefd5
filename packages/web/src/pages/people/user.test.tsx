import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { aChat } from '../../testing/chats.ts'
import { readAgain } from '../../testing/read-again.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './user.tsx'

beforeAll(async () => {
  await Promise.all([import('@papadag/ui/layers/menu-list'), import('@papadag/ui/layers/dialog')])
})
beforeEach(() => showLanguage('nl'))

function open(handlers: Handlers = {}, id = 2) {
  return show(<Page id={id} />, `/users/${id}`, {
    'GET /api/users/2': () => ok(aFather({ childrenInfo: [{ name: 'Ama', age: 5 }], phoneNumber: '06 12 34' })),
    'GET /api/chats': () => ok([]),
    ...handlers,
  })
}

test('a profile shows what its owner allows', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: 'Kwame Mensah' })
  await screen.findByText('Oosterpark')
  const text = screen.getByRole('main').textContent
  for (const part of ['Diemen', 'Bouwt hutten.', 'Ama, 5 jaar', 'Oosterpark', 'Actieve papa'])
    expect(text).toContain(part)
  expect(screen.getByRole('link', { name: '06 12 34' }).getAttribute('href')).toBe('tel:061234')
})

test('the button on a profile opens the chat with him, not the group chat of a playdate that both take part in', async () => {
  const thread = aChat({ id: 8, kind: 'playdate', playdateId: 3, title: 'Zandbak' })
  open({ 'GET /api/chats': () => ok([thread, aChat({ id: 7 })]) })
  expect((await screen.findByRole('link', { name: 'Naar Chat' })).getAttribute('href')).toBe('/chat/7')
})

test('a father who opens his own id is led to his own profile', () => {
  const { asked } = open({}, daan.id)
  expect(location.pathname).toBe('/profile')
  expect(asked).not.toContain(`GET /api/users/${daan.id}`)
})

test('a profile that does not exist says so, with a way home', async () => {
  open({ 'GET /api/users/2': () => refused(404, 'user.unknown', 'Niet gevonden.') })
  await screen.findByRole('heading', { level: 1, name: 'Gebruiker niet gevonden' })
  expect(screen.getByRole('link', { name: 'Terug naar home' }).getAttribute('href')).toBe('/')
})

test('a profile that fails to load says so, and loads on retry', async () => {
  const { handlers } = open({ 'GET /api/users/2': () => refused(503, 'server.unavailable', 'Even.') })
  await screen.findByText('Kon gebruikersprofiel niet laden. Probeer later nog eens.')
  handlers['GET /api/users/2'] = () => ok(aFather())
  await userEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  await screen.findByRole('heading', { name: 'Kwame Mensah' })
})

test('a profile never seen before does not claim offline that its user does not exist', async () => {
  open({ 'GET /api/users/2': () => Promise.reject(new TypeError('Failed to fetch')) })
  await screen.findByText('Er is geen verbinding. Probeer het opnieuw zodra die er weer is.')
  expect(screen.queryByText('Gebruiker niet gevonden')).toBeNull()
})

test('a profile that fails to refresh stays, unless its user is gone', async () => {
  const { handlers } = open()
  await screen.findByRole('heading', { name: 'Kwame Mensah' })
  handlers['GET /api/users/2'] = () => refused(503, 'server.unavailable', 'Even.')
  await readAgain()
  expect(screen.getByRole('heading', { name: 'Kwame Mensah' })).toBeTruthy()
  handlers['GET /api/users/2'] = () => refused(404, 'user.unknown', 'Niet gevonden.')
  await readAgain()
  await screen.findByRole('heading', { level: 1, name: 'Gebruiker niet gevonden' })
  expect(screen.queryByRole('heading', { name: 'Kwame Mensah' })).toBeNull()
})

test('the button on a profile opens a chat that exists', async () => {
  open({ 'GET /api/chats': () => ok([{ id: 5, participants: [daan, aFather()] }]) })
  expect((await screen.findByRole('link', { name: 'Naar Chat' })).getAttribute('href')).toBe('/chat/5')
  expect(screen.queryByRole('button', { name: 'Start Chat' })).toBeNull()
})

test('the button on a profile starts a chat where there is none', async () => {
  open({ 'POST /api/chats': () => ({ status: 201, body: { id: 8 } }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Start Chat' }))
  await waitFor(() => expect(location.pathname).toBe('/chat/8'))
})

test('blocking explains itself first, and then the father disappears from the screen', async () => {
  const { asked } = open({ 'POST /api/users/2/block': () => ({ status: 204 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Meer opties voor Kwame Mensah' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Blokkeren' }))
  const question = await screen.findByRole('alertdialog', { name: 'Kwame Mensah blokkeren?' })
  expect(question.textContent).toContain('Hij krijgt er geen bericht van.')
  await userEvent.click(within(question).getByRole('button', { name: 'Annuleren' }))
  expect(asked).not.toContain('POST /api/users/2/block')
  await userEvent.click(screen.getByRole('button', { name: 'Meer opties voor Kwame Mensah' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Blokkeren' }))
  const again = await screen.findByRole('alertdialog')
  await userEvent.click(within(again).getByRole('button', { name: 'Blokkeren' }))
  await waitFor(() => expect(location.pathname).toBe('/discover'))
})

test.each([
  [
    'the town, and a language that few use',
    { city: ' utrecht' },
    'es',
    ['Jullie wonen allebei in', 'Jullie gebruiken Papadag in dezelfde taal'],
  ],
  ['the town alone', { city: 'Utrecht' }, 'nl', ['Jullie wonen allebei in Utrecht']],
  ['nothing: Dutch is everybody’s', { city: 'Diemen' }, 'nl', []],
  ['nothing without a town', { city: null }, null, []],
])('a profile says what two fathers share: %s', async (_, his, language, shared) => {
  open({
    'GET /api/users/2': () => ok(aFather({ ...his, childrenInfo: [], favoriteLocations: ['Oosterpark'] })),
    'GET /api/users/2/shared': () => ok({ playdates: [], places: [], language }),
  })
  await screen.findByText('Oosterpark')
  const list = screen.queryByRole('region', { name: /gemeen hebben/ })
  const lines = list ? within(list).getAllByRole('listitem') : []
  expect(lines).toHaveLength(shared.length)
  for (const [at, line] of shared.entries()) expect(lines[at]?.textContent).toContain(line)
})
