import type { Due } from '@papadag/contract/today'
import { today } from '@papadag/contract/today'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useRead } from '../../platform/data/data.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, kwame } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { DueList } from './due-list.tsx'

beforeEach(() => showLanguage('nl'))

const soon = new Date(Date.now() + 172_800_000).toISOString()
const playdate = { id: 7, title: 'Modderen', startTime: soon, series: null }
const at = { expiresAt: soon }
const by = { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null }
const confirm = (children = 2): Due => ({ kind: 'confirm', id: 'confirm-7', ...at, playdate, children })
const free = (wanted = 2): Due => ({ kind: 'free', id: 'free-7', ...at, playdate, free: wanted, wanted })
const goAhead: Due = { kind: 'goAhead', id: 'goAhead-7', ...at, playdate, coming: 1, minimum: 3 }
const asked: Due = { kind: 'asked', id: 'asked-7', ...at, playdate, by, children: 1 }
const times = [3, 4].map(id => ({ id, startTime: new Date(Date.now() + id * 86_400_000).toISOString(), endTime: soon }))
const poll: Due = { kind: 'poll', id: 'poll-5', ...at, pollId: 5, by, title: 'Sleeën', times }
const proposal: Due = {
  kind: 'proposal',
  id: 'proposal-4',
  ...at,
  proposalId: 4,
  startTime: soon,
  place: { id: 1, name: 'Westerpark' },
}
const circle: Due = { kind: 'circle', id: 'circle-6', ...at, circleId: 6, by, name: 'Woensdag' }
const now: Due = { kind: 'now', id: 'now-7', ...at, playdate, by, children: 2 }
const card: Due = {
  kind: 'circleCard',
  id: 'circleCard-3',
  ...at,
  cardId: 3,
  name: 'Modderen',
  fathers: [by, { ...by, id: 4, firstName: 'Sem' }],
  circle: null,
}
const cardOfKeeper: Due = { ...card, circle: { id: 6, name: 'Woensdag' } }
const known: Due = { kind: 'known', id: 'known-2', ...at, playdate, person: by }
const inCircle = (circleId: number | null) => () => ok({ circleId })
const fact: Due = { kind: 'fact', id: 'fact-8-shade', expiresAt: null, placeId: 8, name: 'Oosterpark', key: 'shade' }
const address: Due = { kind: 'address', id: 'address', expiresAt: null, email: 'daan@papadag.test' }
const request: Due = { kind: 'request', id: 'request-9', expiresAt: null, chatId: 9, by }

function Shown() {
  const { data } = useRead(today, {})
  return (
    <>
      <h1 tabIndex={-1}>Thuis</h1>
      {data && <DueList due={data.due} />}
    </>
  )
}

/** What waits for him, until each is answered by this call. */
function open(due: readonly Due[], answers: Record<string, () => Answer> = {}) {
  let left = [...due]
  const sent = vi.fn()
  const handlers: Handlers = {
    'GET /api/today': () => ok({ due: left, dueCount: left.length, next: null, day: null, town: null, hint: null }),
  }
  for (const [call, answer] of Object.entries(answers)) {
    handlers[call] = body => {
      sent(body)
      const given = answer()
      if (given.status < 300) left = left.slice(1)
      return given
    }
  }
  return { sent, ...show(<Shown />, '/', handlers) }
}

const joined = () => ok(aPlaydate({ participants: [kwame] }))

