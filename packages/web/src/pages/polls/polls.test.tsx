import type { Poll } from '@papadag/contract/playdates/polls'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { closeReport, useReported } from '../../platform/screen/reporting.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { aPoll, aTime, ownPoll } from '../../testing/a-poll.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page as LinkPage } from './poll-link.tsx'
import { Page } from './polls.tsx'

beforeEach(() => showLanguage('nl'))

const read = { 'POST /api/notifications/read': () => ({ status: 204 }) }
const open = (poll: Poll, handlers: Handlers = {}) =>
  show(<Page id={poll.id} />, `/polls/${poll.id}`, { 'GET /api/polls/5': () => ok(poll), ...read, ...handlers })

const choose = async (day: number, answer: string) => {
  const groups = await screen.findAllByRole('group')
  const group = groups[day]
  if (!group) throw new Error('no such day')
  await userEvent.click(within(group).getByRole('radio', { name: answer }))
}
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

test('a father answers each day, with the number of children he would bring', async () => {
  const sent = vi.fn()
  open(aPoll(), {
    'PUT /api/polls/5/answers': body => {
      sent(body)
      return ok(aPoll({ times: [aTime(1, { mine: 'yes', yes: 1 }), aTime(2, { mine: 'no', no: 1 })], children: 0 }))
    },
  })
  expect(await screen.findByText('Kwame vraagt welke dag jou past.')).toBeTruthy()
  expect((await button('Verstuur mijn antwoorden')).disabled).toBe(true)
  await choose(0, 'Ja')
  await choose(1, 'Kan ook')
  await choose(1, 'Nee')
  await userEvent.click(await button('Verstuur mijn antwoorden'))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ answers: { 1: 'yes', 2: 'no' }, children: 0 }))
})

test('an answer that is refused says why, and the choices stay', async () => {
  open(aPoll(), { 'PUT /api/polls/5/answers': () => refused(409, 'poll.chosen', 'De dag is al gekozen.') })
  await choose(0, 'Ja')
  await userEvent.click(await button('Verstuur mijn antwoorden'))
  await waitFor(() => expect(lastNotice()).toMatchObject({ description: 'De dag is al gekozen.' }))
  expect(screen.getAllByRole<HTMLInputElement>('radio', { name: 'Ja' })[0]?.checked).toBe(true)
})

test('counts and first names are shown as the server gives them, and past days cannot be answered', async () => {
  const who = [
    { firstName: 'Bram', answer: 'yes' as const },
    { firstName: 'Job', answer: 'yes' as const },
  ]
  open(aPoll({ times: [aTime(1, { isPast: true }), aTime(2, { yes: 3, maybe: 1, who })] }))
  expect(await screen.findByText('3 ja · 1 kan ook · 0 nee')).toBeTruthy()
  expect(screen.getByText('Ja: Bram en Job')).toBeTruthy()
  expect(screen.getByText('Al geweest')).toBeTruthy()
  expect(screen.getAllByRole('radio', { name: 'Ja' })).toHaveLength(1)
})

test('a poll for a home without a neighbourhood names no place', async () => {
  open(aPoll({ locationVisibility: 'participants', location: 'Te bepalen' }))
  expect(await screen.findByText('Waar precies, zie je als je meedoet')).toBeTruthy()
  expect(screen.queryByText('Te bepalen')).toBeNull()
})

test('the creator sees who has answered, shares the link, and turns a day into a playdate with one tap', async () => {
  const sent = vi.fn()
  open(ownPoll(), {
    'POST /api/polls/5/choose': body => {
      sent(body)
      return { status: 201, body: aPlaydate({ id: 9 }) }
    },
  })
  expect(await screen.findByText('Er heeft nog niemand geantwoord')).toBeTruthy()
  expect(screen.getByText('Nog niet geantwoord: Kwame')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe('http://localhost/p/token')
  const [, second] = await screen.findAllByRole('button', { name: /^Kies deze dag/ })
  await userEvent.click(second as HTMLElement)
  await waitFor(() => expect(location.pathname + location.search).toBe('/playdates?open=9'))
  expect(sent).toHaveBeenCalledWith({ timeId: 2, children: 0 })
})

test.each([
  [{ state: 'chosen', chosenTimeId: 2, playdateId: 9, became: 'planned' }, 'Dit wordt het'],
  [{ state: 'chosen', chosenTimeId: 2, playdateId: 9, became: 'cancelled' }, 'Gaat niet door'],
  [
    { state: 'chosen', chosenTimeId: 2, playdateId: null, became: 'gone' },
    'De dag is gekozen, maar de speelafspraak is er niet meer.',
  ],
  [{ state: 'over' }, 'Alle voorgestelde momenten zijn voorbij.'],
] as const)('once a poll is %j, there is nothing to answer or choose', async (state, words) => {
  const { unmount } = open(aPoll(state))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  unmount()
  open(ownPoll(state))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Kies deze dag/ })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull()
})

