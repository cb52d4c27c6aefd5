import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { PasswordField, TextField } from './text-field.tsx'

afterEach(cleanup)

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent)

test('an error is tied to its field and announced when it appears', () => {
  const { rerender } = render(<TextField label="City" hint="Where you play" />)
  const field = screen.getByRole('textbox', { name: 'City' })
  const announcer = screen.getByRole('alert')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(describedBy(field)).toEqual(['Where you play'])
  rerender(<TextField label="City" hint="Where you play" error="At least 2 characters" />)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(field)).toEqual(['At least 2 characters', 'Where you play'])
  expect(screen.getByRole('alert')).toBe(announcer)
  expect(announcer.textContent).toBe('At least 2 characters')
})

test('a password can be revealed and hidden again', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect(field.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(field.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(field.type).toBe('password')
})