test.each<[string, Due, RegExp, string, () => Answer, object]>([
  [
    'his standing place',
    confirm(),
    /^Ik kom met 2 kinderen/,
    'POST /api/playdates/7/confirm',
    joined,
    { coming: true, children: 2 },
  ],
  [
    'his standing place',
    confirm(0),
    /^Ik kom: Modderen/,
    'POST /api/playdates/7/confirm',
    joined,
    { coming: true, children: 0 },
  ],
  ['his standing place', confirm(), /^Deze week niet/, 'POST /api/playdates/7/confirm', joined, { coming: false }],
  [
    'a playdate with too few fathers',
    goAhead,
    /^Hij gaat door/,
    'POST /api/playdates/7/confirm',
    joined,
    { coming: true },
  ],
  ['a free place', free(), /^Met 1 kind/, 'POST /api/playdates/7/join', joined, { children: 1 }],
  ['a free place', free(1), /^Ik kom/, 'POST /api/playdates/7/join', joined, { children: 0 }],
  ['being asked along', asked, /^Ik kom met 1 kind/, 'POST /api/playdates/7/join', joined, { children: 1 }],
  ['being asked along', asked, /^Ik kan niet: Modderen/, 'POST /api/playdates/7/decline', () => ({ status: 204 }), {}],
  ['a proposal', proposal, /^Ik kom$/, 'PUT /api/proposals/4/answer', () => ok({}), { coming: true, children: 0 }],
  ['a proposal', proposal, /^Dit keer niet$/, 'PUT /api/proposals/4/answer', () => ok({}), { coming: false }],
  ['a circle', circle, /^Ik doe mee: Woensdag/, 'PUT /api/circles/6/answer', () => ({ status: 204 }), { yes: true }],
  ['a circle', circle, /^Nee, bedankt/, 'PUT /api/circles/6/answer', () => ({ status: 204 }), { yes: false }],
  [
    'whether he knows him',
    known,
    /^Ja, ik ken hem: Kwame/,
    'PUT /api/users/me/known',
    () => ({ status: 204 }),
    { userId: 2, yes: true },
  ],
  [
    'whether he knows him',
    known,
    /^Liever niet: Kwame/,
    'PUT /api/users/me/known',
    () => ({ status: 204 }),
    { userId: 2, yes: false },
  ],
  ['who is out now', now, /^Ik kom met 2 kinderen/, 'POST /api/playdates/7/join', joined, { children: 2 }],
  [
    'a circle of those whom he met twice',
    card,
    /^Kring maken met Kwame en Sem/,
    'PUT /api/circles/suggestions/3/answer',
    inCircle(null),
    { yes: true, circleId: null },
  ],
  [
    'whether others may come into his circle',
    cardOfKeeper,
    /^Goed idee: Kwame en Sem/,
    'PUT /api/circles/suggestions/3/answer',
    inCircle(6),
    { yes: true, circleId: 6 },
  ],
  [
    'a circle of those whom he met twice',
    card,
    /^Nee, bedankt: Kwame en Sem/,
    'PUT /api/circles/suggestions/3/answer',
    inCircle(null),
    { yes: false },
  ],
  [
    'a playground',
    fact,
    /^Weinig$|^Een beetje$|^Wat$/,
    'PUT /api/places/8/facts/shade',
    () => ok({}),
    { value: 'some' },
  ],
  ['a playground', fact, /^Geen idee$/, 'PUT /api/places/8/facts/shade', () => ok({}), { value: null }],
  [
    'a playground, and is never asked again',
    fact,
    /^Vraag me dit/,
    'PATCH /api/users/me/settings',
    () => ok({}),
    { placeQuestions: false },
  ],
])(
  'a father answers a question about %s where he reads it, with one tap and his number of children (%#)',
  async (_, due, name, call, reply, body) => {
    const { sent } = open([due], { [call]: reply })
    await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Nu te doen' })).toBeNull())
    expect(sent.mock.calls).toEqual([[body]])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  },
)

test('with the bell open over home its list is no second landmark', async () => {
  show(
    <>
      <DueList due={[request]} isHeadingHidden />
      <DueList due={[request]} />
    </>,
    '/',
  )
  expect(screen.getAllByRole('heading', { name: 'Nu te doen' })).toHaveLength(2)
  expect(screen.getAllByRole('region', { name: 'Nu te doen' })).toHaveLength(1)
})

test('a father says which of several days suit him, and the others do not', async () => {
  const { sent } = open([poll], { 'PUT /api/polls/5/answers': () => ok({}) })
  const [day] = await screen.findAllByRole('button', { pressed: false })
  if (!day) throw new Error('there is a day')
  await userEvent.click(day)
  await userEvent.click(screen.getByRole('button', { name: 'Stuur: Sleeën' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ answers: { 3: 'yes', 4: 'no' }, children: 0 }]]))
})

test('a father whom none of the days suits says so in one tap', async () => {
  const { sent } = open([poll], { 'PUT /api/polls/5/answers': () => ok({}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Geen van deze: Sleeën' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ answers: { 3: 'no', 4: 'no' }, children: 0 }]]))
})

test('a father whose address is refused can change it, or try once more', async () => {
  const { sent } = open([address], { 'POST /api/users/me/email-confirmation': () => ({ status: 202 }) })
  await screen.findByRole('heading', { name: 'Je adres werkt niet' })
  expect(screen.getByText('Mail naar daan@papadag.test wordt geweigerd. Klopt het?')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Adres wijzigen' }).getAttribute('href')).toBe('/profile?mode=edit')
  await userEvent.click(screen.getByRole('button', { name: 'Opnieuw' }))
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
})

test('a request leads to where a father reads and answers it', async () => {
  open([request])
  expect((await screen.findByRole('link', { name: 'Lees: Kwame' })).getAttribute('href')).toBe('/chat/9')
})

test('once a question is answered, the next one has the focus', async () => {
  open([confirm(), asked], { 'POST /api/playdates/7/confirm': joined })
  await userEvent.click(await screen.findByRole('button', { name: /^Deze week niet/ }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem')))
})

test('when somebody else took the place first, a father is offered the waiting list, with as many children', async () => {
  const { sent } = open([free()], {
    'POST /api/playdates/7/join': () => refused(409, 'playdate.full', 'Vol.'),
    'POST /api/playdates/7/wait': joined,
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Met 1 kind/ }))
  expect(await screen.findByRole('heading', { name: 'Vol. Op de wachtlijst?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Zet me op de wachtlijst' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ children: 1 }], [{ children: 1 }]]))
})
