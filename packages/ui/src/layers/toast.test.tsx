import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, ToastRegion, toast } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<ToastRegion label="Notification" closeLabel="Close" limits={limits} />)
})
afterEach(() => {
  act(() => dismissToast())
  cleanup()
  vi.useRealTimers()
})

const limits = { durationMs: 5000, removalMs: 1_000_000, swipePx: 50 }
// Screen readers read a copy elsewhere in the page, so only the region counts as "on the screen".
const onScreen = () => within(screen.getByRole('region')).queryAllByRole('listitem', { hidden: true })
const alerts = () => within(screen.getByRole('region')).queryAllByRole('alert', { hidden: true })
const texts = () => onScreen().map(toast => toast.textContent)

test('one toast is shown at a time, and a new one replaces it', () => {
  act(() => void toast({ title: 'Joined playdate' }))
  act(() => void toast({ title: 'Left playdate' }))
  expect(texts()).toEqual(['Left playdate'])
})

test('a toast about a failure is an alert, and one about a success is not', () => {
  act(() => void toast({ title: 'Joined playdate' }))
  expect(alerts()).toHaveLength(0)
  act(() => void toast({ title: 'Login failed', tone: 'destructive' }))
  expect(alerts()).toHaveLength(1)
})

test('a toast closes after its duration', () => {
  act(() => void toast({ title: 'Joined playdate' }))
  act(() => void vi.advanceTimersByTime(4900))
  expect(texts()).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(200))
  expect(texts()).toHaveLength(0)
})

test('a toast can have its own duration', () => {
  act(() => void toast({ title: 'Share your location?', durationMs: 10_000 }))
  act(() => void vi.advanceTimersByTime(9900))
  expect(texts()).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(200))
  expect(texts()).toHaveLength(0)
})

test('a toast’s time stops while it is hovered or focused, or its window is inactive', () => {
  act(() => void toast({ title: 'Joined playdate' }))
  act(() => void vi.advanceTimersByTime(3000))
  const region = screen.getByRole('region')
  const card = onScreen()[0] ?? region
  for (const [stop, goOn] of [
    [() => fireEvent.pointerEnter(card), () => fireEvent.pointerLeave(card)],
    [() => fireEvent.focus(card), () => fireEvent.blur(card)],
    [() => fireEvent(window, new Event('blur')), () => fireEvent(window, new Event('focus'))],
  ] as const) {
    stop()
    act(() => void vi.advanceTimersByTime(60_000))
    expect(texts()).toHaveLength(1)
    goOn()
  }
  act(() => void vi.advanceTimersByTime(1900))
  expect(texts()).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(200))
  expect(texts()).toHaveLength(0)
})

test('a pointer or focus left behind by one toast does not hold up the next', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  act(() => void toast({ title: 'Joined playdate' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  act(() => void toast({ title: 'Left playdate' }))
  act(() => void vi.advanceTimersByTime(5100))
  expect(texts()).toHaveLength(0)

  act(() => void toast({ title: 'Joined playdate' }))
  act(() => screen.getByRole('button', { name: 'Close' }).focus())
  act(() => void toast({ title: 'Left playdate' }))
  act(() => void vi.advanceTimersByTime(5100))
  expect(texts()).toHaveLength(0)
})

test('screen readers announce a toast once, and a failure as an alert', () => {
  const told = () => screen.getByRole('status').textContent
  act(() => void toast({ title: 'Joined playdate', description: 'See you', action: { label: 'Undo', onClick() {} } }))
  expect(told()).toBe('')
  act(() => void vi.advanceTimersByTime(100))
  expect(told()).toBe('Notification Joined playdate See you Undo')
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.queryByRole('status')).toBeNull()
  act(() => void toast({ title: 'Login failed', tone: 'destructive' }))
  expect(screen.queryByRole('status')).toBeNull()
})

test('Escape closes a toast', () => {
  act(() => void toast({ title: 'Joined playdate' }))
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(texts()).toHaveLength(0)
})

test('a toast’s action runs once and closes it', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const undo = vi.fn()
  act(() => void toast({ title: 'Closed', action: { label: 'Undo', onClick: undo } }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledTimes(1)
  expect(texts()).toHaveLength(0)
})

test('F8 focuses the notification region', () => {
  act(() => void toast({ title: 'Joined playdate' }))
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(screen.getByRole('region', { name: /Notification/ }).contains(document.activeElement)).toBe(true)
})

test('a closed toast’s text is forgotten after its duration', () => {
  act(() => void toast({ title: 'Joined playdate' }))
  act(() => dismissToast())
  expect(texts()).toHaveLength(0)
  act(() => void vi.advanceTimersByTime(999_000))
  expect(vi.getTimerCount()).toBe(1)
  act(() => void vi.advanceTimersByTime(1000))
  expect(vi.getTimerCount()).toBe(0)
})

test('a toast that comes while another tab is in front waits until this one is', () => {
  cleanup()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  // Its region is rendered with the first toast.
  act(() => void toast({ title: 'Logged out' }))
  render(<ToastRegion label="Notification" closeLabel="Close" limits={limits} />)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(texts()).toHaveLength(1)
  hidden.mockReturnValue(false)
  fireEvent(document, new Event('visibilitychange'))
  act(() => void vi.advanceTimersByTime(4900))
  expect(texts()).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(200))
  expect(texts()).toHaveLength(0)
  hidden.mockRestore()
})
