import type { Circle } from '@papadag/contract/circles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { isOpenOnArrival, openOnArrival } from '../../platform/session/circle-code.ts'
import { aChat } from '../../testing/chats.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
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
  places: [],
  isBuddy: null,
  wishes: [],
  hasCode: false,
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
  // Neither is a regular.
  expect(screen.queryByRole('switch')).toBeNull()
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

test.each([
  ['that lets in', { isIn: true, circleId: 6 }, 'In de kring'],
  ['about which a keeper decides', { isIn: false, circleId: null }, 'Je vraag is aangekomen'],
])('the code of a link %s is entered with one tap', async (_, reply, said) => {
  const sent = vi.fn()
  show(<Page />, '/circles?code=ABCD2345', {
    'GET /api/circles/6': () => ok(circle()),
    'POST /api/circles/enter': body => {
      sent(body)
      return ok(reply)
    },
  })
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })).value).toBe('ABCD2345')
  await userEvent.click(screen.getByRole('button', { name: 'Naar binnen' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ code: 'ABCD2345' }]]))
  if (!reply.isIn) expect(await screen.findByText(said)).toBeTruthy()
  else await waitFor(() => expect(location.pathname).toBe('/circles/6'))
})

test.each([
  ['is in its circle', ok({ isIn: true, circleId: 6 })],
  ['reads that a keeper decides', ok({ isIn: false, circleId: null })],
  ['reads that it no longer opens', refused(404, 'circle.codeUnknown', 'Deze code werkt niet (meer).')],
])('whoever has registered with the code of a link %s without another tap', async (what, answer) => {
  openOnArrival('ABCD2345')
  const { asked } = show(<Page />, '/circles?code=ABCD2345', {
    'GET /api/circles/6': () => ok(circle()),
    'POST /api/circles/enter': () => answer,
  })
  if (what.includes('decides')) expect(await screen.findByText('Je vraag is aangekomen')).toBeTruthy()
  else if (answer.status === 404) {
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })).value).toBe('ABCD2345')
    expect(lastNotice()).toMatchObject({ description: 'Deze code werkt niet (meer).' })
  } else await waitFor(() => expect(location.pathname).toBe('/circles/6'))
  expect(asked.filter(call => call.startsWith('POST'))).toEqual(['POST /api/circles/enter'])
  // He has arrived: the next link is entered with a tap, as by anybody.
  expect(isOpenOnArrival('ABCD2345')).toBe(false)
})

test('a keeper makes a code, and lets in a dad who has come with it', async () => {
  const sent = vi.fn()
  const shown = { code: 'ABCD2345', url: 'https://papa.test/circles?code=ABCD2345', letsIn: false, usesLeft: 30 }
  open(
    6,
    {
      'POST /api/circles/6/code': body => {
        sent(body)
        return { status: 201, body: { ...shown, expiresAt: '2031-06-01T08:00:00.000Z' } }
      },
      'PUT /api/circles/6/members/3': body => {
        sent(body)
        return ok(circle())
      },
    },
    circle({ wishes: [{ id: 3, firstName: 'Youssef', lastName: 'El Amrani', profileImage: null }] }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Code maken' }))
  await userEvent.click(screen.getByRole('button', { name: 'Binnenlaten: Youssef El Amrani' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ letsIn: false }], [{ keeper: false }]]))
})

test('a circle names its next date, and the way to plan another with it', async () => {
  const nextDate = {
    ...{ id: 7, title: 'Vliegeren', startTime: '2031-06-04T13:00:00.000Z', endTime: '2031-06-04T14:00:00.000Z' },
    ...{ coming: 3, myStatus: 'joined' as const },
  }
  open(6, {}, circle({ nextDate }))
  expect((await screen.findByRole('link', { name: 'Vliegeren' })).getAttribute('href')).toBe('/playdates?open=7')
  expect(screen.getByText(/3 papa’s komen/).textContent).toContain('Jij komt')
  expect(screen.getByRole('link', { name: 'Plan een afspraak' }).getAttribute('href')).toBe('/create?circle=6')
})

test('a circle shows where it meets, each place with the way to it and to another date there', async () => {
  const places = [
    { id: 3, name: 'De Apenrots', address: 'Dam 1' },
    { id: 4, name: 'Zandkuil', address: null },
  ]
  open(6, {}, circle({ places }))
  const list = await screen.findByRole('list', { name: 'Waar jullie afspreken' })
  expect(
    within(list)
      .getAllByRole('link')
      .map(link => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['De Apenrots', '/places?open=3'],
    ['Plan hier: De Apenrots', '/create?circle=6&location=De+Apenrots%2C+Dam+1&place=3'],
    ['Zandkuil', '/places?open=4'],
    ['Plan hier: Zandkuil', '/create?circle=6&location=Zandkuil&place=4'],
  ])
})

test('a circle without a date at a place shows no list of places', async () => {
  open(6)
  expect(await screen.findByRole('link', { name: 'Plan een afspraak' })).toBeTruthy()
  expect(screen.queryByText('Waar jullie afspreken')).toBeNull()
})

test.each([
  ['goes on now', -1, 'Nu bezig'],
  ['is still to come', 1, 'Volgende keer'],
])('a circle says of a date that %s', async (_, hours, heading) => {
  const at = (hour: number) => new Date(Date.now() + hour * 3_600_000).toISOString()
  const times = { startTime: at(hours), endTime: at(hours + 2) }
  open(6, {}, circle({ nextDate: { ...times, id: 7, title: 'Vliegeren', coming: 3, myStatus: 'joined' } }))
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
})

test('a regular says with one tap that he does not meet newcomers at the entrance', async () => {
  const sent = vi.fn()
  const change = `PUT /api/circles/6/members/${daan.id}`
  const handlers: Handlers = {
    [change]: body => {
      sent(body)
      return ok(circle({ isBuddy: false }))
    },
  }
  open(6, handlers, circle({ isBuddy: true }))
  await userEvent.click(await screen.findByRole('switch', { name: 'Nieuwe papa’s ophalen bij de ingang' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ buddy: false }]]))
})
