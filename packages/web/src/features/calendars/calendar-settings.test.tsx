import type { CalendarFeed } from '@papadag/contract/calendars'
import { dismissToast } from '@papadag/ui/layers/toast'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { shownToast } from '../../testing/toasts.ts'
import { CalendarSettings } from './calendar-settings.tsx'

// Lazy modules are loaded first, so that no test waits for a slow disk.
beforeAll(() => Promise.all([import('./new-feed-dialog.tsx'), import('@papadag/ui/layers/dialog')]))
beforeEach(() => showLanguage('en'))
afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'))

const aFeed = (changes: Partial<CalendarFeed> = {}): CalendarFeed => ({
  id: 3,
  name: 'Phone',
  variant: 'full',
  showsHomeAddress: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  lastReadAt: null,
  ...changes,
})

const open = (feeds: CalendarFeed[], handlers: Handlers = {}) =>
  show(<CalendarSettings />, '/profile', { 'GET /api/users/me/calendar-feeds': () => ok(feeds), ...handlers })
const offline = () => Promise.reject(new TypeError('offline'))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test.each<[string, Partial<CalendarFeed>, string]>([
  ['everything, and was never read', {}, 'What, when and where · not read yet'],
  ['only that he is busy', { variant: 'busy' }, 'Only that you are busy · not read yet'],
  ['homes as well', { showsHomeAddress: true }, 'What, when and where, with home addresses · not read yet'],
  [
    'everything, and was read',
    { lastReadAt: '2026-11-20T10:00:00.000Z' },
    'What, when and where · last read on Friday, 20 November',
  ],
])('the settings say of each calendar what it shows: %s', async (_, changes, said) => {
  open([aFeed(changes)])
  expect((await screen.findByRole('listitem')).textContent).toBe(`Phone${said}Disconnect`)
})

test.each([
  [0, true],
  [9, true],
  [10, false],
])('a father with %i calendars can connect another one: %s', async (count, may) => {
  open(Array.from({ length: count }, (_, at) => aFeed({ id: at + 1, name: `Phone ${at}` })))
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  expect(screen.queryAllByRole('listitem')).toHaveLength(count)
  expect(screen.queryByRole('button', { name: 'Connect a calendar' }) !== null).toBe(may)
})

