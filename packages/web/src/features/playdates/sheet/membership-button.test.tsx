import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { daan, ok } from '../../../testing/stand-in-server.ts'
import { DeleteDialog } from '../cancelling/delete-dialog.tsx'
import { OnceMore } from './once-more.tsx'
import { MembershipButton, PlaydateOptions } from './playdate-actions.tsx'
import { WaitForAll } from './wait-for-all.tsx'
import { AgesOn } from './who/ages-on.tsx'

beforeAll(async () => {
  await Promise.all([
    import('./other-actions.tsx'),
    import('./waiting-actions.tsx'),
    import('./playdate-options.tsx'),
    import('./dialogs/wait-dialog.tsx'),
    import('@papadag/ui/layers/dialog'),
    import('../cancelling/delete-dialog.tsx'),
  ])
})
beforeEach(() => showLanguage('en'))

const showWith = (element: ReactNode, childrenInfo: typeof daan.childrenInfo) =>
  show(element, '/playdates', {}, { ...daan, childrenInfo })

const words = () => document.querySelector('main')?.textContent
const full = { maxParticipants: 1 }
const onIt = { participants: [kwame, me], myStatus: 'joined' as const }
const his = { participants: [me], myStatus: 'creator' as const }

test.each<[string, Partial<Playdate>, string]>([
  ['that others can join', {}, 'Join'],
  ['that he takes part in', onIt, 'Leave'],
  ['of his own', his, 'Your playdate'],
  ['that is cancelled', { ...onIt, state: 'cancelled' }, 'Cancelled'],
  ['that is over', { ...onIt, ...yesterday }, 'Plan it againOver'],
  ['to confirm', { ...onIt, confirmation: 'due' }, 'I’m comingNot this week'],
  ['of his own to confirm', { ...his, confirmation: 'due' }, 'It goes ahead'],
  ['that was to confirm and is over', { ...onIt, ...yesterday, confirmation: 'due' }, 'Plan it againOver'],
  ['that is full', full, 'FullPut me on the waiting list'],
  ['that is full, in which he takes part', { ...onIt, maxParticipants: 2 }, 'Leave'],
  ['for which others wait', { ...onIt, waitingCount: 2 }, 'Leave2 dads are waiting for a place'],
  ['for which one waits', { ...his, waitingCount: 1 }, 'Your playdate1 dad is waiting for a place'],
  [
    'for which he waits',
    { ...full, waiting: { position: 2, children: 0 } },
    'Number 2 on the waiting listNot after all',
  ],
  [
    'for which he waits since offline',
    { ...full, waiting: { position: 0, children: 0 } },
    'On the waiting listNot after all',
  ],
  [
    'for which he waits with room',
    { waiting: { position: 1, children: 2 } },
    'JoinNumber 1 on the waiting listNot after all',
  ],
  ['of an open hour', { kind: 'open' }, ''],
])('on a playdate %s, the button offers what is possible', async (_, changes, said) => {
  show(<MembershipButton playdate={aPlaydate(changes)} />, '/playdates')
  await waitFor(() => expect(words()).toBe(said))
})

