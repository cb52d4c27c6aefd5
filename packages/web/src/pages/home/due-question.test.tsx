import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, kwame, me } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { ok } from '../../testing/stand-in-server.ts'
import { NotificationList } from '../notifications/notification-list.tsx'
import { Page } from './home.tsx'

beforeEach(() => showLanguage('nl'))

const regular = (children: number): Partial<Playdate> => ({
  participants: [kwame, { ...me, children }],
  myStatus: 'joined',
  confirmation: 'due',
})
const his: Partial<Playdate> = { participants: [me], myStatus: 'creator', confirmation: 'due' }
const asks = 'Kom je deze keer?'
const goesAhead = 'Gaat hij door?'

/** Home with this as his third playdate, or the bell with its question. */
function open(where: 'home' | 'bell', changes: Partial<Playdate>) {
  let playdate = aPlaydate(changes)
  const sent = vi.fn()
  const isOpen = () => playdate.confirmation === 'due'
  const mine = playdate.participants.find(({ id }) => id === me.id)
  const answered = show(where === 'home' ? <Page /> : <NotificationList />, '/', {
    'GET /api/playdates/upcoming': () =>
      ok([aPlaydate({ id: 5, title: 'Een' }), aPlaydate({ id: 6, title: 'Twee' }), playdate]),
    'GET /api/notifications': () =>
      ok([
        {
          id: 1,
          kind: playdate.myStatus === 'creator' ? 'playdate.tooFew' : 'playdate.confirm',
          details: { playdateId: 7, title: playdate.title, startTime: playdate.startTime },
          createdAt: new Date().toISOString(),
          isRead: !isOpen(),
          ...(isOpen() && { question: { children: playdate.myStatus === 'creator' ? null : mine?.children } }),
        },
      ]),
    'POST /api/playdates/7/confirm': body => {
      sent(body)
      playdate = { ...playdate, confirmation: 'confirmed' }
      return ok(playdate)
    },
  })
  return { sent, ...answered }
}

test.each<[string, Partial<Playdate>, string | undefined]>([
  ['waits for his yes', regular(0), asks],
  ['is his own with too few fathers', his, goesAhead],
  ['he has confirmed', { ...regular(1), confirmation: 'confirmed' }, undefined],
  ['he is on, not asked yet', { ...regular(1), confirmation: null }, undefined],
  ['is another’s', {}, undefined],
])('a playdate that %s is asked about at the top of home: %#', async (_, changes, question) => {
  open('home', changes)
  await screen.findAllByText('Modderen')
  if (question) expect(await screen.findByRole('region', { name: question })).toBeTruthy()
  expect(screen.queryByRole('region', { name: asks }) !== null).toBe(question === asks)
  expect(screen.queryByRole('region', { name: goesAhead }) !== null).toBe(question === goesAhead)
  // The question takes the banner's place.
  expect(screen.queryByRole('region', { name: 'Papaweekend in het park' }) === null).toBe(question !== undefined)
})

test.each<['home' | 'bell', Partial<Playdate>, RegExp, object]>([
  ['home', regular(0), /^Ik kom: Modderen/, { coming: true, children: 0 }],
  ['home', regular(2), /^Ik kom met 2 kinderen/, { coming: true, children: 2 }],
  ['home', regular(2), /^Deze week niet: Modderen/, { coming: false }],
  ['home', his, /^Hij gaat door: Modderen/, { coming: true }],
  ['bell', regular(0), /^Ik kom: Modderen/, { coming: true, children: 0 }],
  ['bell', regular(2), /^Ik kom met 2 kinderen/, { coming: true, children: 2 }],
  ['bell', regular(2), /^Deze week niet: Modderen/, { coming: false }],
  ['bell', his, /^Hij gaat door: Modderen/, { coming: true }],
])('on %s one tap answers a playdate with the number: %#', async (where, changes, name, answer) => {
  const { sent } = open(where, changes)
  const [button] = await screen.findAllByRole('button', { name })
  if (!button) throw new Error('there is a button')
  await userEvent.click(button)
  await waitFor(() => expect(sent.mock.calls).toEqual([[answer]]))
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
})

test('the card on home says the same as the question above it', async () => {
  open('home', regular(2))
  expect(await screen.findByRole('region', { name: asks })).toBeTruthy()
  const cards = await screen.findAllByRole('article')
  const card = cards.find(one => within(one).queryByText('Modderen'))
  if (!card) throw new Error('there is a card')
  expect(await within(card).findByRole('button', { name: 'Ik kom met 2 kinderen' })).toBeTruthy()
})

test('once the question is answered, the heading has the focus that its button had', async () => {
  open('home', regular(1))
  const question = within(await screen.findByRole('region', { name: asks }))
  await userEvent.click(question.getByRole('button', { name: 'Ik kom met 1 kind' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: asks })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})
