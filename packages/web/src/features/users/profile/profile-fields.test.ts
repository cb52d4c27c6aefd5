import { expect, test } from 'vitest'
import { daan } from '../../../testing/stand-in-server.ts'
import { birthYears, bodyOf, checkMonth, checks, checkYear, fieldsOf, readFields } from './profile-fields.ts'

const now = new Date('2026-11-27T12:00:00')
const child = (month: string, year: string, name = 'Noor') => ({ name, month, year })
const fields = (changes: Partial<ReturnType<typeof fieldsOf>>) => ({ ...fieldsOf(daan), ...changes })

test.each([
  ['11', '2022', 4],
  ['12', '2022', 3],
  ['11', '2026', 0],
])('a child of %s-%s is %s', (month, year, age) => {
  expect(bodyOf(fields({ childrenInfo: [child(month, year)] }), now).childrenInfo).toEqual([
    { name: 'Noor', age, birthMonth: `${year}-${month}` },
  ])
})

test('empty rows of the profile are left out, and a favourite spot is sent once', () => {
  const body = bodyOf(
    fields({
      childrenInfo: [child('', '', ' ')],
      favoriteLocations: [{ spot: ' NEMO ' }, { spot: '' }, { spot: 'NEMO' }],
    }),
    now,
  )
  expect(body).toMatchObject({ childrenInfo: [], favoriteLocations: ['NEMO'] })
})

test('a child was born in a month that has begun, and is not grown up', () => {
  expect(checkYear(child('12', '2026'), now)).toBe('field.invalid')
  expect(checkYear(child('11', '2008'), now)).toBe('field.invalid')
  expect(checkYear(child('12', '2008'), now)).toBe(true)
  expect(checkYear(child('06', ''), now)).toBe('field.required')
  expect(checkMonth(child('', '2022'))).toBe('field.required')
  expect(checkMonth(child('', '', ''))).toBe(true)
  expect(birthYears(now)).toEqual(expect.arrayContaining([2026, 2008]))
})

test('lengths in the profile are counted in characters, without surrounding spaces', () => {
  expect(checks.city(' A ')).toBe('user.cityTooShort')
  expect(checks.firstName('🦊🦊')).toBe(true)
  expect(checks.bio('🦊'.repeat(500))).toBe(true)
  expect(checks.bio('🦊'.repeat(501))).toBe('user.bioTooLong')
})

test('a draft is restored only if it still fits the form', () => {
  const draft = fields({ childrenInfo: [child('06', '2022')] })
  expect(readFields(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(readFields({ ...draft, childrenInfo: [{ name: 'Noor', age: 4 }] })).toBeUndefined()
  expect(readFields({ ...draft, city: null })).toBeUndefined()
  expect(readFields('x')).toBeUndefined()
})
