import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAlong, askedAlongTo } from '../../domain/people/asked-along.ts'
import { dateAndTimeOf } from '../../platform/language/dates.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { closeSharing, useShared } from '../../platform/screen/sharing.ts'
import { aFather } from '../../testing/a-father.ts'
import { aPlaydate, me } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './create-playdate.tsx'

beforeEach(() => showLanguage('nl'))
afterEach(() => {
  askAlong(0, undefined)
  vi.unstubAllEnvs()
})

const made = { status: 201, body: aPlaydate({ participants: [me], myStatus: 'creator' }) }

function open(answer: Answer | Promise<Answer> = made, at = '/create') {
  const sent = vi.fn()
  const handlers: Handlers = {
    'GET /api/users/me/playdates': () => ok([]),
    'POST /api/playdates/test-create': body => {
      sent(body)
      return answer
    },
  }
  return { sent, ...show(<Page />, at, handlers) }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Speelafspraak maken' }))

const openOptions = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Meer opties' }))
  await screen.findByLabelText(/Vertel iets meer/)
}

async function fillIn(title = 'Vliegeren') {
  await userEvent.type(field('Wat gaan we doen?'), title)
  await userEvent.type(field('Waar?'), 'Strand')
}

test('the form starts with the default times and number of the specification', async () => {
  open()
  await openOptions()
  expect([field('Van').value, field('Tot').value, field('Met hoeveel maximaal?').value]).toEqual([
    '10:00',
    '11:00',
    '5',
  ])
  expect(screen.getByText('Inclusief jezelf en je kinderen')).toBeTruthy()
  for (const name of ['Wat gaan we doen?', 'Waar?', 'Van', 'Tot']) expect(field(name).required).toBe(true)
})

test.each([
  ['the playdates', '/create', ok({ name: 'Woensdag', picture: null }), 'Speelafspraken', '/playdates'],
  ['the circle that plans', '/create?circle=6', ok({ name: 'Woensdag', picture: null }), 'Woensdag', '/circles/6'],
  [
    'the circle that asks',
    '/create?how=ask&circle=6',
    ok({ name: 'Woensdag', picture: null }),
    'Woensdag',
    '/circles/6',
  ],
  [
    'the playdates if the circle is gone',
    '/create?circle=6',
    refused(404, 'circle.unknown', 'Weg.'),
    'Speelafspraken',
    '/playdates',
  ],
])('the way back leads to %s', async (_, at, circle, name, to) => {
  show(<Page />, at, { 'GET /api/users/me/playdates': () => ok([]), 'GET /api/circles/6': () => circle })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
})

test('past days cannot be chosen, and today can', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T09:00:00') })
  open()
  await userEvent.click(screen.getByRole('button', { name: /^Datum/ }))
  const day = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(name) })
  expect((await day('donderdag 26 november 2026')).disabled).toBe(true)
  expect((await day('vrijdag 27 november 2026')).disabled).toBe(false)
  vi.useRealTimers()
})

test.each(['0', '51', '2.5', '-3', ''])(
  'a playdate for "%s" people is refused at the field, and nothing is sent',
  async typed => {
    const { sent } = open()
    await fillIn()
    await openOptions()
    const number = field('Met hoeveel maximaal?')
    await userEvent.clear(number)
    if (typed) await userEvent.type(number, typed)
    await submit()
    expect(await screen.findByText('Kies een heel getal van 1 tot en met 50')).toBeTruthy()
    expect(number.value).toBe(typed)
    expect(document.activeElement).toBe(number)
    expect(sent).not.toHaveBeenCalled()
    await userEvent.clear(number)
    await userEvent.type(number, '50')
    await submit()
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ maxParticipants: 50 })
  },
)

