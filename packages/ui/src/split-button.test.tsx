import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { SplitButton } from './split-button.tsx'

afterEach(cleanup)

const unavailable = vi.fn()

function Joining({ onJoin, onLeave }: { onJoin: (children: number) => void; onLeave: () => void }) {
  const [children, setChildren] = useState(1)
  return (
    <SplitButton
      variant="do"
      menuLabel="Other ways"
      items={[{ label: 'Leave', onSelect: onLeave }]}
      stepper={{
        label: 'Children',
        value: children,
        min: 0,
        max: 2,
        onChange: setChildren,
        decreaseLabel: 'One fewer',
        increaseLabel: 'One more',
      }}
      onUnavailable={unavailable}
      onClick={() => onJoin(children)}
    >
      {`Join with ${children}`}
    </SplitButton>
  )
}

test('a split button does the likely thing at once, and a number set in its menu counts', async () => {
  const join = vi.fn()
  const user = userEvent.setup()
  render(<Joining onJoin={join} onLeave={vi.fn()} />)
  await user.click(screen.getByRole('button', { name: 'Join with 1' }))
  await user.click(screen.getByRole('button', { name: 'Other ways' }))
  await user.click(await screen.findByRole('menuitem', { name: 'One more' }))
  expect(screen.getByRole('menu')).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: 'One more' }))
  await user.click(screen.getByRole('button', { name: 'Join with 2' }))
  expect(join.mock.calls).toEqual([[1], [2]])
})

test('a split button’s menu works by keyboard: arrows change the number and choose', async () => {
  const leave = vi.fn()
  const user = userEvent.setup()
  render(<Joining onJoin={vi.fn()} onLeave={leave} />)
  await user.tab()
  await user.tab()
  const more = screen.getByRole('button', { name: 'Other ways', expanded: false })
  expect(document.activeElement).toBe(more)
  await user.keyboard('{ArrowDown}')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'One fewer' })))
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Join with 0' })).toBeTruthy()
  // Read out, but outside the menu, which contains nothing but its rows.
  expect(screen.getByRole('status').textContent).toBe('0')
  expect(screen.getByRole('menu').contains(screen.getByRole('status'))).toBe(false)
  await user.keyboard('{End}{Enter}')
  await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(more)
})
