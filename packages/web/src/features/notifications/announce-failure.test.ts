import { beforeEach, expect, test } from 'vitest'
import { CallError } from '../../platform/data/call.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { forgetNotices } from '../../platform/screen/notices.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { announceFailure } from './announce-failure.ts'

beforeEach(() => {
  forgetNotices()
  return showLanguage('en')
})

test.each([
  ['without a connection', new CallError(0, '', 'offline'), /^There is no connection/],
  ['when the server refuses', new CallError(404, '', 'No.'), /^Please try again later/],
  ['when the browser fails', new Error('broken'), /^Please try again later/],
])('an action on a device that fails %s is announced', async (_, error, words) => {
  expect(await announceFailure(Promise.reject(error))).toBe(false)
  expect(lastNotice()?.title).toBe('That didn’t work')
  expect(lastNotice()?.description).toMatch(words)
})

test('a write that succeeds announces no failure', async () => {
  expect(await announceFailure(Promise.resolve())).toBe(true)
  expect(lastNotice()).toBeUndefined()
})
