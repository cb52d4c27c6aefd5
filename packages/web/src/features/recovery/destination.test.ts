import { beforeEach, expect, test, vi } from 'vitest'
import { keepDestination, takeDestination } from './destination.ts'

beforeEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('after a new password he comes back to where he was, once and for as long as the mailed link works', () => {
  keepDestination('?forgot=&next=%2Fchat%2F3')
  expect(takeDestination()).toBe('/chat/3')
  expect(takeDestination()).toBeUndefined()
  vi.useFakeTimers({ toFake: ['Date'] })
  keepDestination('?forgot=&next=%2Fchat%2F3')
  vi.advanceTimersByTime(30 * 60_000)
  expect(takeDestination()).toBeUndefined()
  keepDestination('?forgot=')
  expect(takeDestination()).toBeUndefined()
})

test.each(['{', 'null', '7', '{"next":"/chat"}', '{"next":7,"at":9e15}'])('a stored value %s leads nowhere', stored => {
  localStorage.setItem('after_reset', stored)
  expect(takeDestination()).toBeUndefined()
})
