import { beforeEach, expect, test } from 'vitest'
import { beUseful, mayAskToTell, noteAsked } from './useful-moment.ts'

beforeEach(() => {
  localStorage.clear()
  mayAskToTell.set(false)
})

test('a father is asked about notifications once there is something to notify him of, and never again on this device', () => {
  expect(mayAskToTell.get()).toBe(false)
  beUseful()
  expect(mayAskToTell.get()).toBe(true)
  noteAsked()
  expect(mayAskToTell.get()).toBe(false)
  beUseful()
  expect(mayAskToTell.get()).toBe(false)
})
