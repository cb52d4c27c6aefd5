import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Link, providePages } from './navigation.tsx'

const preload = vi.fn(async (_path: string) => {})
beforeEach(() => {
  history.replaceState(null, '', '/')
  preload.mockClear()
  providePages({ preload, isLoaded: () => true })
})

/** Whether a click on a link is left to the browser; it is kept from loading a page here. */
function click(how: MouseEventInit = {}, props: Partial<Parameters<typeof Link>[0]> = {}) {
  render(
    <Link to="/places?type=playground" {...props}>
      Places
    </Link>,
  )
  let isLeft = false
  const look = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  document.addEventListener('click', look)
  fireEvent.click(screen.getByRole('link'), how)
  document.removeEventListener('click', look)
  return isLeft
}

test('a link leads on without loading a page, and Back returns from it', async () => {
  const before = history.length
  expect(click()).toBe(false)
  await waitFor(() => expect(location.pathname + location.search).toBe('/places?type=playground'))
  expect(history.length).toBe(before + 1)
})

test('a link that replaces the address adds no step for Back', async () => {
  const before = history.length
  expect(click({}, { replace: true })).toBe(false)
  await waitFor(() => expect(location.pathname).toBe('/places'))
  expect(history.length).toBe(before)
})

test.each<[string, MouseEventInit]>([
  ['the middle button', { button: 1 }],
  ['Ctrl', { ctrlKey: true }],
  ['Command', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
])('the browser handles a click with %s itself', (_, how) => {
  expect(click(how)).toBe(true)
  expect(location.pathname).toBe('/')
})

test('the browser handles a link to another tab itself', () => {
  expect(click({}, { target: '_blank' })).toBe(true)
  expect(location.pathname).toBe('/')
})

test('a link whose click was used for something else leads nowhere', () => {
  const onClick = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  expect(click({}, { onClick })).toBe(false)
  expect(onClick).toHaveBeenCalledOnce()
  expect(location.pathname).toBe('/')
})

test.each([
  ['hover', fireEvent.pointerEnter],
  ['focus', fireEvent.focus],
  ['touch', fireEvent.touchStart],
])('a link loads its screen’s code on %s', (_, approach) => {
  render(<Link to="/places?type=playground">Places</Link>)
  expect(preload).not.toHaveBeenCalled()
  approach(screen.getByRole('link'))
  expect(preload).toHaveBeenCalledWith('/places')
})

test('a link to a likely screen loads its code at once', async () => {
  render(
    <Link to="/places" isLikely>
      Places
    </Link>,
  )
  await waitFor(() => expect(preload).toHaveBeenCalledWith('/places'))
})
