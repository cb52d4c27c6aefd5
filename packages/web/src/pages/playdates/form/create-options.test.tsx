import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlace } from '../../../testing/a-place.ts'
import { aPlaydate, me } from '../../../testing/a-playdate.ts'
import { field, fillIn, openForm, openOptions, submit } from '../../../testing/playdates-page.tsx'
import { daan, type Handlers, ok } from '../../../testing/stand-in-server.ts'

// Lazy modules are loaded first, so that no test waits for a slow disk.
beforeAll(() =>
  Promise.all([
    import('../../../features/playdates/form/more-options.tsx'),
    import('../../../features/playdates/form/near-places.tsx'),
    import('../../../features/playdates/form/children-field.tsx'),
  ]),
)
beforeEach(() => showLanguage('nl'))

const open = (handlers: Handlers = {}, user = daan) => openForm({ handlers, user })

test('a father with several children leaves room for four others, until he chooses how many himself', async () => {
  const { sent } = open()
  expect(await screen.findByText('Plek voor 5: jij en nog 4.')).toBeTruthy()
  const more = () => userEvent.click(screen.getByRole('button', { name: 'Eén kind meer' }))
  await more()
  expect(screen.getByText('Plek voor 5: jullie tweeën en nog 3.')).toBeTruthy()
  await more()
  expect(screen.getByText('Plek voor 7: jullie drieën en nog 4.')).toBeTruthy()
  await openOptions()
  const maximum = field('Met hoeveel maximaal?')
  expect(maximum.value).toBe('7')
  await userEvent.clear(maximum)
  expect(screen.queryByText(/Plek voor|voor anderen/)).toBeNull()
  await userEvent.type(maximum, '4')
  expect(screen.getByText('Met jou en je kinderen blijft er 1 plek over voor anderen.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Maak er 6 van' }))
  expect(maximum.value).toBe('6')
  await more()
  expect(maximum.value).toBe('6')
  await fillIn()
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ maxParticipants: 6, children: 3 })
})

test('what is typed under “Meer opties” stays when it is folded, and a problem in it opens it', async () => {
  const { sent } = open()
  await fillIn()
  await openOptions()
  await userEvent.type(screen.getByLabelText(/Vertel iets meer/), 'Laarzen aan.')
  await userEvent.clear(field('Met hoeveel maximaal?'))
  await userEvent.click(screen.getByRole('button', { name: 'Minder opties' }))
  expect(screen.queryByLabelText(/Vertel iets meer/)).toBeNull()
  await submit()
  const number = await screen.findByLabelText('Met hoeveel maximaal?')
  await waitFor(() => expect(document.activeElement).toBe(number))
  expect(screen.getByText('Kies een heel getal van 1 tot en met 50')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  await userEvent.type(number, '8')
  await userEvent.click(screen.getByRole('button', { name: 'Minder opties' }))
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ maxParticipants: 8, description: 'Laarzen aan.' })
})

test('the form starts with the father’s next papa day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T09:00:00') })
  const { sent } = open({ 'GET /api/users/me/settings': () => ok({ papaDays: ['wed-pm'] }) })
  expect(await screen.findByText('Je eerstvolgende papadag')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Datum/ }).textContent).toBe('woensdag 2 december 2026')
  await fillIn()
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(dateAndTimeOf(sent.mock.calls[0]?.[0].startTime)).toEqual({ date: '2026-12-02', time: '10:00' })
  vi.useRealTimers()
})

test('a father who is on another playdate at the chosen time is warned, and may plan it anyway', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T09:00:00') })
  const at = (time: string) => new Date(`2026-11-27T${time}`).toISOString()
  const other = aPlaydate({ startTime: at('10:30'), endTime: at('12:00'), participants: [me], myStatus: 'joined' })
  const { sent } = open({ 'GET /api/users/me/playdates': () => ok([other]) })
  const link = await screen.findByRole('link', { name: 'Modderen' })
  expect(link.getAttribute('href')).toBe('/playdates?open=7')
  fireEvent.change(field('Van'), { target: { value: '12:00' } })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Modderen' })).toBeNull())
  fireEvent.change(field('Van'), { target: { value: '11:30' } })
  expect(await screen.findByText(/Je gaat dan al naar/)).toBeTruthy()
  await fillIn()
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  vi.useRealTimers()
})

