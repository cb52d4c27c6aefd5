import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  answerKey,
  askForConsent,
  followOtherTabs,
  mayLocate,
  onConsent,
  preferencesKey,
  readConsentAgain,
  useConsent,
} from './consent.ts'

const store = (answer: string | null, preferences?: string) => {
  localStorage.removeItem(answerKey)
  localStorage.removeItem(preferencesKey)
  if (answer !== null) localStorage.setItem(answerKey, answer)
  if (preferences !== undefined) localStorage.setItem(preferencesKey, preferences)
}
const now = () => renderHook(useConsent).result.current

beforeEach(() => {
  store(null)
  readConsentAgain()
})
afterEach(() => {
  store('true')
  readConsentAgain()
})

test.each<[string, string | null, string | undefined, boolean | undefined, object, boolean]>([
  ['no answer', null, undefined, undefined, { location: true, analytics: false }, false],
  ['yes', 'true', undefined, true, { location: true, analytics: false }, true],
  ['no', 'false', undefined, false, { location: false, analytics: false }, false],
  [
    'no, whatever was chosen before',
    'false',
    '{"location":true,"analytics":true}',
    false,
    { location: false, analytics: false },
    false,
  ],
  ['yes, but not where he is', 'true', '{"location":false}', true, { location: false, analytics: false }, false],
  ['yes to everything', 'true', '{"location":true,"analytics":true}', true, { location: true, analytics: true }, true],
  [
    'something that does not fit',
    'true',
    '{"location":"no","analytics":"yes"}',
    true,
    { location: true, analytics: false },
    true,
  ],
  ['what is no JSON', 'true', '{', true, { location: true, analytics: false }, true],
])('the answer to the consent question is stored: %s', (_, answer, preferences, accepted, wanted, may) => {
  store(answer, preferences)
  readConsentAgain()
  expect(now()).toEqual({ accepted, preferences: wanted, isAsking: false })
  expect(mayLocate()).toBe(may)
})

test('asking opens the dialog, and reading the answer closes it', () => {
  store('true')
  readConsentAgain()
  const heard = vi.fn()
  const stop = onConsent(heard)
  askForConsent()
  expect(now()).toMatchObject({ accepted: true, isAsking: true })
  expect(heard).toHaveBeenCalledOnce()
  readConsentAgain()
  expect(now().isAsking).toBe(false)
  stop()
})

test.each([
  ['the answer', answerKey, true],
  ['the preferences', preferencesKey, true],
  ['everything', null, true],
  ['something else', 'language', false],
])('whether another tab that changes %s changes it here: %s', (_, key, follows) => {
  askForConsent()
  store('false')
  followOtherTabs(new StorageEvent('storage', { key }))
  expect(now()).toMatchObject({ accepted: follows ? false : undefined, isAsking: true })
})
