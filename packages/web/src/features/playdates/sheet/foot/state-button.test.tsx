import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday, youssef } from '../../../../testing/a-playdate.ts'
import { aSeries, weekly } from '../../../../testing/a-series.ts'
import { lastNotice } from '../../../../testing/last-notice.ts'
import { show } from '../../../../testing/show.tsx'
import { type Answer, daan, type Handlers, ok, refused } from '../../../../testing/stand-in-server.ts'
import { PlaydateSheet } from '../playdate-sheet.tsx'

beforeAll(() =>
  Promise.all([
    import('../../cancelling/delete-dialog.tsx'),
    import('../../open/open-section.tsx'),
    import('../dialogs/leave-dialog.tsx'),
    import('../asked/asked.tsx'),
    import('@papadag/ui/layers/menu-list'),
  ]),
)
beforeEach(() => showLanguage('en'))

type Shown = { ofHis?: number; handlers?: Handlers }

/** The foot of a playdate’s sheet, and the open menu of its button. */
async function foot(changes: Partial<Playdate>, { ofHis = 0, handlers = {} }: Shown = {}) {
  const playdate = aPlaydate(changes)
  const childrenInfo = Array.from({ length: ofHis }, () => ({ name: 'Noor', age: 4, birthMonth: '2022-01' }))
  const { asked } = show(
    <PlaydateSheet id={7} known={playdate} open onClose={vi.fn()} />,
    '/playdates?open=7',
    {
      'GET /api/playdates/7': () => ok(playdate),
      'GET /api/users/me/safe-meeting': () => ok({ isDue: false }),
      ...handlers,
    },
    { ...daan, childrenInfo },
  )
  const sheet = within(await screen.findByRole('dialog', { name: 'Modderen' }))
  await waitFor(() => expect(asked).toContain('GET /api/playdates/7'))
  const footer = within(screen.getByRole('dialog').querySelector('footer') ?? document.body)
  const menu = async () => {
    await userEvent.click(sheet.getByRole('button', { name: 'Choose' }))
    return within(await screen.findByRole('menu'))
  }
  return { asked, sheet, footer, menu }
}

const never = () => new Promise<Answer>(() => {})
const series = { 'GET /api/series/3': () => ok(aSeries) }
const one = { ...me, children: 1 }
const joined = { participants: [kwame, me], myStatus: 'joined' as const }
const withOne = { participants: [kwame, one], myStatus: 'joined' as const }
const his = { participants: [me, kwame], myStatus: 'creator' as const }
const two = [kwame, youssef]
const full = { maxParticipants: 1 }
const due = { confirmation: 'due' } as const

test.each<[string, Partial<Playdate>, string[], string[]]>([
  ['another father’s playdate', {}, ['Join on my own'], []],
  ['a playdate he takes part in', joined, ['You’re coming. Leave'], ['Leave']],
  ['a playdate he takes part in with a child', withOne, ['You’re coming with 1 child. Leave'], ['Leave']],
  [
    'a weekly playdate he takes part in',
    { ...joined, series: weekly },
    ['You’re coming. Leave'],
    ['Not this week', 'Leave'],
  ],
  [
    'a playdate that asks whether he is coming',
    { ...withOne, ...due },
    ['Yes, with 1 child', 'Not this week'],
    ['Leave'],
  ],
  ['one that he is asked along to', { askedBy: kwame }, ['Join on my own', 'I can’t make it'], []],
  [
    'a full one that he is asked along to',
    { ...full, askedBy: kwame },
    ['Put me on the waiting list', 'I can’t make it'],
    [],
  ],
  ['one that he cannot come to', { askedBy: kwame, declined: true }, ['I can after all'], []],
  ['a full one', full, ['Put me on the waiting list'], []],
  ['one he waits for', { ...full, waiting: { position: 2, children: 0 } }, ['Not after all'], []],
  ['one he waits for that has room', { waiting: { position: 1, children: 0 } }, ['Join on my own'], ['Not after all']],
  ['his own with room', his, ['Ask dads along'], ['Edit', 'Delete']],
  ['his own that is full', { ...his, maxParticipants: 2 }, ['Edit'], ['Edit', 'Delete']],
  ['his own with too few', { ...his, ...due }, ['It goes ahead'], ['Edit', 'Delete']],
  ['his own open hour', { ...his, kind: 'open' }, ['Edit'], ['Edit', 'Delete']],
  ['one that is cancelled', { ...joined, state: 'cancelled' }, [], []],
  ['one that is over', { ...joined, ...yesterday }, [], []],
])(
  'the foot of the sheet on %s offers the likely next thing, and ▾ offers the rest',
  async (_, changes, buttons, rest) => {
    const { footer, menu } = await foot(changes, { handlers: series })
    await act(async () => {})
    const names = footer.queryAllByRole('button').map(button => button.textContent)
    expect(names.filter(Boolean)).toEqual(buttons)
    if (!footer.queryByRole('button', { name: 'Choose' })) return expect(rest).toEqual([])
    const rows = (await menu()).getAllByRole('menuitem').map(row => row.textContent)
    expect(rows.filter(Boolean)).toEqual(rest)
  },
)

