import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

afterEach(cleanup)

const face = (container: HTMLElement) => container.firstElementChild

test('a photo that fails to load is replaced by the initials', () => {
  const { container } = render(<Avatar userId={7} name="Daan de Vries" src="/uploads/gone.webp" size={52} />)
  const photo = container.querySelector('img')
  expect(photo?.getAttribute('src')).toBe('/uploads/gone.webp')
  if (photo) fireEvent.error(photo)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('DV')
})

test('a new photo is tried even if the previous one was broken', () => {
  const { container, rerender } = render(<Avatar userId={7} name="Daan" src="/uploads/gone.webp" />)
  const photo = container.querySelector('img')
  if (photo) fireEvent.error(photo)
  rerender(<Avatar userId={7} name="Daan" src="/uploads/new.webp" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/uploads/new.webp')
})

test('the smallest avatar shows one letter', () => {
  const { container } = render(<Avatar userId={7} name="Daan de Vries" />)
  expect(container.textContent).toBe('D')
})

test('an avatar’s colour follows from the digits of the user’s id', () => {
  // '12' is 49 + 50 = 99, and 99 mod 6 is 3: the fourth pair.
  const { container } = render(<Avatar userId={12} name="Daan" />)
  expect(face(container)?.className).toContain('bg-(--pd-av-4)')
})

test('a photo has a spoken name if given, and is otherwise silent', () => {
  const { container, rerender } = render(<Avatar userId={7} name="Daan" src="/uploads/0123.webp" label="Daan" />)
  expect(container.querySelector('img')?.alt).toBe('Daan')
  rerender(<Avatar userId={7} name="Daan" src="/uploads/0123.webp" />)
  expect(container.querySelector('img')?.alt).toBe('')
})
