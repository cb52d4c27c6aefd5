import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { closeSharing, useShared } from '../../platform/screen/sharing.ts'
import { aPlaydate, me } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { field, fillIn, openForm, openOptions, planned, submit } from '../../testing/playdates-page.tsx'
import { type Answer, ok, refused } from '../../testing/stand-in-server.ts'

beforeEach(() => showLanguage('nl'))

const open = (answer: Answer | Promise<Answer> = planned, at = '/create') => openForm({ answer, at })

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
  handlers['POST /api/playdates/test-create'] = () => planned
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
  answer(planned)
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
})

test('a server’s error for a field is shown at that field', async () => {
  const issues = [{ path: 'location', message: 'Dit is te lang' }]
  open({ status: 400, body: { error: 'Dit klopt niet.', message: 'Dit klopt niet.', code: 'request.invalid', issues } })
  await fillIn()
  await submit()
  await screen.findByText('Dit is te lang')
  await waitFor(() => expect(document.activeElement).toBe(field('Waar?')))
})

test.each([
  [
    'without an answer the sentence of the specification',
    () => Promise.reject(new TypeError('offline')),
    'Fout bij aanmaken',
    'Er is iets misgegaan bij het aanmaken van de speelafspraak.',
  ],
  [
    'with an expired session why it fails',
    () => refused(401, 'auth.required', 'Log eerst in.'),
    'Je bent niet ingelogd',
    'Je moet ingelogd zijn om een speelafspraak te maken.',
  ],
])(
  'a playdate that cannot be saved keeps its input, and the father reads %s',
  async (_, answer, title, description) => {
    const { unmount, handlers } = open()
    handlers['POST /api/playdates/test-create'] = answer
    await fillIn()
    await submit()
    await waitFor(() => expect(lastNotice()).toMatchObject({ title, description }))
    unmount()
    open()
    expect(field('Wat gaan we doen?').value).toBe('Vliegeren')
  },
)

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

test.each([
  ['playdate', true],
  ['open', false],
] as const)('after planning, whether others are invited to a new %s: %s', async (kind, asks) => {
  const { sent } = open({ status: 201, body: { ...aPlaydate({ participants: [me], myStatus: 'creator' }), kind } })
  await fillIn()
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  const shared = renderHook(useShared).result.current
  expect(shared?.playdate.id).toBe(asks ? 7 : undefined)
  act(closeSharing)
})
