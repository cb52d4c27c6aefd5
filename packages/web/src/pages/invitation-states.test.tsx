import type { Invitation } from '@papadag/contract/invites'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../platform/language/language.ts'
import { aPlaydate } from '../testing/a-playdate.ts'
import { anInvitation } from '../testing/an-invitation.ts'
import { show } from '../testing/show.tsx'
import { type Handlers, ok, refused } from '../testing/stand-in-server.ts'
import { Page } from './invitation.tsx'

beforeEach(() => showLanguage('en'))

const invitation = anInvitation()
const open = async (changes: Partial<Invitation>, handlers: Handlers = {}) => {
  const shown = show(<Page />, '/i/token', {
    'GET /api/invites/token': () => ok({ ...invitation, ...changes }),
    ...handlers,
  })
  await screen.findByRole('heading', { level: 1 })
  return shown
}
const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)

test.each<[string, Partial<Invitation>, string, string | undefined]>([
  ['with a name and a title', {}, 'Bram invites you', 'Kites'],
  ['without a name and a title', { hostName: null, title: null }, 'You are invited', undefined],
])('an invitation %s says who invites and to what, if it may', async (_, changes, heading, title) => {
  await open(changes)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
  expect(screen.queryByText('Kites') !== null).toBe(title !== undefined)
})

const coming = { playdateId: 7 }
test.each<[string, Partial<Invitation>, string | undefined]>([
  ['a public place', { place: 'De Wip' }, 'De Wip'],
  ['a public place to whoever comes', { ...coming, place: 'De Wip' }, 'De Wip'],
  ['roughly', {}, 'Near Jordaan'],
  ['roughly to whoever comes', coming, 'Near Jordaan'],
  ['nothing yet', { area: null }, 'You’ll see exactly where once you join'],
  ['nothing to whoever comes, who knows', { ...coming, area: null }, undefined],
])('an invitation says where it is: %s', async (_, changes, where) => {
  await open(changes)
  const facts = [...document.querySelectorAll('section > .grid > p')].map(({ textContent }) => textContent)
  expect(facts).toHaveLength(where ? 3 : 2)
  if (where) expect(facts[1]).toBe(where)
})

test.each<[string, Partial<Invitation>, string]>([
  ['one dad, and room', {}, '1 dad is coming, 4 places left'],
  ['two dads, and one place', { fathers: 2, placesLeft: 1 }, '2 dads are coming, 1 place left'],
  ['two dads, and no place', { fathers: 2, placesLeft: 0 }, '2 dads are coming, full'],
])('an invitation says how many are coming and how much room there is: %s', async (_, changes, said) => {
  await open(changes)
  expect(screen.getByText(said)).toBeDefined()
})

const waiting = { position: 2, children: 0 }
test.each<[string, Partial<Invitation>, (string | null)[], boolean]>([
  ['can be joined', {}, [], true],
  ['is full', { state: 'full', placesLeft: 0 }, ['View the other playdates'], false],
  ['he takes part in', coming, ['View the playdate', 'Add to calendar'], false],
  ['he waits for', { ...coming, waiting, state: 'full' }, ['View the playdate'], false],
  ['he waits for, with a place free', { ...coming, waiting }, ['View the playdate'], true],
  ['was cancelled', { state: 'cancelled' }, ['View the other playdates'], false],
])('an invitation to a playdate that %s offers what can still be done', async (_, changes, offered, canJoin) => {
  await open(changes)
  expect(links()).toEqual(offered)
  expect(screen.queryByRole('button', { name: /^Join/ }) !== null).toBe(canJoin)
  expect(screen.queryByText('You are already coming.') !== null).toBe(changes.playdateId === 7 && !changes.waiting)
})

test('joining through an invitation says so at once, and a read that was in progress does not undo it', async () => {
  const { asked } = await open(
    {},
    {
      'POST /api/invites/token/join': () => ok(aPlaydate({ id: 7, myStatus: 'joined' })),
    },
  )
  await userEvent.click(screen.getByRole('button', { name: /^Join/ }))
  expect(await screen.findByText('You are coming. See you there.')).toBeDefined()
  await waitFor(() => expect(asked.filter(call => call === 'GET /api/invites/token').length).toBeGreaterThan(1))
  expect(screen.getByText('You are coming. See you there.')).toBeDefined()
})

test.each<[string, Partial<Invitation>, boolean]>([
  ['its creator', { isOwn: true, playdateId: 7 }, true],
  ['somebody who was on it', { playdateId: 7 }, false],
  ['its creator where it is gone', { isOwn: true }, false],
])('whether the links to a cancelled playdate can be revoked by %s: %s', async (_, changes, may) => {
  await open({ ...changes, state: 'cancelled' }, { 'DELETE /api/playdates/7/invites': () => ({ status: 204 }) })
  expect(screen.queryAllByRole('button')).toHaveLength(may ? 1 : 0)
  expect(screen.getByText(/It was planned for Monday, 1 June/)).toBeDefined()
})

test('an invitation that cannot be read can be tried again, and an unknown one says that it no longer works', async () => {
  const { handlers } = await open({}, { 'GET /api/invites/token': () => refused(403, 'user.stopped', 'No.') })
  expect(screen.getByText('The invitation could not be loaded')).toBeDefined()
  handlers['GET /api/invites/token'] = () => refused(404, 'invite.unknown', 'Gone.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('This invitation no longer works')).toBeDefined()
})