test('missing fields show their error, the first gets the focus, and nothing is sent', async () => {
  const { sent } = open()
  await submit()
  expect(await screen.findByText('Vertel wat jullie gaan doen')).toBeTruthy()
  expect(field('Waar?').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Wat gaan we doen?'))
  expect(sent).not.toHaveBeenCalled()
})

test('moving the start moves the end, however the start is typed', async () => {
  open()
  const start = (value: string) => fireEvent.change(field('Van'), { target: { value } })
  const end = (value: string) => fireEvent.change(field('Tot'), { target: { value } })
  start('14:00')
  expect(field('Tot').value).toBe('15:00')
  end('16:30')
  expect(field('Van').value).toBe('14:00')
  // One digit after the other, and an emptied field in between.
  for (const typed of ['23:00', '', '02:00', '09:15']) start(typed)
  expect(field('Tot').value).toBe('11:45')
  // An end before the start is no length to keep.
  end('08:00')
  start('10:00')
  expect(field('Tot').value).toBe('12:30')
  // Nor is an end at the start.
  end('10:00')
  start('11:00')
  expect(field('Tot').value).toBe('13:30')
  // It ends on the same day.
  start('23:00')
  expect(field('Tot').value).toBe('23:59')
  end('')
  start('11:00')
  expect(field('Tot').value).toBe('')
})

test.each([
  ['Van', '', 'Van', '09:00', 'Tot', '11:00'],
  ['Tot', '', 'Van', '09:00', 'Tot', ''],
])('a draft without a time in “%s” keeps no length', (emptied, nothing, changed, value, kept, expected) => {
  const set = (name: string, typed: string) => fireEvent.change(field(name), { target: { value: typed } })
  const { unmount } = open()
  set(emptied, nothing)
  unmount()
  open()
  expect(field(emptied).value).toBe('')
  set(changed, value)
  expect(field(kept).value).toBe(expected)
})

test('an end before the start is an error of the end field', async () => {
  const { sent } = open()
  await fillIn()
  await userEvent.clear(field('Tot'))
  await userEvent.type(field('Tot'), '09:00')
  await submit()
  await screen.findByText('De eindtijd moet na de begintijd liggen')
  expect(document.activeElement).toBe(field('Tot'))
  expect(sent).not.toHaveBeenCalled()
})

test('a new playdate is sent once and replaces the form by the list', async () => {
  const { sent, asked } = open()
  const length = history.length
  await fillIn('   ')
  await submit()
  await waitFor(() => expect(location.pathname + location.search).toBe('/playdates'))
  expect(history.length).toBe(length)
  const [body] = sent.mock.calls[0] ?? []
  // Blank text is allowed: the server gives it a name.
  expect(body).toMatchObject({ title: '   ', location: 'Strand', description: '', maxParticipants: 5 })
  expect(Date.parse(body.endTime) - Date.parse(body.startTime)).toBe(3_600_000)
  expect(asked.filter(call => call.startsWith('POST'))).toEqual(['POST /api/playdates/test-create'])
  expect(sessionStorage).toHaveLength(0)
})

test('two attempts with the same input carry the same key, and changed input carries another', async () => {
  const { handlers } = open(refused(503, 'server.unavailable', 'Even geduld.'))
  const keys: (string | null)[] = []
  const server = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (init.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'))
    return server(url, init)
  })
  await fillIn()
  await submit()
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Fout bij aanmaken', description: 'Even geduld.' }))
  await submit()
  await waitFor(() => expect(keys).toHaveLength(2))
  await userEvent.type(field('Waar?'), ' Noord')
  handlers['POST /api/playdates/test-create'] = () => made
  await submit()
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  expect(keys).toHaveLength(3)
  expect(keys[2]).not.toBe(keys[0])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('while a playdate is being saved its buttons are busy', async () => {
  let answer = (_: Answer) => {}
  open(
    new Promise(resolve => {
      answer = resolve
    }),
  )
  await fillIn()
  await submit()
  const saving = await screen.findByRole('button', { name: 'Opslaan...' })
  expect(saving.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Annuleren' }).hasAttribute('disabled')).toBe(true)
  answer(made)
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
})

test('if there is no answer, the sentence of the specification is shown', async () => {
  const { handlers } = open()
  handlers['POST /api/playdates/test-create'] = () => Promise.reject(new TypeError('offline'))
  await fillIn()
  await submit()
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Fout bij aanmaken',
      description: 'Er is iets misgegaan bij het aanmaken van de speelafspraak.',
    }),
  )
})

test('a server’s error for a field is shown at that field', async () => {
  const issues = [{ path: 'location', message: 'Dit is te lang' }]
  open({ status: 400, body: { error: 'Dit klopt niet.', message: 'Dit klopt niet.', code: 'request.invalid', issues } })
  await fillIn()
  await submit()
  await screen.findByText('Dit is te lang')
  await waitFor(() => expect(document.activeElement).toBe(field('Waar?')))
})

test('an expired session is announced, and the input is restored after logging in', async () => {
  const { unmount } = open(refused(401, 'auth.required', 'Log eerst in.'))
  await fillIn()
  await submit()
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Je bent niet ingelogd',
      description: 'Je moet ingelogd zijn om een speelafspraak te maken.',
    }),
  )
  unmount()
  open()
  expect(field('Wat gaan we doen?').value).toBe('Vliegeren')
})

test('going back keeps the playdate’s input, and cancelling drops it', async () => {
  const { unmount } = open()
  await fillIn()
  unmount()
  const { unmount: unmountAgain } = open()
  expect(field('Waar?').value).toBe('Strand')
  await userEvent.click(await screen.findByRole('button', { name: 'Annuleren' }))
  expect(location.pathname).toBe('/playdates')
  unmountAgain()
  open()
  expect(field('Waar?').value).toBe('')
})

test('the address can fill in the form', async () => {
  open(made, '/create?title=Modderen&location=Westerpark&description=Laarzen+aan.')
  expect([field('Wat gaan we doen?').value, field('Waar?').value]).toEqual(['Modderen', 'Westerpark'])
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/Vertel iets meer/)).value).toBe('Laarzen aan.')
})

