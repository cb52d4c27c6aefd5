import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { greet, partOfDay } from './greeting.ts'

const at = (time: string) => new Date(`2026-11-27T${time}`)

beforeEach(() => showLanguage('nl'))

test.each([
  ['00:00', 'morning'],
  ['11:59', 'morning'],
  ['12:00', 'afternoon'],
  ['17:59', 'afternoon'],
  ['18:00', 'evening'],
  ['23:59', 'evening'],
])('a greeting at %s is that of the %s', (time, part) => {
  expect(partOfDay(at(time))).toBe(part)
})

test.each([
  ['09:00', 'Goedemorgen, \nDaan'],
  ['15:00', 'Goedemiddag, \nDaan'],
  ['20:00', 'Goedenavond, \nDaan'],
])('at %s Daan is greeted with “%s”', (time, words) => {
  expect(greet(i18n, at(time), 'Daan')).toBe(words)
})

test.each([undefined, '', ' '])('a user without a first name (%j) is greeted as a visitor', firstName => {
  expect(greet(i18n, at('09:00'), firstName)).toBe('Goedemorgen, \nbezoeker')
})
