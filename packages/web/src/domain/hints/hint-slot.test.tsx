import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { ok } from '../../testing/stand-in-server.ts'
import { HintSlot } from './hint-slot.tsx'

beforeEach(() => showLanguage('nl'))

/** The place of the hint about his calendar, while this one may help him. */
function open(name: 'calendar' | 'parent') {
  let hint: object | null = { name, playdateId: null, missed: null }
  const said = vi.fn()
  const connect = vi.fn()
  const asked = vi.fn()
  show(
    <>
      <h1 tabIndex={-1}>Thuis</h1>
      <HintSlot name="calendar" action="Koppel" onAction={connect}>
        Zet ze in je agenda.
      </HintSlot>
    </>,
    '/',
    {
      'GET /api/today': () => {
        asked()
        return ok({ due: [], dueCount: 0, next: null, day: null, town: null, hint })
      },
      'PUT /api/users/me/hints/calendar': body => {
        hint = null
        said(body)
        return { status: 204 }
      },
    },
  )
  return { asked, said, connect }
}

test('a hint counts as seen once it is shown, and stays until a father answers it', async () => {
  const { said } = open('calendar')
  await screen.findByText('Zet ze in je agenda.')
  await waitFor(() => expect(said).toHaveBeenCalledWith({ answer: 'seen' }))
  expect(screen.queryByText('Zet ze in je agenda.')).not.toBeNull()
})

test.each([
  ['Koppel', 'yes', 1],
  ['Sluiten', 'no', 0],
])('%s ends a hint with one tap', async (button, answer, times) => {
  const { said, connect } = open('calendar')
  await userEvent.click(await screen.findByRole('button', { name: button }))
  expect(screen.queryByText('Zet ze in je agenda.')).toBeNull()
  await waitFor(() => expect(said).toHaveBeenCalledWith({ answer }))
  expect(connect).toHaveBeenCalledTimes(times)
  expect(document.activeElement?.textContent).toBe('Thuis')
})

test('where another hint is due, this one’s place stays empty', async () => {
  const { asked, said } = open('parent')
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByRole('button')).toBeNull()
  expect(said).not.toHaveBeenCalled()
})
