import { beforeEach, expect, test } from 'vitest'
import { beUseful, mayAskToTell, noteAsked } from './useful-moment.ts'

beforeEach(() => {
  localStorage.clear()
  mayAskToTell.set(false)
})

test('he is asked about notifications once he has something to be notified of, and never again on this device', () => {
  expect(mayAskToTell.get()).toBe(false)
  beUseful()
  expect(mayAskToTell.get()).toBe(true)
  noteAsked()
  expect(mayAskToTell.get()).toBe(false)
  beUseful()
  expect(mayAskToTell.get()).toBe(false)
})
