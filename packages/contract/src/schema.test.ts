import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { limits } from './limits.ts'
import {
  Email,
  filled,
  GivenPassword,
  Id,
  Moment,
  maxCharacters,
  NewPassword,
  opaque,
  optionalText,
  orAbsent,
  PictureAddress,
  text,
  WideId,
} from './schema.ts'

/** The result of parsing a value with a field, or the refusal's code. */
function taken(schema: z.ZodMiniType, value: unknown): unknown {
  const { success, data, error } = z.safeParse(schema, value)
  return success ? data : error.issues[0]?.message
}

test.each([
  [Id, limits.idMax],
  [WideId, limits.wideIdMax],
])('an id is a positive whole number that fits its column', (schema, most) => {
  for (const id of [1, most]) expect(z.safeParse(schema, id).success).toBe(true)
  for (const id of [0, -1, 1.5, most + 1, '1', null]) expect(z.safeParse(schema, id).success).toBe(false)
})

test('a text has a maximum number of characters, and an emoji counts as one', () => {
  const short = z.string().check(maxCharacters(3))
  for (const fits of ['', 'abc', '🦖🦖🦖', 'a🦖c']) expect(taken(short, fits)).toBe(fits)
  for (const long of ['abcd', '🦖🦖🦖🦖', 'abc🦖', 'abcdefg']) expect(taken(short, long)).toBe('text.tooLong')
  expect(taken(z.string().check(maxCharacters(3, 'field.invalid')), 'abcd')).toBe('field.invalid')
})

test('texts are trimmed, and contain nothing that cannot be stored', () => {
  expect(taken(text(3), ' abc ')).toBe('abc')
  expect(taken(text(3), '   ')).toBe('')
  expect(taken(text(3), 7)).toBe('field.invalid')
  expect(taken(filled(3), ' abc ')).toBe('abc')
  for (const missing of ['', '   ', null, undefined]) expect(taken(filled(3), missing)).toBe('field.required')
  expect(taken(filled(3), 'abcd')).toBe('text.tooLong')
  for (const schema of [text(9), filled(9), opaque(9), NewPassword, GivenPassword]) {
    for (const bad of ['abcdef\0', 'abcdef\ud800']) expect(taken(schema, bad)).toBe('text.unstorable')
  }
})

test('text that nobody reads is stored unchanged', () => {
  expect(taken(opaque(3), ' a ')).toBe(' a ')
  expect(taken(opaque(3), 'abcd')).toBe('field.invalid')
})

test('an optional text that is empty or null counts as absent', () => {
  for (const absent of ['', '  ', null]) expect(taken(optionalText(3), absent)).toBeNull()
  expect(taken(optionalText(3), undefined)).toBeUndefined()
  expect(taken(optionalText(3), ' a ')).toBe('a')
  expect(taken(optionalText(3), 'abcd')).toBe('text.tooLong')
})

test.each([
  ['2031-06-01T08:00:00.000Z', '2031-06-01T08:00:00.000Z'],
  ['2031-06-01T08:00Z', '2031-06-01T08:00:00.000Z'],
  ['2031-06-01T08:00:30+02:00', '2031-06-01T06:00:30.000Z'],
  ['2031-06-01T08:00+02:00', '2031-06-01T06:00:00.000Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
])('the moment %s is read as %s', (given, moment) => expect(taken(Moment, given)).toBe(moment))

test.each([
  '1969-12-31T23:59:59.999Z',
  '2200-01-01T00:00:00.000Z',
  '2031-06-01T08:00:00',
  '2031-06-01',
  '2031-13-01T08:00:00Z',
  'morgen',
  `2031-06-01T08:00:00.${'0'.repeat(40)}Z`,
  1_900_000_000_000,
  null,
])('%s is refused as a moment', given => expect(taken(Moment, given)).toBe('time.invalid'))

test('a mail address has at most 254 characters', () => {
  const long = `${`a@${'bcd.'.repeat(63)}`.slice(0, limits.email - 3)}.nl`
  expect(taken(Email, long)).toBe(long)
  expect(taken(Email, `a${long}`)).toBe('text.tooLong')
})

test('a password is taken exactly as typed, and is neither too short nor too long', () => {
  const { passwordMin, passwordMax } = limits
  for (const fits of [' '.repeat(passwordMin), 'a'.repeat(passwordMax)]) expect(taken(NewPassword, fits)).toBe(fits)
  expect(taken(NewPassword, 'a'.repeat(passwordMin - 1))).toBe('user.passwordTooShort')
  expect(taken(NewPassword, 'a'.repeat(passwordMax + 1))).toBe('text.tooLong')
  for (const fits of ['a', 'a'.repeat(4 * passwordMax)]) expect(taken(GivenPassword, fits)).toBe(fits)
  expect(taken(GivenPassword, '')).toBe('user.passwordRequired')
  expect(taken(GivenPassword, 'a'.repeat(4 * passwordMax + 1))).toBe('text.tooLong')
})

test('a picture is one of the product’s own uploads or on the web, and empty and null mean none', () => {
  const upload = `/uploads/${'0a'.repeat(16)}.webp`
  for (const fits of [upload, 'https://a.nl/b.jpg', 'http://a.nl/b.jpg']) expect(taken(PictureAddress, fits)).toBe(fits)
  for (const absent of ['', null]) expect(taken(PictureAddress, absent)).toBeNull()
  for (const bad of ['ftp://a.nl/b.jpg', 'javascript:alert(1)', 'a.jpg', '/uploads/a.webp', `${upload}x`]) {
    expect(taken(PictureAddress, bad)).toBe('url.invalid')
  }
})

test('a parameter that is empty is left out', () => {
  const room = orAbsent(z.enum(['on']))
  expect([taken(room, ''), taken(room, undefined), taken(room, 'on')]).toEqual([undefined, undefined, 'on'])
  expect(z.safeParse(room, 'off').success).toBe(false)
})
