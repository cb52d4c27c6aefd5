import type { Circle } from '@papadag/contract/circles'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aChat } from '../../testing/chats.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok } from '../../testing/stand-in-server.ts'
import { Page } from './circles.tsx'

beforeEach(() => showLanguage('nl'))

const own = { id: daan.id, firstName: 'Daan', lastName: 'de Vries', profileImage: null, isKeeper: true, ages: [] }
const kwame = {
  ...{ id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null },
  isKeeper: false,
  ages: [{ from: 4, to: 6 }],
}
const circle = (changes: Partial<Circle> = {}): Circle => ({
  id: 6,
  name: 'Woensdag',
  text: 'Om drie uur.',
  picture: 'sun',
  members: [own, kwame],
  askedBy: null,
  askedUntil: null,
  asked: [],
  chatId: 9,
  nextDate: null,
  ...changes,
})

function open(id: number | undefined, handlers: Handlers = {}, shown = circle()) {
  return show(<Page {...(id !== undefined && { id })} />, id === undefined ? '/circles' : `/circles/${id}`, {
    'GET /api/circles/6': () => ok(shown),
    'GET /api/chats': () =>
      ok([aChat({ lastMessage: { content: 'x', sentAt: '', senderId: 2, senderName: 'Kwame' } })]),
    'GET /api/users/me/playdates': () => ok([]),
    ...handlers,
  })
}

test('a father makes a circle with a name and a dad he knows, and reads what is missing', async () => {
  const sent = vi.fn()
  open(undefined, {
    'POST /api/circles': body => {
      sent(body)
      return ok(circle())
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Kring maken' }))
  expect(await screen.findByText('Geef de kring een naam')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Naam van de kring' }), 'Woensdag')
  await userEvent.click(await screen.findByRole('checkbox', { name: /Kwame/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Kring maken' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ name: 'Woensdag', text: '', picture: null, fathers: [2] }]]))
})

test.each([
  ['a keeper', [], 1],
  ['another member', null, 0],
])('%s reads who is in the circle with ranges of ages; only keepers can manage the others', async (_, asked, count) => {
  open(6, {}, circle({ asked }))
  expect(await screen.findByText('Kinderen van 4–6 jaar')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Naar de chat' }).getAttribute('href')).toBe('/chat/9')
  expect(screen.queryAllByRole('button', { name: 'Meer opties voor Kwame Mensah' })).toHaveLength(count)
})

test('a keeper removes a dad with a reason', async () => {
  const sent = vi.fn()
  open(6, {
    'DELETE /api/circles/6/members/2': body => {
      sent(body)
      return { status: 204 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Meer opties voor Kwame Mensah' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Uit de kring halen' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /Waarom/ }), 'Verhuisd.')
  await userEvent.click(screen.getByRole('button', { name: 'Verwijderen' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ reason: 'Verhuisd.' }]]))
})

test('who is asked reads what for, and answers there', async () => {
  const sent = vi.fn()
  const asked = circle({
    members: [],
    asked: null,
    chatId: null,
    askedBy: kwame,
    askedUntil: '2031-06-01T08:00:00.000Z',
  })
  open(
    6,
    {
      'PUT /api/circles/6/answer': body => {
        sent(body)
        return { status: 204 }
      },
    },
    asked,
  )
  expect(await screen.findByText('Kwame vraagt je in zijn kring')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Nee, bedankt: Woensdag' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ yes: false }]]))
})