test.each<[string, Partial<Playdate>, string]>([
  ['waits', { ...full, waiting: { position: 2, children: 0 } }, 'Number 2 on the waiting list'],
  ['waits since offline', { ...full, waiting: { position: 0, children: 0 } }, 'On the waiting list'],
  ['missed a cancelled date of', { ...joined, state: 'cancelled' }, 'Cancelled'],
  ['was on a playdate that is over', { ...joined, ...yesterday }, 'Over'],
])('the foot of the sheet tells a father who %s so', async (_, changes, said) => {
  const { footer } = await foot(changes)
  expect(await footer.findByText(said)).toBeDefined()
})

const number = (menu: Awaited<ReturnType<Awaited<ReturnType<typeof foot>>['menu']>>) =>
  menu.queryByRole('group', { name: 'How many children are you bringing?' })?.textContent?.match(/\d+/)?.[0]
test.each<[string, Partial<Playdate>, number, string | undefined, boolean]>([
  ['another’s, with two of his', {}, 2, '2', false],
  ['another’s, with more than fit', { maxParticipants: 3 }, 4, '1', true],
  [
    'a full one, with more than two fathers leave room for',
    { maxParticipants: 3, participants: [kwame, { ...youssef, children: 1 }] },
    4,
    '1',
    true,
  ],
  ['another’s with room for many', { maxParticipants: 50 }, 14, '12', true],
  ['one he is on with one', withOne, 3, '1', false],
  ['one he is on with one, full', { ...withOne, maxParticipants: 3 }, 3, '1', true],
  ['one he is on alone, full', { ...joined, maxParticipants: 2 }, 3, '0', true],
])(
  'the foot of the sheet proposes the number of children a father brings to %s',
  async (_, changes, ofHis, value, isMost) => {
    const { menu } = await foot(changes, { ofHis })
    const rows = await menu()
    expect(number(rows)).toBe(value)
    expect(rows.getByRole('menuitem', { name: 'One child more' }).getAttribute('aria-disabled')).toBe(String(isMost))
  },
)

test.each<[string, Partial<Playdate>]>([
  ['a playdate with one place left', { maxParticipants: 2 }],
  ['a full playdate that only two fathers fit', { maxParticipants: 2, participants: two }],
  ['a playdate that is over', { ...joined, ...yesterday }],
  ['a cancelled playdate', { ...joined, state: 'cancelled' }],
])('a father cannot choose a number of children for %s', async (_, changes) => {
  const { footer } = await foot(changes, { ofHis: 2 })
  await act(async () => {})
  expect(footer.queryByRole('button', { name: 'Choose' })).toBeNull()
})

