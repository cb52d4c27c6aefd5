import { beforeEach, expect, test, vi } from 'vitest'
import { nextPath } from '../navigation/routes.ts'
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.ts'

const path = '/i/AbCdEfGhIjKlMnOpQrStUv'

beforeEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('a mailed link without a destination leads back to the invitation, until it was shown or a day has passed', () => {
  expect(nextPath('')).toBe('/')
  keepInvitation(path)
  expect(nextPath('?reset=')).toBe(path)
  expect(nextPath('?next=%2Fchat')).toBe('/chat')
  forgetInvitation()
  expect(nextPath('')).toBe('/')
  vi.useFakeTimers({ toFake: ['Date'] })
  keepInvitation(path)
  vi.advanceTimersByTime(24 * 3_600_000 - 1)
  expect(nextPath('')).toBe(path)
  vi.advanceTimersByTime(1)
  expect(nextPath('')).toBe('/')
})

test('the link of a letter is kept like an invitation, so that he may register in another tab', () => {
  keepInvitation('/circles?code=HEGF2345')
  expect(nextPath('?tab=register')).toBe('/circles?code=HEGF2345')
  keepInvitation('/circles?code=a&then=/evil')
  expect(nextPath('')).toBe('/')
})

test.each(['{', 'null', '7', '{"path":"/i/x"}', '{"path":"//evil.example","at":9e15}', '{"path":7,"at":9e15}'])(
  'a stored value %s is not taken for an invitation',
  stored => {
    localStorage.setItem('invitation', stored)
    expect(keptInvitation()).toBeUndefined()
  },
)
