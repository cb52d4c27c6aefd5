import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NumberStepper } from './number-stepper.tsx'

afterEach(cleanup)

function Stepper({ start }: { start: number }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <NumberStepper
        label="How many?"
        value={value}
        onChange={setValue}
        min={1}
        max={50}
        decreaseLabel="Fewer"
        increaseLabel="More"
      />
      <output>{value}</output>
    </>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'How many?' })
const value = () => screen.getByRole('status').textContent

test('a step never goes beyond the bounds', async () => {
  const user = userEvent.setup()
  render(<Stepper start={2} />)
  const fewer = screen.getByRole('button', { name: 'Fewer' })
  await user.click(fewer)
  expect(value()).toBe('1')
  expect(fewer.getAttribute('aria-disabled')).toBe('true')
  await user.click(fewer)
  expect(value()).toBe('1')
  expect(document.activeElement).toBe(fewer)
})

test('a number can be typed, and what is too much becomes the most', async () => {
  const user = userEvent.setup()
  render(<Stepper start={5} />)
  await user.clear(field())
  await user.type(field(), '12')
  expect(value()).toBe('12')
  await user.type(field(), '3')
  expect(value()).toBe('12')
  await user.tab()
  expect(value()).toBe('50')
  expect(field().value).toBe('50')
})

test('an emptied field goes back to what it was', async () => {
  const user = userEvent.setup()
  render(<Stepper start={5} />)
  await user.clear(field())
  await user.tab()
  expect(field().value).toBe('5')
})

test('the arrow keys step', async () => {
  const user = userEvent.setup()
  render(<Stepper start={5} />)
  field().focus()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(value()).toBe('6')
  expect(field().getAttribute('aria-valuenow')).toBe('6')
})

test('Enter sends the form with a number within the bounds', async () => {
  const user = userEvent.setup()
  render(<Stepper start={5} />)
  await user.clear(field())
  await user.type(field(), '70{Enter}')
  expect(value()).toBe('50')
})
