import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PlaydateCard } from '../../features/playdates/list/playdate-card.tsx'
import { SeriesSection } from '../../features/playdates/series/series-section.tsx'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, kwame, me } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { ok } from '../../testing/stand-in-server.ts'
import { Page as EditPage } from './edit-playdate.tsx'

// The code of a dialog costs a father data before he can use a screen, so it waits until he asks for the dialog.
const { wanted, noting } = vi.hoisted(() => {
  const wanted = new Set<string>()
  type Parts = Record<string, (props: object) => unknown>
  const noting = (dialog: string) => async (original: () => Promise<Parts>) => {
    const parts = await original()
    const part = parts[dialog]
    const noted = (props: object) => {
      wanted.add(dialog)
      return part?.(props)
    }
    return { ...parts, [dialog]: noted }
  }
  return { wanted, noting }
})
vi.mock('../../features/playdates/cancelling/delete-dialog.tsx', noting('DeleteDialog'))
vi.mock('../../features/playdates/series/pause-dialog.tsx', noting('PauseDialog'))
vi.mock('../../features/playdates/series/scope-dialog.tsx', noting('ScopeDialog'))
vi.mock('../../features/playdates/sheet/join-dialog.tsx', noting('JoinDialog'))
vi.mock('../../features/playdates/sheet/leave-dialog.tsx', noting('LeaveDialog'))
vi.mock('../../features/playdates/sheet/wait-dialog.tsx', noting('WaitDialog'))

beforeEach(async () => {
  wanted.clear()
  await showLanguage('en')
})

const weekly = { id: 3, every: 'week', until: '2099-05-26' } as const
const ofSeries = {
  ...weekly,
  day: '2026-11-25',
  isMine: true,
  standing: null,
  pauses: [],
  renewableUntil: null,
  hasEnded: false,
}
const his = aPlaydate({ participants: [me], myStatus: 'creator', series: weekly })
const card = (changes: Partial<Playdate>) => <PlaydateCard playdate={aPlaydate(changes)} />
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test.each<[string, ReactNode, () => Promise<void>, string]>([
  ['joining', card({}), () => press('Join: Modderen'), 'JoinDialog'],
  ['leaving', card({ participants: [kwame, me], myStatus: 'joined' }), () => press('Leave: Modderen'), 'LeaveDialog'],
  ['waiting', card({ maxParticipants: 1 }), () => press('Put me on the waiting list: Modderen'), 'WaitDialog'],
  ['pausing a series', <SeriesSection key="series" playdate={his} />, () => press('Pause'), 'PauseDialog'],
  ['choosing dates of a series', <EditPage key="edit" id={7} />, () => press('Save'), 'ScopeDialog'],
  ['deleting from the form', <EditPage key="edit" id={7} />, () => press('Delete'), 'DeleteDialog'],
  [
    'deleting from a card',
    card({ participants: [me], myStatus: 'creator' }),
    async () => {
      await press('More options for Modderen')
      const menu = within(await screen.findByRole('menu'))
      expect([...wanted]).toEqual([])
      await userEvent.click(await menu.findByRole('menuitem', { name: 'Delete' }))
    },
    'DeleteDialog',
  ],
])('the dialog for %s is loaded when it is asked for', async (_, element, ask, name) => {
  const { asked } = show(element, '/playdates', {
    'GET /api/playdates/7': () => ok(his),
    'GET /api/series/3': () => ok(ofSeries),
    'GET /api/users/me/playdates': () => ok([]),
  })
  await screen.findAllByRole('button')
  await act(() => vi.dynamicImportSettled())
  expect([...wanted]).toEqual([])
  await ask()
  await waitFor(() => expect([...wanted]).toEqual([name]))
  await waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull())
  expect(asked.filter(call => !call.startsWith('GET'))).toEqual([])
})
