import type { Invitation } from '@papadag/contract/invites'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reads } from '../platform/data/reads.ts'
import { aPlaydate, kwame, me } from '../testing/a-playdate.ts'
import { anInvitation } from '../testing/an-invitation.ts'
import { lastNotice } from '../testing/last-notice.ts'
import { card, openPlaydates, preparePlaydatesPage } from '../testing/playdates-page.tsx'
import { show } from '../testing/show.tsx'
import { type Answer, daan, type Handlers, ok, refused } from '../testing/stand-in-server.ts'
import { Page as InvitationPage } from './invitation.tsx'

preparePlaydatesPage()

const child = { name: 'Mees', age: 4, birthMonth: '2022-05' }
const family = (children: number) => ({ ...daan, childrenInfo: Array.from({ length: children }, () => child) })

/** A playdate with this many places left, Kwame's among the taken ones. */
const withRoom = (left: number) => aPlaydate({ maxParticipants: 1 + left })

function open(left: number, children: number, at = '/playdates', handlers: Handlers = {}) {
  const user = family(children)
  const shown = openPlaydates(
    [withRoom(left)],
    { 'GET /api/user': () => ok(user), 'GET /api/playdates/7': () => ok(withRoom(left)), ...handlers },
    at,
  )
  reads.setQueryData(['/api/user'], user)
  return shown
}
const stepper = (within = screen) => within.queryByLabelText('Hoeveel kinderen neem je mee?')
const note = () => screen.queryByRole('note')?.textContent ?? ''

test.each([
  [1, 2, 'Er is alleen plek voor jou, zonder je kinderen.', 'Ik kom alleen', false],
  [2, 2, 'Er is plek voor jou en 1 kind; jij hebt er 2.', 'Ik doe mee met 1 kind', true],
  [3, 4, 'Er is plek voor jou en 2 kinderen; jij hebt er 4.', 'Ik doe mee met 2 kinderen', true],
  [3, 2, '', 'Ik doe mee met 2 kinderen', true],
  [1, 0, '', 'Ik kom alleen', false],
])(
  'with %i places left, a father of %i reads "%s" before he joins',
  async (left, children, words, button, canChoose) => {
    open(left, children)
    await userEvent.click(within(await card()).getByRole('button', { name: /^Ik doe mee/ }))
    expect(await screen.findByRole('button', { name: button })).toBeTruthy()
    expect(note()).toContain(words)
    expect(note() === '').toBe(words === '')
    expect(stepper() !== null).toBe(canChoose)
  },
)

test('the sheet of a playdate with too few places says so too, and asks its creator for more in one tap', async () => {
  const sent = vi.fn()
  const [chat, message] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()]
  open(2, 3, '/playdates?open=7', {
    'POST /api/chats': body => {
      sent(body)
      return chat.promise
    },
    'POST /api/chats/3/messages': body => {
      sent(body)
      return message.promise
    },
  })
  const sheet = within(await screen.findByRole('dialog', { name: 'Modderen' }))
  expect(sheet.getByText('Er is plek voor jou en 1 kind; jij hebt er 3.')).toBeTruthy()
  const ask = () => sheet.getByRole('button', { name: /Vraag om meer plek/ })
  await userEvent.click(ask())
  for (const [calls, held, body] of [
    [1, chat, { id: 3, participants: [me, kwame], unreadCount: 0, lastMessage: null }],
    [2, message, { id: 1, chatId: 3, senderId: 1, content: 'Hoi', sentAt: new Date().toISOString() }],
  ] as const) {
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(calls))
    await vi.waitFor(() => expect(ask().getAttribute('aria-busy')).toBe('true'))
    held.resolve({ status: 201, body })
  }
  const link = await sheet.findByRole('link', { name: 'Het antwoord komt in je chat' })
  expect(link.getAttribute('href')).toBe('/chat/3')
  expect(sheet.queryByRole('button', { name: 'Vraag om meer plek' })).toBeNull()
  expect(sent.mock.calls).toEqual([
    [{ participants: [kwame.id] }],
    [{ content: expect.stringMatching(/^Hoi, ik kom graag .* met mijn 3 kinderen\. We komen 2 plekken tekort\./) }],
  ])
})

test('a creator who takes no messages is not sent the question, and the reason is the server’s', async () => {
  open(2, 3, '/playdates?open=7', {
    'POST /api/chats': () => refused(403, 'chat.notWanted', 'Kwame krijgt liever geen berichten.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Vraag om meer plek' }))
  await vi.waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Vragen om meer plek is niet gelukt',
      description: 'Kwame krijgt liever geen berichten.',
    }),
  )
  expect(screen.getByRole('button', { name: 'Vraag om meer plek' })).toBeTruthy()
})

test('a participant is not told that there are too few places', async () => {
  const playdate = aPlaydate({ participants: [kwame, me], myStatus: 'joined', maxParticipants: 2 })
  const handlers = { 'GET /api/playdates/7': () => ok(playdate), 'GET /api/user': () => ok(family(2)) }
  openPlaydates([playdate], handlers, '/playdates?open=7')
  reads.setQueryData(['/api/user'], family(2))
  await screen.findByRole('dialog', { name: 'Modderen' })
  expect(note()).toBe('')
})

const invited = anInvitation({
  startTime: '2031-06-01T08:00:00.000Z',
  endTime: '2031-06-01T10:00:00.000Z',
  place: 'Het Woeste Westen',
  area: null,
  placesLeft: 1,
  title: null,
  hostName: null,
  hostId: kwame.id,
})

test.each<[Partial<Invitation>, string, boolean, boolean]>([
  [{}, 'Er is alleen plek voor jou, zonder je kinderen.', false, true],
  [{ placesLeft: 2 }, 'Er is plek voor jou en 1 kind; jij hebt er 2.', true, true],
  [{ hostId: null }, 'Er is alleen plek voor jou, zonder je kinderen.', false, false],
  [{ placesLeft: 3 }, '', true, false],
])('an invitation with %j says "%s"', async (changes, words, canChoose, canAsk) => {
  const user = family(2)
  show(<InvitationPage />, '/i/token', {
    'GET /api/user': () => ok(user),
    'GET /api/invites/token': () => ok({ ...invited, ...changes }),
  })
  reads.setQueryData(['/api/user'], user)
  await screen.findByRole('button', { name: /^Ik (doe mee|kom alleen)/ })
  expect(note()).toContain(words)
  expect(stepper() !== null).toBe(canChoose)
  expect(screen.queryByRole('button', { name: 'Vraag om meer plek' }) !== null).toBe(canAsk)
})
