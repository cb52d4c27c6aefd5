import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAlong, askedAlongTo } from '../../../domain/people/asked-along.ts'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aFather } from '../../../testing/a-father.ts'
import { field, fillIn, openForm, submit } from '../../../testing/playdates-page.tsx'
import { ok, refused } from '../../../testing/stand-in-server.ts'

beforeEach(() => showLanguage('nl'))
afterEach(() => {
  askAlong(0, undefined)
  vi.unstubAllEnvs()
})

const open = (at: string) => openForm({ at })

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
  openForm({ at, handlers: { 'GET /api/circles/6': () => circle } })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
})

test('the address can fill in the form', async () => {
  open('/create?title=Modderen&location=Westerpark&description=Laarzen+aan.')
  expect([field('Wat gaan we doen?').value, field('Waar?').value]).toEqual(['Modderen', 'Westerpark'])
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/Vertel iets meer/)).value).toBe('Laarzen aan.')
})

test('a link from a place fills in the location, and typing over it unlinks the place', async () => {
  const { sent } = open('/create?location=Het+Woeste+Westen&place=7')
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
  const shown = open(`/create${search}`)
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
  const { sent } = open(`/create?date=${day}`)
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
  const { sent } = open(`/create?for=${whom}&area=Oost&place=x&title=&location=Dorpsstraat`)
  await userEvent.type(field('Wat gaan we doen?'), 'Vliegeren')
  await submit()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ locationVisibility, area, placeId: null, location: 'Dorpsstraat' })
})