test('deleting a question asks first, and then shows all questions', async () => {
  open(ownPoll(), { 'DELETE /api/polls/5': () => ({ status: 204 }), 'GET /api/polls': () => ok([]) })
  await userEvent.click(await button('Vraag verwijderen'))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Verwijderen' }))
  await waitFor(() => expect(location.pathname).toBe('/polls'))
})

test('the list of questions says which are waiting for an answer', async () => {
  show(<Page />, '/polls', {
    'GET /api/polls': () =>
      ok([
        aPoll(),
        ownPoll({ id: 6, title: 'Vliegeren' }),
        aPoll({ id: 7, state: 'over' }),
        aPoll({ id: 8, state: 'chosen', chosenTimeId: 2, playdateId: 9, became: 'cancelled' }),
        aPoll({ id: 9, state: 'chosen', chosenTimeId: 2, became: 'gone' }),
        aPoll({ id: 10, state: 'chosen', chosenTimeId: 2, playdateId: 9, became: 'planned' }),
      ]),
  })
  expect(await screen.findByText('Wacht op jouw antwoord')).toBeTruthy()
  expect(screen.getByText('2 dagen voorgesteld')).toBeTruthy()
  for (const words of ['Gaat niet door', 'Is er niet meer', 'Dag gekozen']) expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Vliegeren' }).getAttribute('href')).toBe('/polls/6')
})

test.each<[Answer, string]>([
  [ok([]), 'Nog geen vragen'],
  [refused(500, 'server.failed', 'Stuk.'), 'De vragen konden niet worden geladen'],
])('a list of questions that is empty or fails to load says so', async (answer, words) => {
  show(<Page />, '/polls', { 'GET /api/polls': () => answer })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a member who answers through the link with its token is in the poll from then on', async () => {
  const sent = vi.fn()
  show(<LinkPage />, '/p/token', {
    'GET /api/polls/link/token': () => ok(aPoll()),
    'PUT /api/polls/5/answers': body => {
      sent(body)
      return ok(aPoll())
    },
  })
  await choose(0, 'Ja')
  await userEvent.click(await button('Verstuur mijn antwoorden'))
  await waitFor(() => expect(location.pathname).toBe('/polls/5'))
  expect(sent).toHaveBeenCalledWith({ answers: { 1: 'yes' }, children: 0, token: 'token' })
})

test('an unknown link and an unknown question say so', async () => {
  const gone = () => refused(404, 'poll.unknown', 'Weg.')
  const { unmount } = show(<LinkPage />, '/p/token', { 'GET /api/polls/link/token': gone })
  expect(await screen.findByRole('heading', { level: 1, name: 'Deze vraag is er niet meer' })).toBeTruthy()
  unmount()
  show(<Page id={5} />, '/polls/5', { 'GET /api/polls/5': gone })
  expect(await screen.findByRole('heading', { level: 1, name: 'Deze vraag is er niet meer' })).toBeTruthy()
})

test('those invited to a question can report it, and those with the link can report the father who asks', async () => {
  const { result } = renderHook(() => useReported())
  const { unmount } = open(aPoll())
  await userEvent.click(await button('Melden'))
  const person = { id: 2, name: 'Kwame Mensah' }
  expect(result.current).toEqual({ type: 'poll', id: 5, name: 'Modderen', person })
  unmount()
  act(closeReport)
  show(<LinkPage />, '/p/token', { 'GET /api/polls/link/token': () => ok(aPoll()) })
  await userEvent.click(await button('Melden'))
  expect(result.current).toEqual({ type: 'user', id: 2, name: 'Kwame Mensah', person })
  act(closeReport)
})

test('a father’s own question offers nothing to report', async () => {
  open(ownPoll())
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: 'Melden' })).toBeNull()
})
