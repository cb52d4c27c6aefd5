import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './dialog.tsx'

afterEach(cleanup)

function Delete({ onConfirm, busy = false }: { onConfirm: () => void; busy?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete…
      </button>
      <ConfirmDialog
        open={open}
        title="Delete the playdate?"
        cancelLabel="Keep it"
        confirmLabel="Delete"
        busyLabel="Deleting…"
        busy={busy}
        onCancel={() => setOpen(false)}
        onConfirm={onConfirm}
      >
        Are you sure?
      </ConfirmDialog>
    </>
  )
}

test('an irreversible question focuses the safe answer', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn()
  render(<Delete onConfirm={onConfirm} />)
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Delete the playdate?' })
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Are you sure?')
  expect(document.activeElement?.textContent).toBe('Keep it')
  await user.keyboard('{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('while its action runs a dialog can be neither confirmed again nor closed', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn()
  const { rerender } = render(<Delete onConfirm={onConfirm} />)
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  rerender(<Delete onConfirm={onConfirm} busy />)
  await user.click(screen.getByText('Deleting…'))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('alertdialog').getAttribute('closedby')).toBe('none')
})