test('while calendars are loading, or cannot be loaded, the settings say so and offer nothing', async () => {
  const { handlers } = open([], {
    'GET /api/users/me/calendar-feeds': () => refused(403, 'user.stopped', 'No.'),
  })
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Connect a calendar' })).toBeNull()
  expect(await screen.findByText('Your calendars could not be loaded')).toBeDefined()
  expect(screen.queryByText('Loading...')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Connect a calendar' })).toBeNull()
  handlers['GET /api/users/me/calendar-feeds'] = () => ok([aFeed()])
  await press('Retry')
  expect(await screen.findByText('Phone')).toBeDefined()
})

test('a calendar is disconnected only after a question, and the answer “keep it” keeps it', async () => {
  let feeds = [aFeed()]
  const { asked } = open([], {
    'GET /api/users/me/calendar-feeds': () => ok(feeds),
    'DELETE /api/users/me/calendar-feeds/3': () => {
      feeds = []
      return { status: 204 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect: Phone' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect “Phone”?' }))
  await userEvent.click(question.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked).not.toContain('DELETE /api/users/me/calendar-feeds/3')
  await press('Disconnect: Phone')
  const again = within(await screen.findByRole('alertdialog'))
  await userEvent.click(again.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull())
  expect(shownToast()).toMatch(/^This link no longer works/)
})

const noNetwork = 'There is no connection. Please try again when it is back.'

test.each<[string, () => Answer | Promise<Answer>, string]>([
  ['without a network', offline, noNetwork],
  ['by the server', () => refused(404, 'calendar.unknown', 'It is gone already.'), 'It is gone already.'],
  ['without a reason', () => ({ status: 502 }), 'Please try again later.'],
])('a calendar that was not disconnected %s still works, and the settings say why', async (_, answer, description) => {
  open([aFeed()], { 'DELETE /api/users/me/calendar-feeds/3': answer })
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect: Phone' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'The link still works', description }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByText('Phone')).toBeDefined()
})

const url = 'https://papadag.example/api/calendar/secret.ics'

/** Opens the dialog for a new calendar. */
async function connecting(answer: () => Answer | Promise<Answer> = () => ({ status: 201, body: { id: 4, url } })) {
  const sent = vi.fn()
  open([], {
    'POST /api/users/me/calendar-feeds': body => {
      sent(body)
      return answer()
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Connect a calendar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect a calendar' }))
  const name = dialog.getByLabelText<HTMLInputElement>('What is it for?')
  return { sent, dialog, name, make: () => userEvent.click(dialog.getByRole('button', { name: 'Make a link' })) }
}

test('the question about a new calendar is asked only on request, and can be closed', async () => {
  const { dialog } = await connecting()
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a new calendar shows its link only this once', async () => {
  const { dialog, name, sent, make } = await connecting()
  await userEvent.type(name, ' My phone ')
  await make()
  const made = within(await screen.findByRole('dialog', { name: 'Your link' }))
  expect(made.getByLabelText<HTMLInputElement>('Link').value).toBe(url)
  expect(made.getByRole('link').getAttribute('href')).toBe('webcal://papadag.example/api/calendar/secret.ics')
  expect(sent.mock.calls).toEqual([[{ name: 'My phone', variant: 'full', showsHomeAddress: false }]])
  expect(dialog.queryByRole('button', { name: 'Make a link' })).toBeNull()
  await userEvent.click(made.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('home addresses are shown in a calendar only on request, and never where it only says that he is busy', async () => {
  const { dialog, name, sent, make } = await connecting(() => refused(409, 'calendar.tooMany', 'That is too many.'))
  const radio = (of: string) => dialog.getByRole<HTMLInputElement>('radio', { name: of })
  const [full, busy] = [radio('Everything: what, when and where'), radio('Only that you are busy')]
  expect([full.checked, busy.checked]).toEqual([true, false])
  await userEvent.type(name, 'Family')
  const homes = dialog.getByRole('switch', { name: 'Home addresses too' })
  expect(homes.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(homes)
  await make()
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  expect(sent.mock.lastCall).toEqual([{ name: 'Family', variant: 'full', showsHomeAddress: true }])
  await waitFor(() => expect(lastNotice()?.description).toBe('That is too many.'))

  await userEvent.click(busy)
  expect([full.checked, busy.checked]).toEqual([false, true])
  expect(dialog.queryByRole('switch')).toBeNull()
  await make()
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  expect(sent.mock.lastCall).toEqual([{ name: 'Family', variant: 'busy', showsHomeAddress: false }])

  await userEvent.click(full)
  expect(dialog.getByRole('switch').getAttribute('aria-checked')).toBe('true')
})

test.each([
  ['nothing', '', 'Give this calendar a name'],
  ['spaces', '   ', 'Give this calendar a name'],
  ['sixty-one letters', 'm'.repeat(61), 'This is too long'],
  ['sixty letters and spaces around them', ` ${'m'.repeat(60)} `, undefined],
])('a calendar named with %s is accepted or told why not', async (_, typed, problem) => {
  const { dialog, name, sent, make } = await connecting()
  if (typed) {
    await userEvent.click(name)
    await userEvent.paste(typed)
  }
  expect(name.getAttribute('aria-invalid')).toBeNull()
  await make()
  if (problem) {
    expect((await dialog.findByRole('alert')).textContent).toBe(problem)
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(name)
    expect(sent).not.toHaveBeenCalled()
    await userEvent.clear(name)
    await userEvent.type(name, 'Phone')
    expect(name.getAttribute('aria-invalid')).toBeNull()
  } else {
    expect(await screen.findByRole('dialog', { name: 'Your link' })).toBeDefined()
    expect(sent).toHaveBeenCalledOnce()
  }
})

test('a calendar is made once, however often a father presses Enter', async () => {
  let answer = () => {}
  const { name, sent } = await connecting(
    () =>
      new Promise(resolve => {
        answer = () => resolve({ status: 201, body: { id: 4, url } })
      }),
  )
  await userEvent.type(name, 'Phone')
  const form = name.form ?? document.body
  fireEvent.submit(form)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Make a link' }).getAttribute('aria-busy')).toBe('true'),
  )
  fireEvent.submit(form)
  await act(async () => {})
  answer()
  expect(await screen.findByRole('dialog', { name: 'Your link' })).toBeDefined()
  expect(sent).toHaveBeenCalledOnce()
})

test.each<[string, () => Answer | Promise<Answer>, string]>([
  ['without a network', offline, noNetwork],
  ['without a reason', () => ({ status: 502 }), 'Please try again later.'],
])('a calendar that could not be connected %s says so, and what was typed stays', async (_, answer, description) => {
  const { dialog, name, make } = await connecting(answer)
  await userEvent.type(name, 'Phone')
  await make()
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'The calendar was not connected', description }))
  expect(dialog.getByLabelText<HTMLInputElement>('What is it for?').value).toBe('Phone')
})

test('the link to a calendar is copied, or selected where the clipboard is blocked', async () => {
  const user = userEvent.setup()
  const writeText = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  const { name, make } = await connecting()
  await user.type(name, 'Phone')
  await make()
  const made = within(await screen.findByRole('dialog', { name: 'Your link' }))
  await user.click(made.getByRole('button', { name: 'Copy' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith(url)
  await waitFor(() => expect(shownToast()).toMatch(/^Link copied/))
  act(dismissToast)
  writeText.mockRejectedValueOnce(new Error('blocked'))
  await user.click(made.getByRole('button', { name: 'Copy' }))
  expect(document.activeElement).toBe(made.getByLabelText('Link'))
  expect(shownToast()).toBeUndefined()
})
