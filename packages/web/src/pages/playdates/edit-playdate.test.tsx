import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, kwame, me } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './edit-playdate.tsx'

beforeEach(() => showLanguage('nl'))

const mine = aPlaydate({ participants: [me, kwame], myStatus: 'creator', description: 'Laarzen aan.' })

const open = (handlers: Handlers = {}) =>
  show(<Page id={7} />, '/edit-playdate/7', {
    'GET /api/playdates/7': () => ok(mine),
    'GET /api/users/me/playdates': () => ok([]),
    ...handlers,
  })

const titleField = () => screen.findByLabelText<HTMLInputElement>('Wat gaan we doen?')

test('the form of a playdate warns of no overlap with itself', async () => {
  const { asked } = open({ 'GET /api/users/me/playdates': () => ok([mine]) })
  await titleField()
  await waitFor(() => expect(asked).toContain('GET /api/users/me/playdates'))
  await act(async () => {})
  expect(screen.queryByText(/Je gaat dan al naar/)).toBeNull()
})

test('saving sends the previous values with the changes', async () => {
  const sent = vi.fn()
  open({
    'PUT /api/playdates/7': body => {
      sent(body)
      return ok(mine)
    },
  })
  const length = history.length
  await userEvent.type(await titleField(), ' in de regen')
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/playdates'))
  expect(history.length).toBe(length)
  const { location: place, description, maxParticipants } = mine
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    title: 'Modderen in de regen',
    location: place,
    description,
    maxParticipants,
  })
})

test('a playdate that crosses midnight can be edited and stays as long', async () => {
  const sent = vi.fn()
  const times = {
    startTime: new Date(2030, 5, 1, 22).toISOString(),
    endTime: new Date(2030, 5, 2, 0, 30).toISOString(),
  }
  open({
    'GET /api/playdates/7': () => ok({ ...mine, ...times }),
    'PUT /api/playdates/7': body => {
      sent(body)
      return ok(mine)
    },
  })
  await userEvent.type(await titleField(), ' in het donker')
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ ...times, title: 'Modderen in het donker' })),
  )
})

test.each([
  ['crosses midnight', 22, 24.5, '23:00', '01:30'],
  ['ends on its own day', 22, 23, '23:30', '23:59'],
])('when the start of a playdate that %s moves, its end moves with it', async (_, from, until, start, end) => {
  const at = (hour: number) => new Date(2030, 5, 1, 0, hour * 60).toISOString()
  open({ 'GET /api/playdates/7': () => ok({ ...mine, startTime: at(from), endTime: at(until) }) })
  await titleField()
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  fireEvent.change(field('Van'), { target: { value: start } })
  expect(field('Tot').value).toBe(end)
})

test('a playdate that crosses midnight keeps the length that is chosen with its end', async () => {
  const at = (hour: number) => new Date(2030, 5, 1, 0, hour * 60).toISOString()
  open({ 'GET /api/playdates/7': () => ok({ ...mine, startTime: at(22), endTime: at(24.5) }) })
  await titleField()
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  fireEvent.change(field('Tot'), { target: { value: '01:00' } })
  fireEvent.change(field('Van'), { target: { value: '21:30' } })
  expect(field('Tot').value).toBe('00:30')
})

test('the minimum of a playdate stays when something else is changed', async () => {
  const sent = vi.fn()
  open({
    'GET /api/playdates/7': () => ok({ ...mine, minimumFathers: 3 }),
    'PUT /api/playdates/7': body => {
      sent(body)
      return ok(mine)
    },
  })
  await titleField()
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ minimumFathers: 3 })))
})

test('only the creator may open the edit form', async () => {
  open({ 'GET /api/playdates/7': () => ok(aPlaydate()) })
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  expect(lastNotice()).toMatchObject({
    title: 'Geen toegang',
    description: 'Je kunt alleen je eigen speelafspraken bewerken.',
  })
  expect(screen.queryByLabelText('Wat gaan we doen?')).toBeNull()
})

