import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { askAlong, askedAlongTo } from '../../domain/people/asked-along.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { aPlaydate, kwame, me, yesterday } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { ShareSheet } from './share-sheet.tsx'

beforeAll(() => import('@papadag/ui/layers/dialog'))
beforeEach(() => {
  askAlong(0, undefined)
  return showLanguage('en')
})

const link = (token: string, showsName = true) => ({
  status: 201,
  body: { token, url: `https://papadag.example/i/${token}`, showsName },
})

const his = { participants: [me], myStatus: 'creator' as const, title: 'Kites' }
const joined = { participants: [kwame, me], myStatus: 'joined' as const, title: 'Kites' }
const home = { locationVisibility: 'participants' as const }

async function share(
  playdate: Parameters<typeof aPlaydate>[0],
  handlers: Handlers = {},
  { isNew = false, showsName = true, reader = daan } = {},
) {
  const shown = show(
    <ShareSheet playdate={aPlaydate(playdate)} isNew={isNew} />,
    '/playdates',
    {
      'POST /api/playdates/7/invites': () => link('a', showsName),
      'GET /api/playdates/7/invites': () => ok([]),
      'GET /api/users/suggested': () => ok([]),
      ...handlers,
    },
    reader,
  )
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

test.each([
  ['just been planned', true, 0],
  ['been there before', false, 1],
])('links can be withdrawn only once they may have been sent: the playdate has %s', async (_, isNew, buttons) => {
  await share(his, {}, { isNew })
  await screen.findByRole('switch', { name: /Say on the invitation what it is/ })
  expect(screen.queryAllByRole('button', { name: 'Withdraw all links' })).toHaveLength(buttons)
})

test.each([
  ['weekly', { id: 3, every: 'week' as const, until: '2027-05-26' }, /\. Every \w+\. Are you coming\?/],
  ['single', null, /^Playdate on [^.]+\. Are you coming\?/],
])('the message about a %s playdate says how often it repeats', async (_, series, said) => {
  const { dialog } = await share({ ...his, series }, {}, { showsName: false })
  expect(await message(dialog)).toMatch(said)
})

test('a link whose setting cannot be saved stays as it was', async () => {
  const sent = vi.fn()
  let isFirst = true
  await share(his, {
    'POST /api/playdates/7/invites': body => {
      sent(body)
      if (!isFirst) return refused(503, 'server.unavailable', 'Not now.')
      isFirst = false
      return link('a', false)
    },
  })
  const choice = await screen.findByRole('switch', { name: /Say on the invitation what it is/ })
  await userEvent.click(choice)
  await waitFor(() => expect(sent.mock.calls).toEqual([[undefined], [{ showName: true }]]))
  await act(async () => {})
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('https://papadag.example/i/a')
  expect(choice.getAttribute('aria-checked')).toBe('false')
  expect(screen.queryByText('Not now.')).toBeNull()
})

test('a link that could not be made says why and can be tried again', async () => {
  const { dialog, handlers } = await share(his, {
    'POST /api/playdates/7/invites': () => refused(409, 'invite.notPossible', 'Not possible now.'),
  })
  expect(await dialog.findByText('Not possible now.')).toBeDefined()
  handlers['POST /api/playdates/7/invites'] = () => link('b')
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
  const suggested = { 'GET /api/users/suggested': () => ok([father(3, { childrenInfo })]) }
  const { dialog } = await share(his, suggested, { reader: { ...daan, childrenInfo: [child(4)] } })
  expect(await dialog.findByText(said)).toBeDefined()
})

test('the fathers a creator wants to invite are remembered for that playdate until he plans another one', () => {
  askAlong(7, { day: 'wed', fathers: [5] })
  expect(askedAlongTo(7)).toMatchObject({ day: 'wed', fathers: [5] })
  expect(askedAlongTo(8)).toBeUndefined()
  askAlong(8, undefined)
  expect(askedAlongTo(7)).toBeUndefined()
  expect(askedAlongTo(8)).toBeUndefined()
})
