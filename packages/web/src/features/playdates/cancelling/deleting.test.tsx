import type { Playdate } from '@papadag/contract/playdates/playdates'
import { openToast } from '@papadag/ui/layers/toast'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { closeReport, useReported } from '../../../platform/screen/reporting.ts'
import { closeSharing, useShared } from '../../../platform/screen/sharing.ts'
import { aPlaydate, kwame, me, yesterday } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { shownToast } from '../../../testing/toasts.ts'
import { OwnPlaydates } from '../list/own-playdates.tsx'
import { PlaydateOptions } from '../sheet/playdate-actions.tsx'
import { CancelledByMe } from './cancelled-by-me.tsx'
import { hasCancelled, noteCancelled } from './just-cancelled.ts'

beforeAll(() =>
  Promise.all([
    import('@papadag/ui/layers/dialog'),
    import('@papadag/ui/layers/menu-list'),
    import('./delete-dialog.tsx'),
    import('../sheet/playdate-options.tsx'),
  ]),
)
beforeEach(async () => {
  localStorage.removeItem('cancelled_at')
  await showLanguage('en')
})
afterEach(() => {
  closeReport()
  closeSharing()
})

const his = { participants: [me], myStatus: 'creator' as const }
const weekly = { id: 3, every: 'week', until: '2099-05-26' } as const
const gone = (): Answer => ({ status: 204 })

