import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFullWindow } from '../use-full-window.ts'

afterEach(cleanup)

function Screen({ isFull, onLeave, extra = false }: { isFull: boolean; onLeave: () => void; extra?: boolean }) {
  const map = useRef<HTMLDivElement>(null)
  useFullWindow(map, isFull, () => onLeave())
  return (
    <main>
      <p>list</p>
      <div ref={map} data-testid="map" />
      {extra && <p>just opened</p>}
    </main>
  )
}

test('controls outside the map cannot be used while it fills the window, and can be used afterwards', () => {
  const first = vi.fn()
  const { rerender } = render(<Screen isFull onLeave={first} />)
  expect(screen.getByText('list').inert).toBe(true)
  expect(screen.getByTestId('map').inert).not.toBe(true)
  const onLeave = vi.fn()
  rerender(<Screen isFull onLeave={onLeave} extra />)
  rerender(<Screen isFull onLeave={onLeave} extra />)
  expect(screen.getByText('just opened').inert).not.toBe(true)
  fireEvent.keyDown(document, { key: 'Escape' })
  expect([first.mock.calls.length, onLeave.mock.calls.length]).toEqual([0, 1])
  rerender(<Screen isFull={false} onLeave={onLeave} extra />)
  expect(screen.getByText('list').inert).toBe(false)
})
