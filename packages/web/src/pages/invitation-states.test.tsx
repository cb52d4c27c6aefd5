import type { Invitation } from '@papadag/contract/invites'
import { dismissToast } from '@papadag/ui/layers/toast'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { askAlong, askedAlongTo } from '../domain/people/asked-along.ts'
import { InvitationInChat } from '../features/invites/invitation-in-chat.tsx'
import { ShareSheet } from '../features/invites/share-sheet.tsx'
import { ShareWays } from '../features/invites/share-ways.tsx'
import { showLanguage } from '../platform/language/language.ts'
import { aFather } from '../testing/a-father.ts'
import { aPlaydate, kwame, me, yesterday } from '../testing/a-playdate.ts'
import { anInvitation } from '../testing/an-invitation.ts'
import { show } from '../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../testing/stand-in-server.ts'
import { shownToast } from '../testing/toasts.ts'
import { Page } from './invitation.tsx'

beforeAll(() => import('@papadag/ui/layers/dialog'))
beforeEach(async () => {
  askAlong(0, undefined)
  await showLanguage('en')
})

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

const ways = (changes: Partial<Parameters<typeof ShareWays>[0]> = {}) =>
  show(
    <ShareWays url="https://papadag.example/i/a" message="Are you coming?" {...changes}>
      who
    </ShareWays>,
    '/playdates',
  )
const define = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value })

test.each([
  ['a link with an invitation', 'a', ['Copy', 'QR code', 'Poster']],
  ['another link', undefined, ['Copy']],
])('whoever shares %s finds the buttons that fit it', (_, token, buttons) => {
  ways(token === undefined ? {} : { token })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  const words = encodeURIComponent('Are you coming? https://papadag.example/i/a')
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(`https://wa.me/?text=${words}`)
  expect(screen.getByRole('link', { name: 'E-mail' }).getAttribute('href')).toBe(
    `mailto:?subject=Playdate&body=${words}`,
  )
})

test('a device that can share is asked to, and closing its sheet is an answer too', async () => {
  const share = vi.fn(async () => Promise.reject(new Error('closed')))
  define('share', share)
  ways()
  await userEvent.click(screen.getByRole('button', { name: 'Share with…' }))
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: 'Are you coming?', url: 'https://papadag.example/i/a' })
  Reflect.deleteProperty(navigator, 'share')
})

test('the link is copied, or selected where the clipboard is blocked', async () => {
  const user = userEvent.setup()
  const writeText = vi.fn(async () => {})
  define('clipboard', { writeText })
  ways()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('https://papadag.example/i/a')
  await waitFor(() => expect(shownToast()).toMatch(/^Link copied/))
  act(dismissToast)
  writeText.mockRejectedValueOnce(new Error('blocked'))
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Link'))
  expect(shownToast()).toBeUndefined()
})

