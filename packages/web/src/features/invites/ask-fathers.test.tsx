import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askAlong } from '../../domain/people/asked-along.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aFather } from '../../testing/a-father.ts'
import { aPlaydate, me } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, type Handlers, ok } from '../../testing/stand-in-server.ts'
import { failures } from '../../testing/ways-to-fail.ts'
import { ShareSheet } from './share-sheet.tsx'

beforeEach(() => showLanguage('en'))
afterEach(() => askAlong(0, undefined))

const his = aPlaydate({ participants: [me], myStatus: 'creator' })
const father = aFather({ id: 3, firstName: 'Youssef', lastName: 'El Amrani', city: 'Diemen' })

function asking(handlers: Handlers = {}) {
  const shown = show(<ShareSheet playdate={his} isNew />, '/playdates', {
    'POST /api/playdates/7/invites': () => ({
      status: 201,
      body: { token: 'a', url: 'https://papadag.example/i/a', showsName: false },
    }),
    'GET /api/playdates/7/invites': () => ok([]),
    'GET /api/users/suggested': () => ok([father]),
    'POST /api/chats': () => ({ status: 201, body: { id: 9 } }),
    'POST /api/chats/9/messages': () => ({ status: 201, body: { id: 1 } }),
    ...handlers,
  })
  const button = () => screen.findByRole('button', { name: /^Ask.*Youssef El Amrani/ })
  return { ...shown, button }
}

/** Whether something was sent, after which the sheet is done. */
const isDone = () => screen.queryByRole('button', { name: 'Done' }) !== null

test.each([
  ['somebody to ask', [father], ['Dads for you', 'Or send a link']],
  ['nobody to ask', [], []],
])('with %s, the fathers come before the link to a playdate', async (_, fathers, headings) => {
  asking({ 'GET /api/users/suggested': () => ok(fathers) })
  await screen.findByRole('button', { name: 'Copy' })
  expect(screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(headings)
})

test('the link waits for nobody, and whom to ask comes below it if it is late', async () => {
  let answer = (_: Answer) => {}
  const { asked, button } = asking({
    'GET /api/users/suggested': () =>
      new Promise<Answer>(resolve => {
        answer = resolve
      }),
  })
  const copy = await screen.findByRole('button', { name: 'Copy' })
  expect(asked).toContain('GET /api/users/suggested')
  answer(ok([father]))
  expect(copy.compareDocumentPosition(await button())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Dads for you'])
})

test('a father the planner had in mind is shown with the days on which both are free', async () => {
  askAlong(7, { day: 'wed', fathers: [4, 1] })
  const match = { ...father, id: 4, match: { days: ['wed-am', 'wed-pm', 'fri-am', 'fri-pm'], similarAges: false } }
  const { asked } = asking({
    'GET /api/users/suggested': () => ok([]),
    // Daan himself takes the part of a father who is already coming.
    'GET /api/users/matches': () => ok([match, { ...match, id: 5 }, { ...match, id: 1 }]),
  })
  expect(await screen.findByText('Also free on Wednesday and Friday')).toBeDefined()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(asked).toContain('GET /api/users/matches?day=wed&limit=6')
})

test('a father who is merely suggested is shown with his town, and nobody’s free days are read', async () => {
  const { asked, button } = asking()
  await button()
  expect(screen.getByText('Diemen')).toBeDefined()
  expect(asked.filter(call => call.includes('/matches'))).toEqual([])
})

test('the invite button is busy until the message has been sent', async () => {
  const answers: (() => void)[] = []
  const later = (answer: Answer) => () =>
    new Promise<Answer>(resolve => {
      answers.push(() => resolve(answer))
    })
  const { button } = asking({
    'POST /api/chats': later({ status: 201, body: { id: 9 } }),
    'POST /api/chats/9/messages': later({ status: 201, body: { id: 1 } }),
  })
  const ask = await button()
  expect(ask.getAttribute('aria-busy')).toBeNull()
  await userEvent.click(ask)
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(ask.getAttribute('aria-busy')).toBe('true')
  answers[0]?.()
  await waitFor(() => expect(answers).toHaveLength(2))
  expect(ask.getAttribute('aria-busy')).toBe('true')
  expect(isDone()).toBe(false)
  answers[1]?.()
  expect(await screen.findByText('Asked')).toBeDefined()
  expect(isDone()).toBe(true)
})

test.each(failures)('a father who could not be invited %s can be invited again', async (_, answer, description) => {
  const { button } = asking({ 'POST /api/chats/9/messages': answer })
  await userEvent.click(await button())
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Could not send the invitation', description }))
  expect(isDone()).toBe(false)
  expect(await button()).toBeDefined()
})
