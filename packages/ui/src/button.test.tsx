import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

test('a busy button says so, keeps the focus and does not submit twice', async () => {
  const user = userEvent.setup()
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" busy={busy} busyLabel="Saving…">
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Save' })
  await user.click(button)
  expect(submit).toHaveBeenCalledTimes(1)
  rerender(form(true))
  await user.click(button)
  await user.keyboard('{Enter}')
  expect(submit).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(button)
  expect(screen.getByRole('button', { name: 'Saving…' })).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('a button submits its form only if its type is submit', async () => {
  const user = userEvent.setup()
  const submit = vi.fn()
  render(
    <form onSubmit={submit}>
      <Button>Cancel</Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(submit).not.toHaveBeenCalled()
})