test('the dialog for waiting offers at most as many children as two fathers leave room for', async () => {
  const sent = vi.fn()
  const children = ['Noor', 'Mees', 'Saar'].map(name => ({ name, age: 4, birthMonth: '2022-01' }))
  const own = { ...daan, childrenInfo: children }
  show(
    <MembershipButton
      playdate={aPlaydate({ participants: [kwame, { ...kwame, id: 4, children: 1 }], maxParticipants: 3 })}
    />,
    '/playdates',
    {
      'POST /api/playdates/7/wait': body => {
        sent(body)
        return ok(aPlaydate({ waiting: { position: 1, children: 1 } }))
      },
    },
    own,
  )
  await userEvent.click(await screen.findByRole('button', { name: /waiting list/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const stepper = dialog.getByLabelText<HTMLInputElement>('How many children would you bring?')
  expect(stepper.value).toBe('1')
  await userEvent.click(dialog.getByRole('button', { name: 'One child more' }))
  expect(stepper.value).toBe('1')
  await userEvent.click(dialog.getByRole('button', { name: 'Wait with 1 child' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ children: 1 }))
})

test('a father waits on his own if only two fathers fit', async () => {
  show(
    <MembershipButton playdate={aPlaydate({ participants: [kwame, { ...kwame, id: 4 }], maxParticipants: 2 })} />,
    '/playdates',
  )
  await userEvent.click(await screen.findByRole('button', { name: /waiting list/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Wait on my own' })).toBeDefined()
  expect(dialog.queryByLabelText('How many children would you bring?')).toBeNull()
})

const items = async (changes: Partial<Playdate>) => {
  show(<PlaydateOptions playdate={aPlaydate(changes)} />, '/playdates')
  await userEvent.click(screen.getByRole('button', { name: 'More options for Modderen' }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test.each<[string, Partial<Playdate>, string[]]>([
  ['another’s', {}, ['Share', 'Add to calendar', 'Report']],
  ['his own', his, ['Edit', 'Share', 'Add to calendar', 'Delete']],
  ['a cancelled one', { state: 'cancelled' }, ['Report']],
  ['an open hour', { kind: 'open' }, ['Add to calendar', 'Report']],
  ['his own open hour', { ...his, kind: 'open' }, ['Edit', 'Add to calendar', 'Delete']],
])('the menu of %s offers what is allowed', async (_, changes, offered) =>
  expect(await items(changes)).toEqual(offered),
)

const child = (age: number, name = `of ${age}`) => ({ name, age, birthMonth: '2022-01' })

test.each<[string, Partial<Playdate>, number[], string]>([
  ['no ages', { ages: null }, [4], ''],
  ['one age', { ages: { from: 1, to: 1 } }, [], 'Children of 1 year'],
  ['one age of several years', { ages: { from: 4, to: 4 } }, [3], 'Children of 4 years'],
  [
    'from, to and between',
    { ages: { from: 3, to: 5 } },
    [2, 3, 4, 5, 6],
    'Children of 3–5 yearsSuits of 3, of 4 and of 5',
  ],
  ['a playdate that he takes part in', { ages: { from: 3, to: 5 }, myStatus: 'joined' }, [4], 'Children of 3–5 years'],
  ['a playdate that is over', { ages: { from: 3, to: 5 }, ...yesterday }, [4], 'Children of 3–5 years'],
])('the button shows the children’s ages, and which suit a father’s own: %s', (_, changes, ofHis, said) => {
  showWith(
    <AgesOn playdate={aPlaydate(changes)} />,
    ofHis.map(age => child(age)),
  )
  expect(words()).toBe(said)
})

test('a child without a name is not mentioned by name', () => {
  showWith(<AgesOn playdate={aPlaydate({ ages: { from: 3, to: 5 } })} />, [child(4, ''), child(4, 'Noor')])
  expect(words()).toBe('Children of 3–5 yearsSuits Noor')
})

test.each<[string, Partial<Playdate>, number, string]>([
  ['all fit', { maxParticipants: 4 }, 2, ''],
  [
    'one place is left of three',
    { maxParticipants: 3, participants: [kwame, { ...kwame, id: 4 }] },
    2,
    'Wait for a place with 1 child',
  ],
  [
    'two of three do not',
    { maxParticipants: 4, participants: [kwame, { ...kwame, id: 4 }] },
    3,
    'Wait for places with 2 children',
  ],
  ['it is full', { maxParticipants: 1 }, 2, ''],
  [
    'he waits already',
    { maxParticipants: 3, waiting: { position: 1, children: 1 }, participants: [kwame, { ...kwame, id: 4 }] },
    2,
    '',
  ],
  ['he has none', { maxParticipants: 2 }, 0, ''],
])('a father is offered to wait for all of his children only where that helps: %s', (_, changes, ofHis, said) => {
  showWith(
    <WaitForAll playdate={aPlaydate(changes)} />,
    Array.from({ length: ofHis }, () => child(4)),
  )
  expect(words()).toBe(said)
})

const kept = { locationVisibility: 'participants' as const, location: 'Dorpsstraat 1', area: 'Utrecht' }

test.each<[string, Partial<Playdate>, Record<string, string>]>([
  ['its title and place', {}, { title: 'Modderen', location: 'Westerpark, Amsterdam' }],
  [
    'the place of the list and its words',
    { placeId: 3, description: 'Laarzen aan.' },
    { title: 'Modderen', location: 'Westerpark, Amsterdam', place: '3', description: 'Laarzen aan.' },
  ],
  ['not a home, but where it is roughly', kept, { title: 'Modderen', for: 'participants', area: 'Utrecht' }],
  ['not even that if unknown', { ...kept, area: null }, { title: 'Modderen', for: 'participants' }],
  [
    'his own home',
    { ...kept, myStatus: 'creator' },
    { title: 'Modderen', location: 'Dorpsstraat 1', for: 'participants', area: 'Utrecht' },
  ],
])('planning a playdate again takes over %s', (_, changes, filled) => {
  show(<OnceMore playdate={aPlaydate(changes)} />, '/playdates')
  const to = new URL(screen.getByRole<HTMLAnchorElement>('link').href)
  expect(to.pathname).toBe('/create')
  expect(Object.fromEntries(to.searchParams)).toEqual(filled)
})

function deleting(changes: Partial<Playdate>) {
  const onConfirm = vi.fn()
  show(
    <DeleteDialog playdate={aPlaydate(changes)} open busy={false} onCancel={() => {}} onConfirm={onConfirm} />,
    '/playdates',
  )
  return onConfirm
}
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
const weekly = { id: 3, every: 'week', until: '2027-05-26' } as const

test('a creator cancels a playdate with others, with a reason if he gives one', async () => {
  const onConfirm = deleting({ participants: [me, kwame] })
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith({}, undefined)
  await userEvent.click(screen.getByRole('button', { name: 'The weather' }))
  await userEvent.type(screen.getByRole('textbox'), ' Snow ')
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith({ reasonKind: 'weather', reason: ' Snow ' }, undefined)
  await userEvent.click(screen.getByRole('button', { name: 'The weather' }))
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith({ reason: ' Snow ' }, undefined)
})

test('nobody is notified about a playdate whose creator is alone, so no reason is asked', async () => {
  const onConfirm = deleting({ participants: [me] })
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  await confirm()
  expect(onConfirm).toHaveBeenCalledWith({}, undefined)
})

test('the creator of a series chooses which dates to cancel, this one by default', async () => {
  const onConfirm = deleting({ participants: [me], series: weekly })
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith({}, 'one')
  await userEvent.click(screen.getByRole('radio', { name: 'This and all following' }))
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith({}, 'following')
})

test('a reason that is too long says so and cancels nothing', async () => {
  const onConfirm = deleting({ participants: [me, kwame] })
  const field = await screen.findByRole('textbox')
  await userEvent.click(field)
  await userEvent.paste('a'.repeat(200))
  await confirm()
  expect(onConfirm).toHaveBeenCalledTimes(1)
  await userEvent.type(field, 'a')
  await confirm()
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(field.getAttribute('aria-invalid')).toBe('true')
})
