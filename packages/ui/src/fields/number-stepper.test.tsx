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
      <output>{String(value)}</output>
    </>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'How many?' })
const value = () => screen.getByRole('status').textContent

test('a step stays within the bounds', async () => {
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

test.each([
  ['12', '12'],
  ['0', '0'],
  ['51', '51'],
  ['2.5', '2.5'],
  ['2,5', '2.5'],
  ['-3', '-3'],
  ['veel', 'NaN'],
])('a number typed as %s reaches the form as typed', async (typed, number) => {
  const user = userEvent.setup()
  render(<Stepper start={5} />)
  await user.clear(field())
  expect(value()).toBe('NaN')
  await user.type(field(), typed)
  await user.tab()
  expect(value()).toBe(number)
  expect(field().value).toBe(typed)
})

test.each([
  ['0', '1', '1'],
  ['51', '50', '50'],
  ['2.5', '3', '2'],
  ['-3', '1', '1'],
  ['veel', '1', '1'],
])('from %s, a step returns to the bounds: up to %s, down to %s', async (typed, more, fewer) => {
  const user = userEvent.setup()
  render(<Stepper start={5} />)
  for (const [name, wanted] of [
    ['More', more],
    ['Fewer', fewer],
  ] as const) {
    await user.clear(field())
    await user.type(field(), typed)
    await user.click(screen.getByRole('button', { name }))
    expect(value()).toBe(wanted)
  }
})

test('the arrow keys change the number by a step', async () => {
  const user = userEvent.setup()
  render(<Stepper start={5} />)
  field().focus()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(value()).toBe('6')
  expect(field().getAttribute('aria-valuenow')).toBe('6')
})
