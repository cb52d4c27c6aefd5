import { limits } from '@papadag/contract/limits'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { show } from '../../../testing/show.tsx'
import { ProposalForm } from './proposal-form.tsx'

beforeEach(() => showLanguage('en'))

const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean)

const proposal = (kind: 'change' | 'gone') => {
  const [sent, onDone] = [vi.fn(), vi.fn()]
  const shown = show(<ProposalForm placeId={7} kind={kind} onDone={onDone} />, '/places', {
    'POST /api/places/7/proposals': body => {
      sent(body)
      return { status: 201, body: {} }
    },
  })
  return { ...shown, sent, onDone }
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

test('a father who proposes a change must describe it, and not at too great a length', async () => {
  const { sent, onDone } = proposal('change')
  expect(alerts()).toEqual([])
  await userEvent.type(screen.getByRole('textbox'), '  ')
  await send()
  expect(alerts()).toHaveLength(1)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste('a'.repeat(limits.description + 1))
  await send()
  expect(sent).not.toHaveBeenCalled()
  await userEvent.clear(screen.getByRole('textbox'))
  await userEvent.type(screen.getByRole('textbox'), 'The slide is new')
  await send()
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ kind: 'change', text: 'The slide is new' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('a text of exactly the greatest length is sent, and the spaces around it do not count', async () => {
  const { sent } = proposal('change')
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste(`${'a'.repeat(limits.description)} `)
  expect(alerts()).toEqual([])
  await userEvent.paste('a')
  expect(alerts()).toHaveLength(1)
  await userEvent.type(screen.getByRole('textbox'), '{Backspace}')
  await send()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
})

test('saying that a place is gone needs no words, and the dialog says what it leads to', async () => {
  const { sent } = proposal('gone')
  expect(screen.getByText(/If three dads say so/)).toBeDefined()
  await send()
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ kind: 'gone', text: '' }))
})

test('a correction that a father has begun is there again when he comes back', async () => {
  const { unmount } = proposal('change')
  await userEvent.type(screen.getByRole('textbox'), 'The slide')
  unmount()
  proposal('change')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('The slide')
})