test('a playdate that fails to load says so, with a way back', async () => {
  open({ 'GET /api/playdates/7': () => refused(404, 'playdate.unknown', 'Bestaat niet.') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('De speelafspraak kon niet worden opgehaald.')
  expect(within(alert).getByRole('link').getAttribute('href')).toBe('/playdates')
})

test('when more people join meanwhile, the number field shows it', async () => {
  const error = 'Er komen al meer mensen dan dat. Kies een hoger maximum.'
  open({ 'PUT /api/playdates/7': () => refused(409, 'playdate.tooFewPlaces', error) })
  await titleField()
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  const number = screen.getByRole('spinbutton', { name: 'Met hoeveel maximaal?' })
  await waitFor(() => expect(document.activeElement).toBe(number))
  const described = (number.getAttribute('aria-describedby') ?? '').split(' ').map(id => document.getElementById(id))
  expect(described.map(element => element?.textContent)).toContain(error)
  expect(lastNotice()).toMatchObject({ title: 'Fout bij wijzigen', description: error })
  expect(location.pathname).toBe('/edit-playdate/7')
})

test('an impossible number of people is an error of its field, and nothing is sent', async () => {
  const { asked } = open()
  await titleField()
  const number = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Met hoeveel maximaal?' })
  await userEvent.clear(number)
  await userEvent.type(number, '51')
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Kies een heel getal van 1 tot en met 50')).toBeTruthy()
  expect(number.value).toBe('51')
  expect(asked).not.toContain('PUT /api/playdates/7')
})

test('an expired session is announced in the words meant for editing', async () => {
  open({ 'PUT /api/playdates/7': () => refused(401, 'auth.required', 'Log eerst in.') })
  await titleField()
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Je bent niet ingelogd',
      description: 'Je moet ingelogd zijn om een speelafspraak te bewerken.',
    }),
  )
})

async function deleteIt() {
  await titleField()
  await userEvent.click(screen.getByRole('button', { name: 'Verwijderen' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Weet je zeker dat je deze speelafspraak wilt verwijderen?')
  await userEvent.click(within(question).getByRole('button', { name: 'Verwijderen' }))
}

test('deleting asks first, shows progress, and leads to the list', async () => {
  let answer = () => {}
  const { asked } = open({
    'DELETE /api/playdates/7': () =>
      new Promise(resolve => {
        answer = () => resolve({ status: 204 })
      }),
  })
  await deleteIt()
  const deleting = await screen.findAllByRole('button', { name: 'Verwijderen...', hidden: true })
  // The button of the dialog, and the one below the form.
  expect(deleting.map(button => button.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
  expect(screen.getByRole('button', { name: 'Opslaan', hidden: true }).hasAttribute('disabled')).toBe(true)
  answer()
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  await act(async () => history.back())
  expect(location.pathname, 'Back does not lead to it').not.toBe('/edit-playdate/7')
  // A deleted playdate is not read again.
  expect(asked.filter(call => call.endsWith('/playdates/7'))).toEqual([
    'GET /api/playdates/7',
    'DELETE /api/playdates/7',
  ])
})

test('a failed deletion says so, and the input stays', async () => {
  open({ 'DELETE /api/playdates/7': () => Promise.reject(new TypeError('offline')) })
  await userEvent.type(await titleField(), ' in de regen')
  await deleteIt()
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Fout bij verwijderen',
      description: 'Er is iets misgegaan bij het verwijderen van de speelafspraak.',
    }),
  )
  expect((await titleField()).value).toBe('Modderen in de regen')
})

test('saving without an answer shows the sentence of the specification', async () => {
  open({ 'PUT /api/playdates/7': () => Promise.reject(new TypeError('offline')) })
  await titleField()
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Fout bij wijzigen',
      description: 'Er is iets misgegaan bij het bijwerken van de speelafspraak.',
    }),
  )
})
