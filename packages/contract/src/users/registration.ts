import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import {
  Email,
  filled,
  filledLine,
  GivenCode,
  NewPassword,
  optionalLine,
  optionalText,
  PictureAddress,
} from '../schema.ts'
import { MadePasskey } from './made-passkey.ts'
import { Children, FavoriteLocations } from './users.ts'

/** An account as a new father sends it. */
export const Registration = z
  .object({
    username: filledLine(limits.username, issue('user.usernameRequired')),
    email: Email,
    password: z.optional(NewPassword),
    /** Instead of a password. */
    passkey: z.optional(MadePasskey),
    firstName: filled(limits.personName, issue('user.firstNameRequired')),
    lastName: filled(limits.personName, issue('user.lastNameRequired')),
    bio: optionalText(limits.bio, issue('user.bioTooLong')),
    profileImage: PictureAddress,
    phoneNumber: optionalLine(limits.phoneNumber),
    city: optionalText(limits.city),
    childrenInfo: z.optional(Children),
    favoriteLocations: z.optional(FavoriteLocations),
    /** The code of a circle, which he enters at once. */
    code: z.optional(z.nullable(GivenCode)),
  })
  .check(
    z.refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
      error: issue('user.passwordRequired'),
      path: ['password'],
      // Beside what else is missing.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )
export type Registration = z.output<typeof Registration>
