import { limits } from '@papadag/contract/limits'
import type { IssueCode } from '@papadag/contract/problems'
import { cleanAddress, isMailAddress } from '@papadag/contract/users/mail-address'
import type { EditedUser, User } from '@papadag/contract/users/users'

/** A child in the form: month and year of birth, as digits or empty. */
export type ChildFields = { name: string; month: string; year: string }

export type ProfileFields = {
  firstName: string
  lastName: string
  bio: string
  email: string
  phoneNumber: string
  city: string
  childrenInfo: ChildFields[]
  favoriteLocations: { spot: string }[]
}

export function fieldsOf(user: User): ProfileFields {
  const { firstName, lastName, bio, email, phoneNumber, city, childrenInfo, favoriteLocations } = user
  return {
    firstName,
    lastName,
    bio: bio ?? '',
    email,
    phoneNumber: phoneNumber ?? '',
    city: city ?? '',
    childrenInfo: childrenInfo.map(({ name, birthMonth }) => {
      const [year = '', month = ''] = birthMonth.split('-')
      return { name, month, year }
    }),
    favoriteLocations: favoriteLocations.map(spot => ({ spot })),
  }
}

/** The request body; empty rows are omitted. */
export function bodyOf({ childrenInfo, favoriteLocations, ...fields }: ProfileFields, now = new Date()): EditedUser {
  return {
    ...fields,
    childrenInfo: childrenInfo.filter(child => !isEmpty(child)).map(child => childIn(child, now)),
    favoriteLocations: [...new Set(favoriteLocations.map(({ spot }) => spot.trim()))].filter(spot => spot !== ''),
  }
}

/** A child in the form in which it is sent. */
export function childIn(child: ChildFields, now = new Date()) {
  return { name: child.name, age: ageOf(child, now), birthMonth: `${child.year}-${child.month}` }
}

function isEmpty({ name, month, year }: ChildFields) {
  return name.trim() === '' && month === '' && year === ''
}

/** In whole years. */
function ageOf({ month, year }: ChildFields, now = new Date()): number {
  return Math.floor(((now.getFullYear() - Number(year)) * 12 + now.getMonth() + 1 - Number(month)) / 12)
}

/** The possible years of birth of a child, the current one first. */
export function birthYears(now = new Date()): number[] {
  return Array.from({ length: limits.childAgeMax + 2 }, (_, ago) => now.getFullYear() - ago)
}

type Check<Value> = (value: Value) => true | IssueCode

const lengthOf = (text: string) => [...text.trim()].length

const between =
  (min: number, tooShort: IssueCode, max: number, tooLong: IssueCode = 'text.tooLong'): Check<string> =>
  value =>
    lengthOf(value) < min ? tooShort : lengthOf(value) <= max || tooLong

/** The rules of each field; specification 5. */
export const checks = {
  firstName: between(limits.personNameMin, 'user.firstNameTooShort', limits.personName),
  lastName: between(limits.personNameMin, 'user.lastNameTooShort', limits.personName),
  bio: between(0, 'field.invalid', limits.bio, 'user.bioTooLong'),
  email: ((value: string) =>
    !isMailAddress(cleanAddress(value))
      ? 'user.emailInvalid'
      : lengthOf(value) <= limits.email || 'text.tooLong') satisfies Check<string>,
  phoneNumber: between(0, 'field.invalid', limits.phoneNumber),
  city: between(limits.cityMin, 'user.cityTooShort', limits.city),
  childName: between(0, 'field.invalid', limits.childName),
  spot: between(0, 'field.invalid', limits.favoriteLocation),
}

/** A child row that is filled in needs a possible month of birth. */
export function checkMonth(child: ChildFields): true | IssueCode {
  return isEmpty(child) || child.month !== '' || 'field.required'
}

export function checkYear(child: ChildFields, now = new Date()): true | IssueCode {
  if (isEmpty(child)) return true
  if (child.year === '') return 'field.required'
  const age = ageOf(child, now)
  return child.month === '' || (age >= 0 && age <= limits.childAgeMax) || 'field.invalid'
}

/** A stored draft, if it still fits the form. */
export function readFields(stored: unknown): ProfileFields | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const found = new Map<string, unknown>(Object.entries(stored))
  const texts = ['firstName', 'lastName', 'bio', 'email', 'phoneNumber', 'city']
  const fits =
    texts.every(name => typeof found.get(name) === 'string') &&
    areRows(found.get('childrenInfo'), childColumns) &&
    areRows(found.get('favoriteLocations'), ['spot'])
  // Each field was just compared with the form's own.
  return fits ? (stored as ProfileFields) : undefined
}

const childColumns = ['name', 'month', 'year']

/** A stored draft of children, if it is one. */
export function readChildren(stored: unknown): ChildFields[] | undefined {
  // Each column was just compared with the form's own.
  return areRows(stored, childColumns) && stored.length > 0 ? (stored as ChildFields[]) : undefined
}

function areRows(stored: unknown, columns: readonly string[]): stored is Record<string, string>[] {
  return Array.isArray(stored) && stored.every(row => columns.every(column => typeof row?.[column] === 'string'))
}