test('a father is not warned of a day that his next papa day is about to replace', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T09:00:00') })
  const at = (time: string) => new Date(`2026-11-27T${time}`).toISOString()
  const other = aPlaydate({ startTime: at('10:30'), endTime: at('12:00'), participants: [me], myStatus: 'joined' })
  const read = vi.fn()
  const settings = Promise.withResolvers<ReturnType<typeof ok>>()
  open({
    'GET /api/users/me/playdates': () => {
      read()
      return ok([other])
    },
    'GET /api/users/me/settings': () => settings.promise,
  })
  await waitFor(() => expect(read).toHaveBeenCalled())
  await screen.findByText('Plek voor 5: jij en nog 4.')
  expect(screen.queryByText(/Je gaat dan al naar/)).toBeNull()
  settings.resolve(ok({ papaDays: [] }))
  expect(await screen.findByText(/Je gaat dan al naar/)).toBeTruthy()
  vi.useRealTimers()
})

test.each([
  ['where something is broken says so', 'broken', true],
  ['where nothing is wrong says nothing of it', null, false],
] as const)('a place in the form %s', async (_, kind, isSaid) => {
  const state = kind && {
    ...{ id: 3, kind, text: null, since: '2026-11-27', until: '2026-12-11', imageUrl: null },
    confirmations: 0,
  }
  open(
    { 'GET /api/places/for': () => ok([{ ...aPlace({ state }), because: 'near', reasons: [] }]) },
    { ...daan, home: { latitude: 52.388, longitude: 4.871, isCity: false } },
  )
  const place = await screen.findByRole('button', { name: /^Het Woeste Westen/ })
  expect(place.textContent?.includes('Er is iets kapot')).toBe(isSaid)
})

test('one of three places near his home becomes the location in one tap, and says why it is offered', async () => {
  const near = () =>
    ok([
      { ...aPlace({ distance: 650 }), because: 'near', reasons: ['fenced', 'shade', 'babySwing'] },
      { ...aPlace({ id: 8, name: 'TunFun', distance: 900 }), because: 'dry', reasons: [] },
      { ...aPlace({ id: 9, name: 'Plantsoen', address: 'Dam 1', distance: 950 }), because: 'near', reasons: [] },
    ])
  const childrenInfo = [
    { name: 'Noor', age: 2.5, birthMonth: '2024-05' },
    { name: 'Mees', age: 6, birthMonth: '2020-11' },
  ]
  const atHome = { ...daan, childrenInfo, home: { latitude: 52.388, longitude: 4.871, isCity: false } }
  const { sent, asked } = open({ 'GET /api/places/for': near }, atHome)
  await userEvent.type(field('Wat gaan we doen?'), 'Modderen')
  const place = await screen.findByRole('button', { name: /^Het Woeste Westen.*650 m/ })
  expect(place.textContent).toContain('650 m · hek rondom, schaduw, babyschommel')
  expect(screen.getByRole('button', { name: /^TunFun.*900 m · binnen, als het toch regent/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Plantsoen.*950 m · Dam 1/ })).toBeTruthy()
  // The server learns how old his children are, and not their names.
  expect(asked.filter(call => call.startsWith('GET /api/places/for'))).toEqual([
    expect.stringMatching(/^((?!Noor).)*ages=2%2C6((?!Noor).)*$/),
  ])
  await userEvent.click(place)
  expect(place.getAttribute('aria-pressed')).toBe('true')
  expect(field('Waar?').value).toContain('Het Woeste Westen')
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ placeId: 7 })
})
