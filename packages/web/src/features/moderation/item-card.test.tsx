import { limits } from '@papadag/contract/limits'
import type { ModeratedItem } from '@papadag/contract/moderation'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { ItemCard } from './item-card.tsx'

beforeEach(() => showLanguage('nl'))

function report(id: number): ModeratedItem['reports'][number] {
  const at = '2026-11-20T10:00:00.000Z'
  return {
    ...{ id, reason: 'spam', text: `melding ${id}`, evidence: {}, createdAt: at },
    ...{ reporter: null, contactEmail: null, isOpen: true },
  }
}

/** A card to which another report is added. */
function Card() {
  const [ids, setIds] = useState([9, 4])
  const item: ModeratedItem = {
    ...{ id: 4, targetType: 'playdate', targetId: '3', subject: null, isUrgent: false, isHidden: false, decisions: [] },
    reports: ids.map(report),
  }
  return (
    <>
      <button type="button" onClick={() => setIds([12, ...ids])}>
        Nog een melding
      </button>
      <ItemCard item={item} onDecided={() => {}} />
    </>
  )
}

test('a decision covers the reports that existed when the moderator began to write it', async () => {
  const sent = vi.fn((_body: unknown) => ({ status: 204 }))
  show(<Card />, '/moderation', { 'POST /api/moderation/reports/4/decision': sent })
  await userEvent.click(screen.getByRole('button', { name: 'Besluiten…' }))
  await userEvent.selectOptions(screen.getByLabelText('Besluit'), 'Verbergen')
  await userEvent.type(screen.getByLabelText('Waarom'), 'Reclame.')
  await userEvent.click(screen.getByRole('button', { name: 'Nog een melding' }))
  await screen.findByText('melding 12')
  await userEvent.type(screen.getByLabelText('Huisregel of wet'), 'Huisregel 3')
  await userEvent.click(screen.getByRole('button', { name: 'Besluiten' }))
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ decision: 'hide', lastReportId: 9 })
})

test('an incomplete decision focuses the first missing or too long field', async () => {
  const sent = vi.fn(() => ({ status: 204 }))
  show(<Card />, '/moderation', { 'POST /api/moderation/reports/4/decision': sent })
  await userEvent.click(screen.getByRole('button', { name: 'Besluiten…' }))
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Besluiten' }))
  await send()
  expect(document.activeElement).toBe(screen.getByLabelText('Besluit'))
  await userEvent.selectOptions(screen.getByLabelText('Besluit'), 'Verbergen')
  await userEvent.click(screen.getByLabelText('Waarom'))
  await userEvent.paste('a'.repeat(limits.description + 1))
  await userEvent.type(screen.getByLabelText('Huisregel of wet'), 'Huisregel 3')
  await send()
  expect(document.activeElement).toBe(screen.getByLabelText('Waarom'))
  expect(sent).not.toHaveBeenCalled()
})

test('a draft statement is restored with its card, and forgotten when sent', async () => {
  const handlers = { 'POST /api/moderation/reports/4/decision': () => ({ status: 204 }) }
  const { unmount } = show(<Card />, '/moderation', handlers)
  const decide = () => userEvent.click(screen.getByRole('button', { name: 'Besluiten…' }))
  await decide()
  await userEvent.type(screen.getByLabelText('Waarom'), 'Reclame.')
  await userEvent.type(screen.getByLabelText('Huisregel of wet'), 'Huisregel 3')
  unmount()
  const again = show(<Card />, '/moderation', handlers)
  await decide()
  screen.getByDisplayValue('Reclame.')
  screen.getByDisplayValue('Huisregel 3')
  await userEvent.selectOptions(screen.getByLabelText('Besluit'), 'Verbergen')
  await userEvent.click(screen.getByRole('button', { name: 'Besluiten' }))
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]))
  again.unmount()
})
