import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetFirstSteps, setFirstSteps, useFirstSteps } from './onboarding-progress.ts'

afterEach(() => {
  setFirstSteps(undefined)
  vi.resetModules()
})

const stepsOf = (userId: number) => renderHook(() => useFirstSteps(userId)).result.current

test('the first steps belong to one user, and end with him', () => {
  setFirstSteps({ userId: 7, at: 'home' })
  expect(stepsOf(7)).toEqual({ userId: 7, at: 'home' })
  expect(stepsOf(8)).toBeUndefined()
  forgetFirstSteps(7)
  expect(stepsOf(7)).toEqual({ userId: 7, at: 'home' })
  forgetFirstSteps(8)
  expect(stepsOf(7)).toBeUndefined()
  expect(localStorage.getItem('first_steps')).toBeNull()
})

test.each([
  ['{"userId":7,"at":"children"}', { userId: 7, at: 'children' }],
  ['{"userId":7,"wish":"weekend"}', { userId: 7, wish: 'weekend' }],
  ['{"userId":7,"at":"elsewhere"}', undefined],
  ['{"userId":7,"wish":"never"}', undefined],
  ['{"userId":7}', undefined],
  ['{"at":"home"}', undefined],
  ['{"userId":"7","at":"home"}', undefined],
  ['null', undefined],
  ['7', undefined],
  ['{', undefined],
])('a browser that has stored %s starts with %o', async (stored, steps) => {
  localStorage.setItem('first_steps', stored)
  vi.resetModules()
  const fresh = await import('./onboarding-progress.ts')
  expect(renderHook(() => fresh.useFirstSteps(7)).result.current).toEqual(steps)
})
