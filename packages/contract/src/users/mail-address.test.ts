import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Credentials } from '../auth.ts'
import { Email, filled, NewPassword, PictureAddress } from '../schema.ts'
import { cleanAddress, isMailAddress, visible } from './mail-address.ts'
import { Registration } from './registration.ts'
import { EditedUser } from './users.ts'

const [left, right, zero, joiner, mark, soft, filler] = [
  '\u202a',
  '\u202c',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u3164',
]

test.each([
  `${left}jan@example.nl${right}`,
  `\u2068jan@example.nl\u2069`,
  `jan@${zero}example.nl`,
  `jan@example.nl${mark}`,
  ` \u00a0jan@exam${soft}ple.nl\t\n`,
  'jan\u00a0@exam\u202fple.nl',
  `${mark}${joiner}jan@example${joiner}.nl${filler}`,
])('the mail address in %j is jan@example.nl', typed => {
  expect(cleanAddress(typed)).toBe('jan@example.nl')
  expect(z.parse(Email, typed)).toBe('jan@example.nl')
  expect(z.parse(EditedUser, { email: typed }).email).toBe('jan@example.nl')
})

test.each([
  'a@b.nl',
  'a.b+c@d-e.co.uk',
  "o'brien_1@example.nl",
  'jan@xn--mnchen-3ya.de',
  'jan@münchen.de',
  'zoë@example.nl',
  'jan@example.москва',
  `${'a'.repeat(64)}@b.nl`,
  `a@${'b'.repeat(63)}.nl`,
])('a mail server may accept the address %s', address => expect(isMailAddress(address)).toBe(true))

test.each([
  '',
  'jan',
  'jan@',
  '@example.nl',
  'jan@example',
  'jan@example.n',
  'jan@@example.nl',
  'jan@a@example.nl',
  'jan jansen@example.nl',
  '<jan@example.nl>',
  'mailto:jan@example.nl',
  '.jan@example.nl',
  'jan.@example.nl',
  'jan..jansen@example.nl',
  'jan@.example.nl',
  'jan@example..nl',
  'jan@example.nl.',
  'jan@-example.nl',
  'jan@example-.nl',
  'jan@exam_ple.nl',
  'jan@192.168.1.1',
  'jan@[192.168.1.1]',
  'jan@example.123',
  'jan@example,nl',
  'jan@👨.nl',
  `${'a'.repeat(65)}@b.nl`,
  `a@${'b'.repeat(64)}.nl`,
  `a@${'b.'.repeat(126)}nl`,
])('no mail server accepts the address %j', address => expect(isMailAddress(address)).toBe(false))

const registration = { email: 'a@b.nl', password: 'geheim', firstName: 'Jan', lastName: 'Smit' }

test('anything that is looked up, dialled or opened has no invisible characters', () => {
  const typed = { ...registration, username: `${left}jan${zero}${right}`, phoneNumber: `${left}+31 6 12345678${right}` }
  expect(z.parse(Registration, typed)).toMatchObject({ username: 'jan', phoneNumber: '+31 6 12345678' })
  expect(z.parse(Registration, { ...typed, phoneNumber: zero }).phoneNumber).toBeNull()
  expect(z.parse(Credentials, { username: `jan${mark}`, password: 'geheim' }).username).toBe('jan')
  expect(z.parse(PictureAddress, `https://example.nl/a.jpg${zero}`)).toBe('https://example.nl/a.jpg')
})

test('a name that nobody can see counts as missing, and a joined picture in a name stays', () => {
  const Name = filled(50)
  expect(z.parse(Name, 'Sem 👨\u200d👧')).toBe('Sem 👨\u200d👧')
  for (const nothing of [zero, ` ${joiner} `, filler, `${left}${right}`])
    expect(z.safeParse(Name, nothing).error?.issues[0]?.message).toBe('field.required')
  expect(z.safeParse(Registration, { ...registration, username: zero }).success).toBe(false)
  expect(visible('👨\u200d👧')).toBe('👨👧')
})

test('a new password is normalised before its length is measured', () => {
  expect(z.parse(NewPassword, 'é'.repeat(6).normalize('NFD'))).toBe('é'.repeat(6).normalize('NFC'))
  expect(z.safeParse(NewPassword, 'é'.repeat(5).normalize('NFD')).success).toBe(false)
  expect(z.parse(NewPassword, 'é'.repeat(200).normalize('NFD'))).toHaveLength(200)
})
