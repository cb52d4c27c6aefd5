import type { Config } from '../platform/config.ts'
import { Problem } from '../platform/problem.ts'

/** Refuses a new password, in this field of the body, that the operator's policy does not allow. */
export type CheckPassword = (password: string, username: string, field: 'password' | 'newPassword') => void

export function passwordCheck({ passwordPolicy }: Pick<Config, 'passwordPolicy'>): CheckPassword {
  return (password, username, field) => {
    if (passwordPolicy === 'strict' && isGuessable(password, username))
      throw new Problem('request.invalid', { issues: [{ path: field, code: 'user.passwordTooWeak' }] })
  }
}

/** The shortest password with strict settings (safety S9). */
const strictLength = 8

/** The most common passwords, compared without trailing digits and punctuation, so that `Welkom01!` matches too. */
const common: ReadonlySet<string> = new Set(
  `password passwort motdepasse contrasena wachtwoord welkom welcome willkommen bienvenue bienvenido qwerty azerty qwertz
   qwertyuiop letmein iloveyou geheim geheimpje papadag papa mama voetbal football fussball futbol ajax feyenoord monkey
   dragon master superman batman princess sunshine admin login abc abcd abcdef hallo hello bonjour hola test zomer winter
   lente herfst amsterdam rotterdam nederland`.split(/\s+/),
)

/** Whether a password is one of the first an attacker would try. */
function isGuessable(password: string, username: string): boolean {
  if ([...password].length < strictLength) return true
  const plain = password.toLowerCase()
  const stem = /^.*[a-z]/s.exec(plain)?.[0] ?? ''
  const isOneRun = new Set(plain).size <= 2 || '0123456789012345678901234567890'.includes(plain)
  return isOneRun || common.has(stem) || plain.includes(username.toLowerCase()) || stem.length === 0
}
