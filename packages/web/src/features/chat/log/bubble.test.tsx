import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { show } from '../../../testing/show.tsx'
import { Bubble } from './bubble.tsx'

beforeEach(() => showLanguage('en'))

const message = { content: 'See https://papadag.example/a', sentAt: '2026-11-23T09:05:00.000Z', seq: 7 }
const draw = (changes: Partial<Parameters<typeof Bubble>[0]> = {}) =>
  show(
    <Bubble message={message} isOwn={false} sender="Kwame" follows={false} hasTime hasLinks {...changes} />,
    '/chat/5',
  )
const bubble = () => document.querySelector<HTMLElement>('[data-seq="7"]')

test('a screen reader hears whose message it is', () => {
  const { unmount } = draw()
  expect(bubble()?.textContent).toMatch(/^Kwame: See/)
  unmount()
  draw({ isOwn: true })
  expect(bubble()?.textContent).toMatch(/^You: See/)
})

test.each([
  ['above another’s first message', { showsSender: true }, false],
  ['where there is only one other', { showsSender: false }, true],
  ['above a message that follows', { showsSender: true, follows: true }, true],
  ['above his own message', { showsSender: true, isOwn: true }, true],
])('whether a group chat names the sender %s', (_, changes, isHidden) => {
  draw(changes)
  expect(bubble()?.firstElementChild?.className.includes('sr-only')).toBe(isHidden)
})

test('an announcement says that it is one, and another message does not', () => {
  const { unmount } = draw({ message: { ...message, announcement: true } })
  expect(screen.getByText('Announcement')).toBeDefined()
  unmount()
  draw()
  expect(screen.queryByText('Announcement')).toBeNull()
})

test('an address is a link only where links may be', () => {
  const { unmount } = draw()
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://papadag.example/a')
  unmount()
  draw({ hasLinks: false })
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('See https://papadag.example/a')).toBeDefined()
})

test.each([
  ['with its time', { hasTime: true }, 1],
  ['with a mark, which has the time beside it', { hasTime: false, mark: 'sent' as const }, 1],
  ['without either', { hasTime: false }, 0],
])('a message %s shows its time once at most', (_, changes, times) => {
  draw(changes)
  expect(document.querySelectorAll('time')).toHaveLength(times)
})

test('a card can change without being read out, and a message without one leaves no empty place', () => {
  const { unmount } = draw({ card: <p>the card</p> })
  expect(screen.getByText('the card').parentElement?.getAttribute('aria-live')).toBe('off')
  unmount()
  draw()
  expect(document.querySelector('[aria-live]')).toBeNull()
})

test('what can be done with a message stands beside it, and nothing where that is not offered', () => {
  const { unmount } = draw({ menu: <button type="button">more</button>, reactions: <p>two hearts</p> })
  expect(screen.getByRole('button', { name: 'more' })).toBeTruthy()
  expect(screen.getByText('two hearts')).toBeTruthy()
  unmount()
  draw()
  expect(screen.queryByRole('button')).toBeNull()
})
