import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hasCancelled } from '../../features/playdates/cancelling/just-cancelled.ts'
import { usePlaydateToShow } from '../../features/playdates/list/playdate-to-show.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { Page } from './edit-playdate.tsx'

// Lazy modules are loaded first, so that no test waits for a slow disk.
beforeAll(() =>
  Promise.all([
    import('@papadag/ui/layers/dialog'),
    import('../../features/playdates/cancelling/delete-dialog.tsx'),
    import('../../features/playdates/series/scope-dialog.tsx'),
  ]),
)
beforeEach(() => {
  localStorage.clear()
  return showLanguage('en')
})

const weekly = { id: 3, every: 'week', until: '2099-05-26' } as const
const mine = aPlaydate({
  participants: [me, kwame],
  myStatus: 'creator',
  startTime: new Date(2030, 5, 1, 10).toISOString(),
  endTime: new Date(2030, 5, 1, 11).toISOString(),
})

/** The form of this playdate, and what it sends. */
async function open(changes: Partial<Playdate> = {}, answer: () => Answer | Promise<Answer> = () => ok(mine)) {
  const sent = vi.fn()
  const playdate = { ...mine, ...changes }
  const handlers: Handlers = {
    'GET /api/playdates/7': () => ok(playdate),
    'GET /api/users/me/playdates': () => ok([]),
    'GET /api/users/me/safe-meeting': () => ok({ isDue: false }),
    'PUT /api/playdates/7': body => {
      sent(body)
      return answer()
    },
  }
  const shown = show(<Page id={7} />, '/edit-playdate/7', handlers)
  const title = await screen.findByLabelText<HTMLInputElement>('What are we going to do?')
  return { ...shown, sent, title }
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const saves = (asked: readonly string[]) => asked.filter(call => call.startsWith('PUT'))

test('the form shows the date of the playdate beside its heading once it is known', async () => {
  await open()
  // On the calendar leaf, in the field, and on the card below.
  await waitFor(() => expect(screen.getAllByText('Saturday, 1 June 2030')).toHaveLength(3))
  expect(screen.queryByText('Loading...')).toBeNull()
})

test('a playdate that is still loading says so, without a form', () => {
  show(<Page id={7} />, '/edit-playdate/7', { 'GET /api/playdates/7': () => new Promise(() => {}) })
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(location.pathname).toBe('/edit-playdate/7')
})

test('the form for another father’s playdate does not even show its date', async () => {
  show(<Page id={7} />, '/edit-playdate/7', { 'GET /api/playdates/7': () => ok({ ...mine, myStatus: 'joined' }) })
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  expect(screen.queryByText('Saturday, 1 June 2030')).toBeNull()
  expect(screen.queryByText('Loading...')).toBeDefined()
})

test('a father’s own playdate stays open without a notice', async () => {
  await open()
  await act(async () => {})
  expect(location.pathname).toBe('/edit-playdate/7')
  expect(lastNotice()).toBeUndefined()
})

test('a single playdate is saved without a question', async () => {
  const { asked } = await open()
  await save()
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  expect(saves(asked)).toEqual(['PUT /api/playdates/7'])
})

test.each([
  ['Only this one', 'one'],
  ['This and all following', 'following'],
  ['All that are to come', 'all'],
])('a father saves a date of a series for “%s”', async (words, scope) => {
  const { asked, sent, title } = await open({ series: weekly })
  await userEvent.type(title, ' in the rain')
  await save()
  const question = within(await screen.findByRole('alertdialog', { name: 'Which dates?' }))
  expect(saves(asked)).toEqual([])
  expect(question.getByText('With another time, whoever has a standing place is asked again.')).toBeDefined()
  await userEvent.click(question.getByRole('radio', { name: words }))
  await userEvent.click(question.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  expect(saves(asked)).toEqual([`PUT /api/playdates/7?scope=${scope}`])
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ title: 'Modderen in the rain' })
})

test('“Keep editing” saves nothing, and later changes are saved with the rest', async () => {
  const { asked, sent, title } = await open({ series: weekly })
  await save()
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.type(title, ' again')
  await save()
  const again = within(await screen.findByRole('alertdialog'))
  expect(saves(asked)).toEqual([])
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ title: 'Modderen again' })
})

test('the dates of an open hour have no standing places, and nobody is asked again', async () => {
  await open({ series: weekly, kind: 'open', placeId: 3 })
  await save()
  const question = within(await screen.findByRole('alertdialog', { name: 'Which dates?' }))
  expect(question.queryByText(/standing place/)).toBeNull()
})

test('a failure to save a date of a series returns to the form, and the next attempt starts with that date only', async () => {
  const answer = () => refused(409, 'playdate.tooFewPlaces', 'More are coming already.')
  const { asked } = await open({ series: weekly }, answer)
  await save()
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('radio', { name: 'All that are to come' }))
  await userEvent.click(question.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const number = screen.getByRole('spinbutton', { name: 'How many at most?' })
  await waitFor(() => expect(document.activeElement).toBe(number))
  await save()
  const again = within(await screen.findByRole('alertdialog'))
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saves(asked)).toHaveLength(2))
  expect(saves(asked)[1]).toBe('PUT /api/playdates/7?scope=one')
})

const never = () => new Promise<Answer>(() => {})

test('Enter does not save a playdate again while it is being saved', async () => {
  const { sent, title } = await open({}, never)
  const form = title.form ?? document.body
  fireEvent.submit(form)
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDefined()
  fireEvent.submit(form)
  await act(async () => {})
  expect(sent).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true)
})

test('Enter does not save a playdate while it is being deleted', async () => {
  const { sent, title, handlers, asked } = await open()
  handlers['DELETE /api/playdates/7'] = never
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(asked).toContain('DELETE /api/playdates/7'))
  const form = title.form ?? document.body
  await act(async () => void fireEvent.submit(form))
  await act(async () => {})
  expect(sent).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Cancel', hidden: true }).hasAttribute('disabled')).toBe(true)
})

test('a father who answers no to the question before deleting keeps the playdate', async () => {
  const { asked } = await open()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete playdate?' }))
  await userEvent.click(question.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked).not.toContain('DELETE /api/playdates/7')
})

test('deleting several dates of a series deletes them together, and the list offers to undo what it can', async () => {
  const { asked, handlers } = await open({ series: weekly })
  handlers['DELETE /api/playdates/7'] = () => ({ status: 204 })
  expect(hasCancelled()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('radio', { name: 'All that are to come' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  expect(asked).toContain('DELETE /api/playdates/7?scope=all')
  expect(hasCancelled()).toBe(true)
})

test.each<[string, Partial<Playdate>, object | undefined]>([
  ['to come is shown in the list', {}, { id: 7, isNew: false }],
  ['that is over is not among the next ones', yesterday, undefined],
])('a saved playdate %s', async (_, changes, toShow) => {
  await open(changes, () => ok({ ...mine, ...changes }))
  await save()
  await waitFor(() => expect(location.pathname).toBe('/playdates'))
  expect(renderHook(usePlaydateToShow).result.current).toEqual(toShow)
})

test('a session that expires during a deletion shows only its own notice', async () => {
  const { handlers } = await open()
  handlers['DELETE /api/playdates/7'] = () => refused(401, 'auth.required', 'Log in first.')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(lastNotice()?.title).toBe('You are not logged in'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