// The button before and after one child more.
test.each<[string, Partial<Playdate>, string, string, number]>([
  ['joins another father’s playdate', {}, 'Join on my own', 'POST /api/playdates/7/join', 1],
  ['changes a playdate he takes part in', joined, 'I’m coming with 1 child', 'POST /api/playdates/7/join', 1],
  [
    'changes a playdate he takes part in with a child',
    withOne,
    'I’m coming with 2 children',
    'POST /api/playdates/7/join',
    2,
  ],
  ['confirms', { ...joined, ...due }, 'Yes, with 1 child', 'POST /api/playdates/7/confirm', 1],
  [
    'changes one he has confirmed',
    { ...joined, confirmation: 'confirmed' },
    'I’m coming with 1 child',
    'POST /api/playdates/7/join',
    1,
  ],
  ['changes his own', his, 'I’m coming with 1 child', 'POST /api/playdates/7/join', 1],
  ['decides about his own', { ...his, ...due }, 'It goes ahead', 'POST /api/playdates/7/confirm', 1],
  [
    'joins one he waits for',
    { waiting: { position: 1, children: 0 } },
    'Join with 1 child',
    'POST /api/playdates/7/join',
    1,
  ],
  [
    'waits for a full one',
    { maxParticipants: 3, participants: [kwame, { ...youssef, children: 1 }] },
    'Join the waiting list with 1 child',
    'POST /api/playdates/7/wait',
    1,
  ],
])('one button %s with the chosen number of children', async (_, changes, name, call, children) => {
  const sent = vi.fn()
  const answer = (body: unknown) => {
    sent(body)
    return never()
  }
  const { asked, footer, menu } = await foot(changes, {
    handlers: {
      'POST /api/playdates/7/join': answer,
      'POST /api/playdates/7/confirm': answer,
      'POST /api/playdates/7/wait': answer,
    },
  })
  await userEvent.click((await menu()).getByRole('menuitem', { name: 'One child more' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(footer.getByRole('button', { name: name.replace('on my own', 'with 1 child') }))
  await waitFor(() => expect(asked).toContain(call))
  expect(sent.mock.calls).toEqual([[expect.objectContaining({ children })]])
})

test('once a changed number is saved the button shows it, and there is nothing left to save', async () => {
  let now = aPlaydate(joined)
  const join = () => {
    now = aPlaydate(withOne)
    return ok(now)
  }
  const handlers = { 'GET /api/playdates/7': () => ok(now), 'POST /api/playdates/7/join': join }
  const { footer, menu } = await foot(joined, { handlers })
  await userEvent.click((await menu()).getByRole('menuitem', { name: 'One child more' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(footer.getByRole('button', { name: 'I’m coming with 1 child' }))
  expect(await footer.findByRole('button', { name: /^You’re coming with 1 child/ })).toBeDefined()
})

test('a refusal leaves the button, so that the father can try again', async () => {
  const { footer } = await foot(
    {},
    { handlers: { 'POST /api/playdates/7/join': () => refused(409, 'playdate.full', 'Full.') } },
  )
  await userEvent.click(footer.getByRole('button', { name: 'Join on my own' }))
  await waitFor(() => expect(lastNotice()?.description).toBe('An error occurred while joining the playdate.'))
  expect(footer.getByRole('button', { name: 'Join on my own' }).getAttribute('aria-busy')).toBeNull()
})

test.each<[string, Partial<Playdate>, string]>([
  ['a playdate he takes part in', joined, 'Leave this playdate?'],
  ['a playdate that asks whether he is coming', { ...joined, ...due }, 'Leave this playdate?'],
  ['his own playdate', his, 'Delete playdate?'],
])('the menu on %s asks before it takes a place away', async (_, changes, question) => {
  const { asked, menu } = await foot(changes)
  await userEvent.click((await menu()).getByRole('menuitem', { name: /^(Leave|Delete)$/ }))
  expect(await screen.findByRole('alertdialog', { name: question })).toBeDefined()
  expect(asked.filter(call => call.startsWith('DELETE'))).toEqual([])
})

test('a regular says in the menu that he is not coming this week', async () => {
  const sent = vi.fn()
  const { menu } = await foot(
    { ...joined, series: weekly },
    {
      handlers: {
        ...series,
        'POST /api/playdates/7/confirm': body => {
          sent(body)
          return ok(aPlaydate())
        },
      },
    },
  )
  await userEvent.click((await menu()).getByRole('menuitem', { name: 'Not this week' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ coming: false }]]))
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['another father’s playdate', { maxParticipants: 4, participants: two }, true],
  ['a playdate he takes part in', { ...joined, maxParticipants: 4 }, false],
  ['his own playdate', { ...his, maxParticipants: 4 }, false],
])('whether a father whose children do not all fit in %s can wait for them all: %s', async (_, changes, isSaid) => {
  const sent = vi.fn()
  const { footer, menu } = await foot(changes, {
    ofHis: 3,
    handlers: {
      'POST /api/playdates/7/wait': body => {
        sent(body)
        return never()
      },
    },
  })
  expect(footer.queryByText(/There is room for you and 1 child; you have 3/) !== null).toBe(isSaid)
  const wait = (await menu()).queryByRole('menuitem', { name: 'Wait for places with 2 children' })
  expect(wait !== null).toBe(isSaid)
  if (!wait) return
  await userEvent.click(wait)
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ children: 2 }]]))
})

test('where none of his children fits, a father waits with them all in one tap, and coming alone is behind ▾', async () => {
  const sent = vi.fn()
  const answer = (body: unknown) => {
    sent(body)
    return never()
  }
  const { footer, menu } = await foot(
    { maxParticipants: 4, participants: [kwame, { ...youssef, children: 1 }] },
    { ofHis: 2, handlers: { 'POST /api/playdates/7/wait': answer } },
  )
  expect(footer.getByText('There is only room for you, without your children.')).toBeDefined()
  expect((await menu()).getByRole('menuitem', { name: 'Join on my own' })).toBeDefined()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(footer.getByRole('button', { name: 'Join the waiting list with 2 children' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ children: 2 }]]))
})

test.each<[string, object | null, string]>([
  ['says that he usually comes', null, 'I’m usually there'],
  ['says that he no longer does', { children: 0 }, 'No longer usually there'],
])('at an open hour a father %s', async (_, standing, name) => {
  const known = { ...aSeries, standing }
  const call = standing ? 'DELETE /api/series/3/standing' : 'PUT /api/series/3/standing'
  const { asked, footer } = await foot(
    { kind: 'open', series: weekly },
    { handlers: { 'GET /api/series/3': () => ok(known), [call]: () => ok({ standing: !standing }) } },
  )
  await userEvent.click(await footer.findByRole('button', { name }))
  await waitFor(() => expect(asked).toContain(call))
})
