import type { Invitation } from '@papadag/contract/invites'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { anInvitation } from '../../testing/an-invitation.ts'
import { show } from '../../testing/show.tsx'
import { daan, ok, refused } from '../../testing/stand-in-server.ts'
import { InvitationInChat } from './invitation-in-chat.tsx'

beforeAll(() => import('@papadag/ui/layers/dialog'))
beforeEach(() => showLanguage('nl'))

const token = 'AbC_-0123456789abcdefg'
const invited = anInvitation({
  startTime: '2126-06-01T08:00:00.000Z',
  endTime: '2126-06-01T10:00:00.000Z',
  place: 'Het Woeste Westen',
  area: null,
  placesLeft: 3,
  fathers: 2,
  title: 'Modderen',
  hostName: 'Kwame',
})

const open = (answer: () => { status: number; body?: unknown }, more = {}) => {
  const shown = show(<InvitationInChat token={token} />, '/chat/5', {
    'GET /api/user': () => ok(daan),
    [`GET /api/invites/${token}`]: answer,
    ...more,
  })
  reads.setQueryData(['/api/user'], daan)
  return shown
}

test('an invitation in a chat shows what, when and where it is, and joins in two taps', async () => {
  let isOn = false
  const joined: unknown[] = []
  open(() => ok({ ...invited, ...(isOn && { playdateId: 7 }) }), {
    [`POST /api/invites/${token}/join`]: (body: unknown) => {
      joined.push(body)
      isOn = true
      return ok({ id: 7 })
    },
  })
  expect((await screen.findByRole('link', { name: 'Modderen' })).getAttribute('href')).toBe(`/i/${token}`)
  const card = screen.getByRole('article')
  expect(card.textContent).toContain('1 juni')
  expect(card.textContent).toContain('Het Woeste Westen')
  expect(card.textContent).toContain('nog 3 plekken vrij')
  await userEvent.click(screen.getByRole('button', { name: 'Ik doe mee: Modderen' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ik kom alleen' }))
  expect(await screen.findByText('Je gaat mee')).toBeTruthy()
  expect(joined).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Modderen' }).getAttribute('href')).toBe('/playdates?open=7')
  expect(screen.queryByRole('button', { name: /Ik doe mee/ })).toBeNull()
})

test.each([
  ['Gaat niet door', { state: 'cancelled', title: null }, 'Speelafspraak'],
  ['Geweest', { startTime: '2020-06-01T08:00:00.000Z', endTime: '2020-06-01T10:00:00.000Z' }, 'Modderen'],
  ['Vol', { state: 'full', placesLeft: 0 }, 'Modderen'],
  ['Jouw afspraak', { isOwn: true, playdateId: 7 }, 'Modderen'],
  ['Je gaat mee', { playdateId: 7 }, 'Modderen'],
] as const)(
  'an invitation that cannot be joined says so in a word, without a button to join: %s',
  async (said, change, name) => {
    open(() => ok({ ...invited, ...change }))
    expect(await screen.findByRole('link', { name })).toBeTruthy()
    expect(screen.getByRole('article').textContent).toContain(said)
    expect(screen.queryByRole('button')).toBeNull()
    const isOff = said === 'Gaat niet door' || said === 'Geweest'
    expect(document.querySelector('.leaf.faded') !== null).toBe(isOff)
  },
)

test('an invitation that is over or revoked says so, and one that cannot be loaded can be tried again', async () => {
  open(() => refused(404, 'invite.unknown', 'Deze uitnodiging werkt niet (meer).'))
  expect(await screen.findByText('Deze uitnodiging werkt niet (meer)')).toBeTruthy()
  let isBroken = true
  reads.clear()
  open(() => (isBroken ? refused(503, 'server.busy', 'Druk.') : ok(invited)))
  await screen.findByText('De uitnodiging kon niet worden geladen')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('link', { name: 'Modderen' })).toBeTruthy()
})

test('whoever was asked along says on the card that he cannot come, and takes it back', async () => {
  let declined = false
  const answer = (now: boolean) => () => {
    declined = now
    return { status: 204 }
  }
  open(() => ok({ ...invited, asked: { playdateId: 7, declined } }), {
    'POST /api/playdates/7/decline': answer(true),
    'DELETE /api/playdates/7/decline': answer(false),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Ik kan niet: Modderen' }))
  expect(await screen.findByText('Je hebt gezegd dat je niet kunt.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Ik doe mee/ })).toBeNull()
  const takeBack = screen.getByRole('button', { name: 'Toch wel: Modderen' })
  // The same button, so that it keeps the focus.
  expect(document.activeElement).toBe(takeBack)
  await userEvent.click(takeBack)
  expect(await screen.findByRole('button', { name: /^Ik doe mee/ })).toBeDefined()
})

test('whoever was not asked along has nothing to decline', async () => {
  open(() => ok({ ...invited, asked: null }))
  await screen.findByRole('button', { name: /^Ik doe mee/ })
  expect(screen.queryByRole('button', { name: /^Ik kan niet/ })).toBeNull()
})

const coming = { playdateId: 7 }
const past = { startTime: '2020-06-01T08:00:00.000Z', endTime: '2020-06-01T09:00:00.000Z' }
test.each<[string, Partial<Invitation>, string, string]>([
  ['a playdate he does not take part in', {}, `/i/${token}`, '4 places leftJoin'],
  ['a playdate he takes part in', coming, '/playdates?open=7', 'You’re going'],
  ['his own playdate', { ...coming, isOwn: true }, '/playdates?open=7', 'Your playdate'],
  ['a playdate he took part in', { ...coming, ...past }, '/playdates?open=7&tab=past', 'Over'],
  ['a playdate that is over', past, `/i/${token}`, 'Over'],
  ['a full playdate', { state: 'full' }, `/i/${token}`, 'Full'],
  ['a cancelled playdate he took part in', { ...coming, state: 'cancelled' }, `/i/${token}`, 'Cancelled'],
])('an invitation in a chat to %s shows that and leads to the right page', async (_, changes, to, state) => {
  await showLanguage('en')
  open(() => ok({ ...anInvitation(), ...changes }))
  const link = await screen.findByRole('link', { name: 'Kites' })
  expect(link.getAttribute('href')).toBe(to)
  expect(screen.getByRole('article').lastElementChild?.textContent).toBe(state)
  expect(link.querySelector('s') !== null).toBe(changes.state === 'cancelled')
})

test.each<[string, Partial<Invitation>, string | undefined]>([
  ['its place', { place: 'De Wip' }, 'De Wip'],
  ['where it is roughly', {}, 'Near Jordaan'],
  ['nothing', { area: null }, undefined],
])('an invitation in a chat says of its place %s', async (_, changes, said) => {
  await showLanguage('en')
  open(() => ok({ ...anInvitation(), ...changes }))
  await screen.findByRole('link', { name: 'Kites' })
  const lines = [...document.querySelectorAll('article p')].map(({ textContent }) => textContent)
  expect(lines.slice(1)).toEqual(said ? [said] : [])
})
