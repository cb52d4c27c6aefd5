import type { Message } from '@papadag/contract/chat'
import { expect, test } from 'vitest'
import { gapAfter, kept, merge } from './messages.ts'

const a = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: seq,
  chatId: 5,
  senderId: 2,
  content: `bericht ${seq}`,
  sentAt: '2026-11-20T10:00:00.000Z',
  seq,
  replyTo: null,
  playdateId: null,
  reactions: {},
  ...changes,
})
const numbers = (messages: readonly Message[]) => messages.map(({ seq }) => seq)

test('messages are sorted by number, whatever order they arrive in, and each is shown once', () => {
  const first = merge([], [a(3), a(1)])
  expect(numbers(first)).toEqual([1, 3])
  expect(numbers(merge(first, [a(4)]))).toEqual([1, 3, 4])
  expect(numbers(merge(first, [a(2)]))).toEqual([1, 2, 3])
  expect(merge(first, [a(3)])).toBe(first)
  expect(numbers(merge(first, [a(3), a(2), a(1)]))).toEqual([1, 2, 3])
  expect(merge(first, [])).toBe(first)
})

test('a gap between messages is reported only where it was not looked up before', () => {
  const withGaps = [1, 2, 4, 5, 9].map(seq => a(seq))
  expect(gapAfter(withGaps)).toBe(2)
  expect(gapAfter(withGaps, 3)).toBe(5)
  expect(gapAfter(withGaps, 6)).toBeUndefined()
  // Numbers missing before the first message are earlier history, not a gap.
  expect(gapAfter([a(40), a(41)])).toBeUndefined()
})

test('messages past their retention are not shown', () => {
  const now = Date.parse('2026-11-27T10:00:00.000Z')
  const old = a(1, { sentAt: '2026-11-20T09:59:59.000Z' })
  const young = a(2, { sentAt: '2026-11-20T10:00:01.000Z' })
  expect(numbers(kept([old, young], 7, now))).toEqual([2])
  const all = [young]
  expect(kept(all, 7, now)).toBe(all)
})
