import type { Playdate } from '@papadag/contract/playdates/playdates'
import { buttonClass } from '@papadag/ui/button'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday, youssef } from '../../../testing/a-playdate.ts'
import { aSeries, weekly } from '../../../testing/a-series.ts'
import { show } from '../../../testing/show.tsx'
import { type Handlers, ok } from '../../../testing/stand-in-server.ts'
import { OpenedPlaydate } from './opened-playdate.tsx'

beforeAll(() =>
  Promise.all([
    import('../../../features/playdates/sheet/asked/asked.tsx'),
    import('../../../features/playdates/sheet/safe-meeting.tsx'),
    import('../../../features/playdates/open/open-section.tsx'),
    import('../../../features/chat/thread/thread-link.tsx'),
    import('@papadag/ui/layers/menu-list'),
    import('../../hints.tsx'),
    import('./opened-more.tsx'),
  ]),
)
beforeEach(() => showLanguage('en'))

/** What sets the look of the main action apart, however it is written. */
const isOfOthers = new Set(
  (['secondary', 'soft', 'danger'] as const).flatMap(variant => buttonClass({ variant }).split(' ')),
)
const ofMain = buttonClass({ variant: 'do' })
  .split(' ')
  .filter(name => !isOfOthers.has(name))

/** The main actions in sight; ▾ belongs to the button that it stands beside. */
const mainActions = () =>
  [...screen.getAllByRole('button'), ...screen.queryAllByRole('link')]
    .filter(element => ofMain.every(name => element.classList.contains(name)))
    .filter(element => element.getAttribute('aria-label') !== 'Choose')
    .map(({ textContent }) => textContent)

const hour = 3_600_000
const running = {
  startTime: new Date(Date.now() - hour).toISOString(),
  endTime: new Date(Date.now() + hour).toISOString(),
}
const joined = { participants: [kwame, me], myStatus: 'joined' as const }
const his = { participants: [me, kwame], myStatus: 'creator' as const }
const full = { maxParticipants: 1 }
const due = { confirmation: 'due' as const }
const asked = { askedBy: youssef }
const at = '2026-11-28T10:00:00.000Z'
const answers = { declines: [{ person: youssef, message: 'Oma is jarig.', at }], unanswered: [kwame] }

async function open(changes: Partial<Playdate>) {
  const playdate = aPlaydate({ description: 'Laarzen aan.', ...changes })
  const handlers: Handlers = {
    'GET /api/playdates/7': () => ok(playdate),
    'GET /api/playdates/7/thread': () => ok({ id: 12, lastMessage: null, unreadCount: 0, readOnly: false }),
    'GET /api/users/me/safe-meeting': () => ok({ isDue: true }),
    'GET /api/series/3': () => ok(aSeries),
    'GET /api/today': () =>
      ok({
        due: [],
        dueCount: 0,
        next: null,
        day: null,
        town: null,
        hint: { name: 'parent', playdateId: 7, missed: null },
      }),
    'PUT /api/users/me/hints/parent': () => ({ status: 204 }),
    'POST /api/playdates/7/decline': () => ({ status: 204 }),
  }
  show(<OpenedPlaydate id={7} known={playdate} open onClose={() => {}} />, '/playdates?open=7', handlers)
  await screen.findByRole('button', { name: /^More/ })
}

test.each<[string, Partial<Playdate>, string[]]>([
  ['another’s with room', {}, ['Join on my own']],
  ['another’s, that he is asked along to', asked, ['Join on my own']],
  ['a full one that he is asked along to', { ...asked, ...full }, ['Put me on the waiting list']],
  ['one that he cannot come to', { ...asked, declined: true }, []],
  ['one that is going on', running, []],
  ['one that is going on and that he is asked along to', { ...running, ...asked }, []],
  ['a full one', full, ['Put me on the waiting list']],
  ['one that he waits for', { ...full, waiting: { position: 2, children: 0 } }, []],
  ['one that he waits for that has room', { waiting: { position: 1, children: 0 } }, ['Join on my own']],
  ['one that he is on', joined, []],
  ['a weekly one that he is on', { ...joined, series: weekly }, []],
  ['one that asks whether he is coming', { ...joined, ...due, series: weekly }, ['Yes, on my own']],
  ['his own with room', { ...his, ...answers }, ['Ask dads along']],
  ['his own that is full', { ...his, ...answers, maxParticipants: 2 }, []],
  ['his own with too few', { ...his, ...due }, ['It goes ahead']],
  ['his own open hour', { ...his, kind: 'open', series: weekly }, []],
  ['one that is cancelled', { ...joined, state: 'cancelled' }, []],
  ['his own that is cancelled', { ...his, state: 'cancelled' }, []],
  ['one that is over', { ...joined, ...yesterday }, []],
  ['his own that is over', { ...his, ...yesterday }, []],
])('the sheet of %s has at most one main action', async (_, changes, expected) => {
  await open(changes)
  expect(mainActions()).toEqual(expected)
})

test('an open hour has at most one main action', async () => {
  await open({ kind: 'open', series: weekly })
  await screen.findByRole('button', { name: 'I’m usually there' })
  expect(mainActions().length).toBeLessThanOrEqual(1)
})

test('a number of children that has changed is the one main action of what he is on', async () => {
  await open(joined)
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'One child more' }))
  await userEvent.keyboard('{Escape}')
  expect(mainActions()).toEqual(['I’m coming with 1 child'])
})

test('once he cannot come, sending his sentence is the one main action', async () => {
  await open(asked)
  await userEvent.click(await screen.findByRole('button', { name: 'I can’t make it' }))
  await waitFor(() => expect(mainActions()).toEqual(['Send']))
})