test('a known place can be picked as the location, and editing the text unlinks it', async () => {
  const { sent, handlers } = open()
  handlers['GET /api/places/search?q=Woes&limit=6'] = () =>
    ok([{ id: 7, name: 'Het Woeste Westen', address: 'Overbrakerpad 2, Amsterdam', type: 'playground' }])
  await userEvent.type(field('Wat gaan we doen?'), 'Modderen')
  await userEvent.type(field('Waar?'), 'Woes')
  await userEvent.click(await screen.findByRole('option', { name: /Het Woeste Westen/ }))
  expect(field('Waar?').value).toBe('Het Woeste Westen, Overbrakerpad 2, Amsterdam')
  await submit()
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ placeId: 7 })))
})

test('a link from a place fills in the location, and typing over it unlinks the place', async () => {
  const { sent } = open(made, '/create?location=Het+Woeste+Westen&place=7')
  await userEvent.type(field('Wat gaan we doen?'), 'Modderen')
  await userEvent.type(field('Waar?'), ' of thuis')
  await submit()
  await waitFor(() =>
    expect(sent).toHaveBeenLastCalledWith(
      expect.objectContaining({ placeId: null, location: 'Het Woeste Westen of thuis' }),
    ),
  )
})

const free = (id: number, firstName: string) => ({
  ...aFather({ id, firstName }),
  match: { days: [], similarAges: false },
})
const thoseFree = 'GET /api/users/matches'

/** The form that home opens with this in its address, where Kwame (3) and Youssef (5) are free. */
function asking(search: string) {
  const shown = open(made, `/create${search}`)
  shown.handlers[thoseFree] = () => ok([free(3, 'Kwame'), free(4, 'Bram'), free(5, 'Youssef')])
  return shown
}
const said = () => screen.queryByText(/mee vragen/)?.textContent

test('the form tells a father whom he can invite once it is planned, and remembers them for it', async () => {
  // Noon in the product is the next day there.
  vi.stubEnv('TZ', 'Pacific/Auckland')
  const { asked } = asking('?date=2099-12-02&ask=3%2C5')
  await waitFor(() => expect(said()).toBe('Hierna kun je Kwame en Youssef mee vragen. Tot dan horen ze niets.'))
  expect(asked).toContain(`${thoseFree}?day=wed&limit=6`)
  expect(screen.queryByRole('button', { name: /Inloop/ })).toBeNull()
  await fillIn()
  await submit()
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  await waitFor(() => expect(askedAlongTo(7)).toMatchObject({ day: 'wed', fathers: [3, 5] }))
})

test.each([
  ['nobody who is free', '?date=2099-12-02&ask=9', true],
  ['an address that is no day', '?date=2099-12-2&ask=3', false],
  ['an address without fathers', '?date=2099-12-02&ask=x', false],
  ['an ordinary plan', '?date=2099-12-02', false],
])('the form for a playdate with %s names no father to invite', async (_, search, asks) => {
  const { asked } = asking(search)
  if (asks) await waitFor(() => expect(asked).toContain(`${thoseFree}?day=wed&limit=6`))
  await act(() => vi.dynamicImportSettled())
  expect(said()).toBeUndefined()
  expect(asked.some(call => call.startsWith(thoseFree))).toBe(asks)
})

test.each([
  ['later', '2099-12-02', '2099-12-02'],
  ['today', '2026-11-27', '2026-11-28'],
  ['over', '2026-11-26', '2026-11-28'],
  ['not a day at all', '2099-12-2', '2026-11-28'],
])('a day in the address that is %s becomes the form’s date if it can be chosen', async (_, day, date) => {
  // The usual time of today has passed, so the form begins with tomorrow.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T11:00:00') })
  const { sent } = open(made, `/create?date=${day}`)
  await fillIn()
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(dateAndTimeOf(sent.mock.calls[0]?.[0].startTime)).toEqual({ date, time: '10:00' })
  vi.useRealTimers()
})

test.each([
  ['participants', 'participants', 'Oost'],
  ['everybody', 'public', 'Oost'],
])('a plan for %s keeps who may see its address', async (whom, locationVisibility, area) => {
  const { sent } = open(made, `/create?for=${whom}&area=Oost&place=x&title=&location=Dorpsstraat`)
  await userEvent.type(field('Wat gaan we doen?'), 'Vliegeren')
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ locationVisibility, area, placeId: null, location: 'Dorpsstraat' })
})

test.each([
  ['playdate', true],
  ['open', false],
] as const)('after planning, whether others are invited to a new %s: %s', async (kind, asks) => {
  const { sent } = open({ status: 201, body: { ...made.body, kind } })
  await fillIn()
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  const shared = renderHook(useShared).result.current
  expect(shared?.playdate.id).toBe(asks ? 7 : undefined)
  act(closeSharing)
})
