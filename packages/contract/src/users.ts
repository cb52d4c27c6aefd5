import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { Email, filled, Id, NewPassword, optionalText, PictureAddress, text } from './schema.ts'

export const Child = z.object({ name: z.string(), age: z.number(), birthMonth: z.string() })

/** One's own view of oneself; nobody else ever gets this shape (safety 2). */
export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  bio: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  city: z.nullable(z.string()),
  badge: z.string(),
  childrenInfo: z.array(Child),
  favoriteLocations: z.array(z.string()),
})
export type User = z.output<typeof User>

/** A child as a form sends it: `birthMonth` (`2021-05`), or an age in whole years from which it is derived. */
export const ChildInput = z.object({
  name: text(limits.childName),
  age: z
    .int(issue('field.invalid'))
    .check(z.gte(0, issue('field.invalid')), z.lte(limits.childAgeMax, issue('field.invalid'))),
  birthMonth: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, issue('field.invalid')))),
})

export const Registration = z.object({
  username: filled(limits.username, issue('user.usernameRequired')),
  email: Email,
  password: NewPassword,
  firstName: filled(limits.personName, issue('user.firstNameRequired')),
  lastName: filled(limits.personName, issue('user.lastNameRequired')),
  bio: optionalText(limits.bio, issue('user.bioTooLong')),
  profileImage: PictureAddress,
  phoneNumber: optionalText(limits.phoneNumber),
  city: optionalText(limits.city),
  childrenInfo: z.optional(
    z.array(ChildInput, issue('field.invalid')).check(z.maxLength(limits.children, issue('field.invalid'))),
  ),
  favoriteLocations: z.optional(
    z
      .array(filled(limits.favoriteLocation), issue('field.invalid'))
      .check(z.maxLength(limits.favoriteLocations, issue('field.invalid'))),
  ),
})
export type Registration = z.output<typeof Registration>

export const ownProfile = route('GET /api/users/me', {
  access: 'member',
  summary: 'The caller, as he sees himself.',
  reply: User,
})