async function choose(item: string, changes: Partial<Playdate>, handlers: Handlers = {}) {
  const onDeleted = vi.fn()
  const { asked } = show(
    <PlaydateOptions playdate={aPlaydate(changes)} onDeleted={onDeleted} />,
    '/playdates',
    handlers,
  )
  await userEvent.click(screen.getByRole('button', { name: 'More options for Modderen' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  return { asked, onDeleted }
}

async function deleteIt(changes: Partial<Playdate>, handlers: Handlers, scope?: string) {
  const chosen = await choose('Delete', { ...his, ...changes }, handlers)
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete playdate?' }))
  if (scope) await userEvent.click(question.getByRole('radio', { name: scope }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  return chosen
}

test.each<[string, Partial<Playdate>, string | undefined, boolean]>([
  ['a coming playdate', {}, undefined, true],
  ['a playdate that is over', yesterday, undefined, false],
  ['one date of a series', { series: weekly }, 'Only this one', true],
  ['several dates of a series', { series: weekly }, 'All that are to come', false],
])('deleting %s can be undone for ten seconds if that restores it', async (_, changes, scope, may) => {
  const { onDeleted, asked } = await deleteIt(
    changes,
    { 'DELETE /api/playdates/7': gone, 'POST /api/playdates/7/undo-cancel': () => ok(aPlaydate(his)) },
    scope,
  )
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  await waitFor(() => expect(shownToast()).toMatch(/^Playdate deleted/))
  const { action, durationMs } = openToast() ?? {}
  expect([action?.label, durationMs]).toEqual(may ? ['Put it back on', 10_000] : [undefined, undefined])
  expect(hasCancelled()).toBe(true)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  if (!action) return
  action.onClick()
  await waitFor(() => expect(asked).toContain('POST /api/playdates/7/undo-cancel'))
  await waitFor(() => expect(shownToast()).toMatch(/^It is back on/))
})

test('a father who answers no to the question before deleting keeps the playdate', async () => {
  const { asked, onDeleted } = await choose('Delete', his)
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked.filter(call => call.startsWith('DELETE'))).toEqual([])
  expect(onDeleted).not.toHaveBeenCalled()
})

test.each([true, false])(
  'on his profile the browser asks a father before deleting, and his answer counts: %s',
  async yes => {
    const confirm = vi.fn(() => yes)
    vi.stubGlobal('confirm', confirm)
    const { asked } = show(<OwnPlaydates />, '/profile', {
      'GET /api/users/me/playdates': () => ok([aPlaydate(his)]),
      'DELETE /api/playdates/7': gone,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'More options for Modderen' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(confirm).toHaveBeenCalledExactlyOnceWith('Are you sure you want to delete this playdate?')
    if (yes) await waitFor(() => expect(asked).toContain('DELETE /api/playdates/7'))
    await act(async () => {})
    expect(asked.includes('DELETE /api/playdates/7')).toBe(yes)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  },
)

test.each<[string, Partial<Playdate>, object | undefined]>([
  ['its creator', { participants: [kwame, me] }, { id: 2, name: 'Kwame Mensah' }],
  ['nobody if its creator cannot be seen', { participants: [] }, undefined],
])('a report of a playdate is also about %s', async (_, changes, person) => {
  await choose('Report', changes)
  const { result } = renderHook(useReported)
  expect(result.current).toEqual({ type: 'playdate', id: 7, name: 'Modderen', person })
})

test('a father can share a playdate from its menu', async () => {
  await choose('Share', {})
  expect(renderHook(useShared).result.current?.playdate.id).toBe(7)
})

const now = Date.now()
const cancelled = (id: number, untilMs: number | null) =>
  aPlaydate({
    ...his,
    id,
    title: `playdate ${id}`,
    state: 'cancelled',
    undoUntil: untilMs === null ? null : new Date(now + untilMs).toISOString(),
  })
const titles = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent?.match(/playdate \d/)?.[0])

/** The playdates he has cancelled, after a heading. */
function undoing(all: () => Playdate[], handlers: Handlers = {}) {
  noteCancelled()
  return show(
    <>
      <h1>Playdates</h1>
      <button type="button">elsewhere</button>
      <CancelledByMe also={() => null} />
    </>,
    '/playdates',
    { 'GET /api/playdates/cancelled': () => ok(all()), ...handlers },
  )
}

test('a cancellation that cannot be undone is not listed, and an empty list is not shown', async () => {
  const { asked } = undoing(() => [cancelled(1, null), cancelled(2, -1000)])
  await waitFor(() => expect(asked).toContain('GET /api/playdates/cancelled'))
  await act(async () => {})
  expect(screen.queryByRole('list')).toBeNull()
})

test.each([true, false])(
  'when the focused playdate disappears the focus goes to the heading, and otherwise stays (%s)',
  async isThere => {
    let all = [cancelled(1, 300_000), cancelled(2, 300_000)]
    const undone = () => {
      all = [cancelled(2, 300_000)]
      return ok(aPlaydate(his))
    }
    undoing(() => all, { 'POST /api/playdates/1/undo-cancel': undone })
    await waitFor(() => expect(titles()).toEqual(['playdate 1', 'playdate 2']))
    // Nothing has disappeared yet.
    expect(document.activeElement).toBe(document.body)
    const button = screen.getByRole('button', { name: 'Put it back on: playdate 1' })
    await userEvent.click(button)
    if (!isThere) screen.getByRole('button', { name: 'elsewhere' }).focus()
    await waitFor(() => expect(titles()).toEqual(['playdate 2']))
    expect(document.activeElement?.textContent).toBe(isThere ? 'Playdates' : 'elsewhere')
  },
)

test.each<[string, Handlers[string], string]>([
  [
    'without a network',
    () => Promise.reject(new TypeError('offline')),
    'There is no connection. Please try again when it is back.',
  ],
  ['without a reason', () => ({ status: 502 }), 'Please try again later.'],
  ['by the server', () => refused(409, 'playdate.over', 'It is over.'), 'It is over.'],
])('a cancellation that was not undone %s says why', async (_, answer, description) => {
  undoing(() => [cancelled(1, 300_000)], { 'POST /api/playdates/1/undo-cancel': answer })
  await userEvent.click(await screen.findByRole('button', { name: 'Put it back on: playdate 1' }))
  await waitFor(() => expect(shownToast()).toBe(`That didn’t work: ${description}`))
  expect(titles()).toEqual(['playdate 1'])
})
