import { expect, test } from 'vitest'
import { issueCodes } from '../problems.ts'
import { Email, maxCharacters, NewPassword, PictureAddress, text } from '../schema.ts'
import { Registration } from './registration.ts'

test.each(['daan@papadag.nl', 'Daan+kids@post.co.uk', ' d@x.io ', 'jürgen@müller.de'])(
  '%s is an e-mail address',
  address => {
    expect(Email.safeParse(address).success).toBe(true)
  },
)

test.each([
  '',
  'daan',
  'daan@',
  '@papadag.nl',
  'daan@papadag',
  'da an@papadag.nl',
  'a@b@c.nl',
  `${'x'.repeat(250)}@a.nl`,
])('%s is not an e-mail address', address => {
  expect(Email.safeParse(address).success).toBe(false)
})

test('a password of 6 to 200 characters is accepted unchanged, spaces included', () => {
  expect(NewPassword.parse('  a b ')).toBe('  a b ')
  expect(NewPassword.safeParse('12345').error?.issues[0]?.message).toBe('user.passwordTooShort')
  expect(NewPassword.safeParse('x'.repeat(200)).success).toBe(true)
  expect(NewPassword.safeParse('x'.repeat(201)).success).toBe(false)
})

test.each(['https://a.example/x.png', 'http://a.example', `/uploads/${'0f'.repeat(16)}.webp`])(
  '%s is accepted as a picture',
  url => {
    expect(PictureAddress.parse(url)).toBe(url)
  },
)

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  '/uploads/x.webp',
  '//evil.example/x',
  'ftp://a.example/x',
  'x',
])('%s is refused as a picture', url => {
  expect(PictureAddress.safeParse(url).error?.issues[0]?.message).toBe('url.invalid')
})

test('an emoji counts as one character, and half of one is refused', () => {
  expect(text(3).safeParse('👶👶👶').success).toBe(true)
  expect(text(3).safeParse('👶👶👶👶').error?.issues[0]?.message).toBe('text.tooLong')
  expect(text(3).safeParse('\ud83d').error?.issues[0]?.message).toBe('text.unstorable')
  expect(text(3).safeParse('\0').error?.issues[0]?.message).toBe('text.unstorable')
  expect(text(5, 'user.bioTooLong').safeParse('123456').error?.issues[0]?.message).toBe('user.bioTooLong')
  expect(maxCharacters(1)).toBeDefined()
})

test('every validation error of a registration is a code of the closed list', () => {
  const codes: readonly string[] = issueCodes
  for (const wrong of [
    {},
    { username: 1, email: 2, password: 3, firstName: [], lastName: {}, bio: 4, city: false, childrenInfo: 'x' },
  ]) {
    const { error } = Registration.safeParse(wrong)
    expect(error?.issues.map(issue => issue.message).filter(message => !codes.includes(message))).toEqual([])
  }
})
