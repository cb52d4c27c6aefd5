import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { lastNotice } from '../../../testing/last-notice.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, daan, type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { FirstSteps } from './first-steps.tsx'

beforeEach(() => {
  localStorage.removeItem('first_steps')
  return showLanguage('en')
})

const open = (at: 'children' | 'home' | 'days', handlers: Handlers = {}) =>
  show(<FirstSteps at={at} locate={async () => undefined} />, '/', handlers)
const field = (name: string) =>
  screen.getByRole<HTMLInputElement>(/year/i.test(name) ? 'combobox' : 'textbox', { name })

test('an answer to one of the first questions survives a reload until it is sent or skipped', async () => {
  open('home')
  await userEvent.clear(field('Or the name of your town'))
  await userEvent.type(field('Or the name of your town'), 'Diemen')
  cleanup()
  open('home')
  expect(field('Or the name of your town').value).toBe('Diemen')
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
  cleanup()
  open('home')
  expect(field('Or the name of your town').value).not.toBe('Diemen')
  cleanup()

  open('children')
  await userEvent.selectOptions(field('Year'), '2024')
  cleanup()
  open('children')
  expect(field('Year').value).toBe('2024')
})

const named = async (city: string) => {
  await userEvent.clear(field('Or the name of your town'))
  await userEvent.type(field('Or the name of your town'), city)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

test('a father who types an unknown town is asked for a larger one', async () => {
  const told: unknown[] = []
  open('home', {
    'PATCH /api/users/me': body => ok({ ...daan, ...(body as { city: string }) }), // what the page has just sent
    'PATCH /api/users/me/settings': body => {
      told.push(body)
      return told.length === 1 ? refused(400, 'user.unknownTown', 'We do not know this town.') : ok({})
    },
  })
  await named('Verweggistan')
  expect(document.activeElement).toBe(
    await screen.findByRole('heading', { name: 'Which larger town is near Verweggistan?' }),
  )
  await userEvent.type(field('A town near you'), 'Elders{Enter}')
  await screen.findByText('We do not know this town.')
  await userEvent.clear(field('A town near you'))
  await userEvent.type(field('A town near you'), 'Zwolle{Enter}')
  await waitFor(() => expect(told).toEqual([{ town: 'Elders' }, { town: 'Zwolle' }]))
  await waitFor(() => expect(localStorage.getItem('first_steps')).toContain('days'))
})

test('a father who types a known town goes on at once', async () => {
  open('home', {
    'PATCH /api/users/me': () =>
      ok({ ...daan, city: 'Diemen', home: { latitude: 52.3, longitude: 4.9, isCity: true } }),
  })
  await named('Diemen')
  await waitFor(() => expect(localStorage.getItem('first_steps')).toContain('days'))
  expect(screen.queryByText(/larger town/)).toBeNull()
})

const chooseBirth = async () => {
  await userEvent.selectOptions(field('Year'), '2024')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Month' }), '05')
}
const go = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }))

/** The first question, with what it sends. */
function openChildren(answer: () => Answer = () => ok(daan)) {
  const sent: [string, unknown][] = []
  const told = (to: string) => (body: unknown) => {
    sent.push([to, body])
    return to === 'profile' ? answer() : ok({})
  }
  open('children', { 'PATCH /api/users/me/settings': told('settings'), 'PATCH /api/users/me': told('profile') })
  return sent
}

test.each([
  ['Yes, both ways', true],
  ['No, I’d rather not', false],
])('children are saved with the answer to whether their ages may be matched: %s', async (answer, matchAges) => {
  const sent = openChildren()
  await chooseBirth()
  await go()
  expect(screen.getByText('Choose yes or no')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('radio', { name: answer }))
  expect(screen.queryByText('Choose yes or no')).toBeNull()
  await go()
  await waitFor(() => expect(localStorage.getItem('first_steps')).toContain('home'))
  expect(sent).toEqual([
    ['settings', { matchAges }],
    ['profile', { childrenInfo: [{ name: '', age: expect.any(Number), birthMonth: '2024-05' }] }],
  ])
})

test('a father without children need not answer the question, and a given answer is saved', async () => {
  const sent = openChildren()
  await userEvent.click(screen.getByRole('radio', { name: 'Yes, both ways' }))
  await go()
  await waitFor(() => expect(sent).toEqual([['settings', { matchAges: true }]]))
  cleanup()
  localStorage.removeItem('first_steps')
  expect(openChildren()).toEqual([])
  await go()
  expect(localStorage.getItem('first_steps')).toContain('home')
})

test('children who could not be saved are sent once more, not twice', async () => {
  let answer: Answer = refused(503, 'server.unavailable', 'Soon.')
  const sent = openChildren(() => answer)
  await chooseBirth()
  await userEvent.click(screen.getByRole('radio', { name: 'Yes, both ways' }))
  await go()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(localStorage.getItem('first_steps')).toBeNull()
  answer = ok(daan)
  await go()
  await waitFor(() => expect(localStorage.getItem('first_steps')).toContain('home'))
  const children = sent.flatMap(([to, body]) => (to === 'profile' ? [body] : []))
  expect(children[1]).toEqual(children[0])
})

test('the days a father ticks are sent once and survive a reload, and he need not tick any', async () => {
  const sent: unknown[] = []
  const handlers: Handlers = {
    'PATCH /api/users/me/settings': body => {
      sent.push(body)
      return ok({})
    },
  }
  const day = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  open('days', handlers)
  for (const name of ['Wednesday, afternoon', 'Monday, morning', 'Sunday, afternoon', 'Sunday, afternoon'])
    await userEvent.click(day(name))
  cleanup()
  open('days', handlers)
  expect([day('Wednesday, afternoon').checked, day('Sunday, afternoon').checked]).toEqual([true, false])
  await go()
  await waitFor(() => expect(localStorage.getItem('first_steps')).toContain('wish'))
  expect(sent).toEqual([{ papaDays: ['mon-am', 'wed-pm'] }])
  cleanup()
  localStorage.removeItem('first_steps')
  open('days', handlers)
  expect(day('Monday, morning').checked).toBe(false)
  await go()
  expect(localStorage.getItem('first_steps')).toContain('wish')
  expect(sent).toHaveLength(1)
})

test('days that could not be saved stay on the screen with the reason', async () => {
  open('days', { 'PATCH /api/users/me/settings': () => refused(503, 'server.unavailable', 'Soon.') })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Friday, morning' }))
  await go()
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Your answer was not saved' }))
  expect(localStorage.getItem('first_steps')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Friday, morning' }).checked).toBe(true)
})