test('a father can show and hide the code to scan', async () => {
  ways({ token: 'a' })
  const button = screen.getByRole('button', { name: 'QR code' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(await screen.findByRole('img', { name: 'QR code of the invitation' })).toBeDefined()
  await userEvent.click(button)
  expect(screen.queryByRole('img', { name: 'QR code of the invitation' })).toBeNull()
})

const his = { participants: [me], myStatus: 'creator' as const, title: 'Kites' }
const joined = { participants: [kwame, me], myStatus: 'joined' as const, title: 'Kites' }
const home = { locationVisibility: 'participants' as const }

async function share(
  playdate: Parameters<typeof aPlaydate>[0],
  handlers: Handlers = {},
  { isNew = false, showsName = true } = {},
) {
  const shown = show(<ShareSheet playdate={aPlaydate(playdate)} isNew={isNew} />, '/playdates', {
    'POST /api/playdates/7/invites': () => ({
      status: 201,
      body: { token: 'a', url: 'https://papadag.example/i/a', showsName },
    }),
    'GET /api/playdates/7/invites': () => ok([]),
    'GET /api/users/suggested': () => ok([]),
    ...handlers,
  })
  const dialog = within(await screen.findByRole('dialog'))
  return { ...shown, dialog }
}

test.each<[string, Parameters<typeof aPlaydate>[0], boolean]>([
  ['a father’s own playdate', his, true],
  ['a father’s own playdate at a home', { ...his, ...home }, true],
  ['a playdate he takes part in', joined, true],
  ['a playdate he takes part in at a home', { ...joined, ...home }, false],
  ['another father’s playdate', { title: 'Kites' }, false],
  ['a father’s own cancelled playdate', { ...his, state: 'cancelled' }, false],
  ['a father’s own playdate that is over', { ...his, ...yesterday }, false],
])('%s can be shared through an invitation or only among members', async (_, playdate, invites) => {
  const { dialog } = await share(playdate)
  const field = await dialog.findByLabelText<HTMLInputElement>('Link')
  expect(field.value).toBe(invites ? 'https://papadag.example/i/a' : `${location.origin}/playdates?open=7`)
  expect(dialog.queryByText('Only members of Papadag can open this link.') !== null).toBe(!invites)
})

type Dialog = Awaited<ReturnType<typeof share>>['dialog']
const message = async (dialog: Dialog) => {
  const { href } = await dialog.findByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' })
  return decodeURIComponent(href.split('text=')[1] ?? '')
}

test.each<[string, Parameters<typeof aPlaydate>[0], boolean, RegExp]>([
  ['says what it is to, signed by its creator', his, true, /: Kites\. Are you coming\? Cheers, Daan https/],
  ['says what it is to', joined, true, /: Kites\. Are you coming\? https/],
  ['says only when it is', his, false, /^Playdate on [^:]+ at \d\d:\d\d\. Are you coming\? https/],
])('the message with an invitation %s', async (_, playdate, showsName, said) => {
  const { dialog } = await share(playdate, {}, { showsName })
  expect(await message(dialog)).toMatch(said)
})

test('a new playdate offers to invite fathers, which can be skipped', async () => {
  const { dialog } = await share(his, {}, { isNew: true })
  expect(dialog.getByText('Who are you asking along?')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Not now' })).toBeDefined()
})

test.each<[string, Parameters<typeof aPlaydate>[0], boolean]>([
  ['its creator', his, true],
  ['somebody who is on it', joined, false],
])('whether the choice of what a link shows is offered to %s: %s', async (_, playdate, may) => {
  const { dialog } = await share(playdate)
  await dialog.findByLabelText('Link')
  expect(dialog.queryAllByRole('switch')).toHaveLength(may ? 1 : 0)
})

test('when the choice is known, the page says what is shared', async () => {
  const { dialog } = await share(his)
  expect(dialog.getByText('Share “Kites”')).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Not now' })).toBeNull()
})

test('a link that could not be made says why and can be tried again', async () => {
  const { dialog, handlers } = await share(his, {
    'POST /api/playdates/7/invites': () => refused(409, 'invite.notPossible', 'Not possible now.'),
  })
  expect(await dialog.findByText('Not possible now.')).toBeDefined()
  handlers['POST /api/playdates/7/invites'] = () => ({
    status: 201,
    body: { token: 'b', url: 'https://papadag.example/i/b', showsName: true },
  })
  await userEvent.click(dialog.getAllByRole('button', { name: 'Retry' })[0] ?? document.body)
  expect((await dialog.findByLabelText<HTMLInputElement>('Link')).value).toBe('https://papadag.example/i/b')
})

const father = (id: number, changes = {}) =>
  aFather({ id, firstName: `F${id}`, lastName: 'X', city: 'Diemen', ...changes })
const asked = (dialog: Dialog) =>
  dialog.queryAllByRole('button', { name: /^Ask\s*: / }).map(({ textContent }) => textContent)

test('fathers who are free that day come first, then suggested ones, nobody twice and nobody who is already coming', async () => {
  askAlong(7, { day: 'wed', fathers: [5, 2] })
  const match = { days: [], similarAges: false }
  const { dialog } = await share(his, {
    'GET /api/users/suggested': () =>
      ok([father(2), father(3), father(5), father(6), father(8), father(9), father(10), father(11)]),
    'GET /api/users/matches': () => ok([5, 4, 2].map(id => ({ ...father(id), match }))),
  })
  await waitFor(() => expect(asked(dialog)[0]).toBe('Ask: F5 X'))
  expect(asked(dialog)).toEqual(['5', '2', '3', '6', '8', '9'].map(id => `Ask: F${id} X`))
})

test('a father who is already coming cannot be invited', async () => {
  const { dialog } = await share(joined, { 'GET /api/users/suggested': () => ok([father(2), father(3)]) })
  await waitFor(() => expect(asked(dialog)).toEqual(['Ask: F3 X']))
})

test('a father is invited once, by a message with the link, and then the sheet is done', async () => {
  const sent = vi.fn()
  const { dialog } = await share(
    his,
    {
      'GET /api/users/suggested': () => ok([father(3)]),
      'POST /api/chats': body => {
        sent(body)
        return { status: 201, body: { id: 9 } }
      },
      'POST /api/chats/9/messages': body => {
        sent(body)
        return {
          status: 201,
          body: { id: 1, chatId: 9, senderId: 1, content: '', sentAt: '2026-11-25T10:00:00.000Z', seq: 1 },
        }
      },
    },
    { isNew: true },
  )
  await userEvent.click(await dialog.findByRole('button', { name: /^Ask\s*: F3 X/ }))
  expect(await dialog.findByText('Asked')).toBeDefined()
  expect(sent.mock.calls).toEqual([
    [{ participants: [3] }],
    [{ content: 'Are you coming? https://papadag.example/i/a', asksTo: 7 }],
  ])
  expect(dialog.getByRole('button', { name: 'Done' })).toBeDefined()
})

const child = (age: number) => ({ name: 'Noor', age, birthMonth: '2022-01' })

test.each([
  ['a child a year apart', [{ age: 5 }], '1 child of the same age'],
  ['two', [{ age: 5 }, { age: 3 }], '2 children of the same age'],
  ['none so near', [{ age: 6 }], 'Diemen'],
])('the list of fathers to invite says what each shares with the reader: %s', async (_, childrenInfo, said) => {
  show(
    <ShareSheet playdate={aPlaydate(his)} isNew={false} />,
    '/playdates',
    {
      'POST /api/playdates/7/invites': () => ({
        status: 201,
        body: { token: 'a', url: 'https://papadag.example/i/a', showsName: true },
      }),
      'GET /api/playdates/7/invites': () => ok([]),
      'GET /api/users/suggested': () => ok([father(3, { childrenInfo })]),
    },
    { ...daan, childrenInfo: [child(4)] },
  )
  expect(await screen.findByText(said)).toBeDefined()
})

test('the fathers a creator wants to invite are remembered for that playdate until he plans another one', () => {
  askAlong(7, { day: 'wed', fathers: [5] })
  expect(askedAlongTo(7)).toMatchObject({ day: 'wed', fathers: [5] })
  expect(askedAlongTo(8)).toBeUndefined()
  askAlong(8, undefined)
  expect(askedAlongTo(7)).toBeUndefined()
  expect(askedAlongTo(8)).toBeUndefined()
})

const past = { startTime: '2020-06-01T08:00:00.000Z', endTime: '2020-06-01T09:00:00.000Z' }
test.each<[string, Partial<Invitation>, string, string]>([
  ['a playdate he does not take part in', {}, '/i/token', '4 places leftJoin'],
  ['a playdate he takes part in', coming, '/playdates?open=7', 'You’re going'],
  ['his own playdate', { ...coming, isOwn: true }, '/playdates?open=7', 'Your playdate'],
  ['a playdate he took part in', { ...coming, ...past }, '/playdates?open=7&tab=past', 'Over'],
  ['a playdate that is over', past, '/i/token', 'Over'],
  ['a full playdate', { state: 'full' }, '/i/token', 'Full'],
  ['a cancelled playdate he took part in', { ...coming, state: 'cancelled' }, '/i/token', 'Cancelled'],
])('an invitation in a chat to %s shows that and leads to the right page', async (_, changes, to, state) => {
  show(<InvitationInChat token="token" />, '/chat/5', {
    'GET /api/invites/token': () => ok({ ...invitation, ...changes }),
  })
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
  show(<InvitationInChat token="token" />, '/chat/5', {
    'GET /api/invites/token': () => ok({ ...invitation, ...changes }),
  })
  await screen.findByRole('link', { name: 'Kites' })
  const lines = [...document.querySelectorAll('article p')].map(({ textContent }) => textContent)
  expect(lines.slice(1)).toEqual(said ? [said] : [])
})
