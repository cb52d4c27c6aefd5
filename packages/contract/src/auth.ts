import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { filledLine, GivenPassword } from './schema.ts'
import { Registration } from './users/registration.ts'
import { User } from './users/users.ts'

/** Every read, since its reply depends on the signed-in user. */
const everything = ['/api'] as const

export const currentUser = route('GET /api/user', {
  access: 'member',
  summary: 'Gets the signed-in user. 401 without a session.',
  reply: User,
})

export const Credentials = z.object({
  // Addresses are longer than names, and users type them by mistake.
  username: filledLine(limits.email, issue('user.usernameRequired')),
  password: GivenPassword,
})

/** Whether this browser stays logged in when its session ends. */
export const remember = z.optional(z.boolean())

export const logIn = route('POST /api/login', {
  access: 'public',
  summary: 'Signs a user in and starts a session. With `remember`, the browser stays logged in.',
  repeats: 'natural',
  isForHidden: true,
  body: z.extend(Credentials, { remember }),
  reply: User,
  errors: ['auth.wrong', 'auth.suspended', 'auth.suspendedForNow'],
  touchesOwn: everything,
})

export const register = route('POST /api/register', {
  access: 'public',
  summary: 'Creates an account and starts a session.',
  repeats: 'natural',
  body: Registration,
  reply: User,
  status: 201,
  errors: [
    'auth.usernameTaken',
    'auth.emailTaken',
    'passkey.expired',
    'passkey.invalid',
    'passkey.known',
    'circle.codeUnknown',
    'circle.notYet',
  ],
  touches: ['person', 'circle', 'notices'],
  touchesOwn: everything,
})

export const logOut = route('POST /api/logout', {
  access: 'public',
  summary: 'Ends the current session, if any.',
  repeats: 'natural',
  isForHidden: true,
  touchesOwn: everything,
})
