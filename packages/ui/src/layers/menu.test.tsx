import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { IconButton } from '../icon-button.tsx'
import { Menu } from './menu.tsx'

const unavailable = vi.fn()

afterEach(() => {
  cleanup()
  expect(unavailable).not.toHaveBeenCalled()
})

test('a menu is a plain button until it is hovered or focused, and then works by keyboard', async () => {
  const user = userEvent.setup()
  const edit = vi.fn()
  const remove = vi.fn()
  render(
    <Menu
      label="Options"
      onUnavailable={unavailable}
      trigger={props => <IconButton {...props} icon="more" aria-label="More options" />}
      items={[
        { label: 'Edit', onSelect: edit },
        { label: 'Delete', onSelect: remove, destructive: true },
      ]}
    />,
  )
  const button = screen.getByRole('button', { name: 'More options' })
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('menu')).toBeNull()

  await user.tab()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('menu', { name: 'Options' })
  expect(screen.getByRole('separator')).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Edit'))

  // The focus is back on the button before the action runs, so a dialog it opens can restore it there.
  edit.mockImplementation(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(edit).toHaveBeenCalledTimes(1))
  expect(remove).not.toHaveBeenCalled()
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a menu inside a full-window dialog is drawn on top of it', async () => {
  render(
    <main>
      <div data-cover data-testid="map">
        <Menu
          label="Options"
          onUnavailable={unavailable}
          trigger={props => <IconButton {...props} icon="more" aria-label="More options" />}
          items={[{ label: 'Edit', onSelect: () => {} }]}
        />
      </div>
    </main>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'More options' }))
  const menu = await screen.findByRole('menu', { name: 'Options' })
  expect(screen.getByTestId('map').contains(menu)).toBe(true)
})

test('a menu whose code cannot be loaded says so only when it is pressed, stays closed, and opens once it can', async () => {
  vi.resetModules()
  vi.doMock('./menu-list.tsx', () => {
    throw new Error('There is no connection.')
  })
  const { Menu: Unloaded } = await import('./menu.tsx')
  render(
    <Unloaded
      label="Taal"
      onUnavailable={unavailable}
      items={[]}
      trigger={props => (
        <button type="button" {...props}>
          Taal
        </button>
      )}
    />,
  )
  const button = screen.getByRole('button', { name: 'Taal' })
  fireEvent.pointerEnter(button)
  fireEvent.focus(button)
  await expect(import('./menu-list.tsx')).rejects.toThrow()
  expect(unavailable).not.toHaveBeenCalled()
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await vi.waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
  expect(unavailable).toHaveBeenCalledTimes(1)
  unavailable.mockClear()
  vi.doUnmock('./menu-list.tsx')
  fireEvent.click(button)
  await screen.findByRole('menu')
})
