import { msg } from '@lingui/core/macro'
import { translate } from './translate.ts'

/** The sentences for invalid fields of an account: all that the login needs. */
export const accountIssues = {
  'field.invalid': msg`This is not valid`,
  'field.required': msg`Please fill this in`,
  'text.tooLong': msg`This is too long`,
  'text.unstorable': msg`This contains a character we cannot store`,
  'url.invalid': msg`This is not a valid web address`,
  'code.sixDigits': msg`A code has six digits`,
  'user.usernameRequired': msg`Username is required`,
  'user.emailInvalid': msg`Invalid email address`,
  'user.passwordRequired': msg`Password is required`,
  'user.passwordTooShort': msg`Password must be at least 6 characters`,
  'user.passwordTooWeak': msg`This password is too easy to guess. Choose one of at least 8 characters.`,
  'user.passwordsDiffer': msg`Passwords don't match`,
  'user.firstNameRequired': msg`First name is required`,
  'user.lastNameRequired': msg`Last name is required`,
  'user.bioTooLong': msg`Your bio can be at most 500 characters`,
  'user.firstNameTooShort': msg`First name must be at least 2 characters`,
  'user.lastNameTooShort': msg`Last name must be at least 2 characters`,
  'user.cityTooShort': msg`City must be at least 2 characters`,
}

function isAccountIssue(said: string): said is keyof typeof accountIssues {
  return Object.hasOwn(accountIssues, said)
}

/** The sentence shown at a field of an account for an error, which is a code or already a sentence. */
export function sayAccountIssue(said: string | undefined): string | undefined {
  return said !== undefined && isAccountIssue(said) ? translate(accountIssues[said]) : said
}
