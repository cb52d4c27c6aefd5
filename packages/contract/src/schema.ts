/** The field types the contract is made of. */
import * as z from 'zod/mini'
import { limits, uploadPath } from './limits.ts'
import { issue } from './problems.ts'
import { cleanAddress, isMailAddress, visible } from './users/mail-address.ts'

/** A row's identity: a positive whole number. */
export const Id = z.int().check(z.positive(), z.lte(limits.idMax))

/** The same for ids that may exceed 32 bits: messages, notifications, sessions, revisions. */
export const WideId = z.int().check(z.positive(), z.lte(limits.wideIdMax))

/** A timestamp in replies: UTC with milliseconds, `2031-06-01T08:00:00.000Z`. */
export const Timestamp = z.iso.datetime()

/**
 * At most `max` characters, where an emoji counts as one. Later checks do not run on longer texts, which bounds their
 * cost.
 */
export function maxCharacters(max: number, code = issue('text.tooLong')) {
  return z.refine<string>(value => value.length <= max || (value.length <= 2 * max && [...value].length <= max), {
    error: code,
    abort: true,
  })
}

/** Text a column can store: no U+0000 and no lone surrogates. */
export const storable = z.refine<string>(
  value => !value.includes('\0') && value.isWellFormed(),
  issue('text.unstorable'),
)

/** A client's id that no person reads: not trimmed, measured in UTF-16 units. */
export function opaque(max: number, code = issue('field.invalid')) {
  return z.string(code).check(z.maxLength(max, code), storable)
}

/** A code of a circle as somebody types it. */
export const GivenCode = opaque(40, issue('field.required'))

/** Text that may be empty; trimmed, otherwise stored as typed. */
export function text(max: number, tooLong = issue('text.tooLong')) {
  return z.string(issue('field.invalid')).check(z.trim(), maxCharacters(max, tooLong), storable)
}

/** Required text: trimmed, and not empty or invisible. */
export function filled(max: number, missing = issue('field.required'), tooLong = issue('text.tooLong')) {
  const seen = z.refine<string>(value => value === '' || visible(value).trim() !== '', missing)
  return z.string(missing).check(z.trim(), z.minLength(1, missing), maxCharacters(max, tooLong), storable, seen)
}

const seenOnly = z.overwrite<string>(visible)

/** Text that is compared, looked up or dialled, so that invisible characters would only harm; as `text` otherwise. */
export function line(max: number) {
  return z.string(issue('field.invalid')).check(storable, seenOnly, z.trim(), maxCharacters(max))
}

/** The same, required. */
export function filledLine(max: number, missing = issue('field.required')) {
  return z.string(missing).check(storable, seenOnly, z.trim(), z.minLength(1, missing), maxCharacters(max))
}

/** Optional text; empty and null count as absent (contract 4). */
export const optionalText = (max: number, tooLong = issue('text.tooLong')) => optional(text(max, tooLong))
export const optionalLine = (max: number) => optional(line(max))

function optional(given: ReturnType<typeof text>) {
  return z.optional(
    z.pipe(
      z.nullable(given),
      z.transform((value: string | null) => value || null),
    ),
  )
}

/** A timestamp in requests: ISO 8601 with `Z` or an offset, converted to UTC with milliseconds. */
export const Moment = z.pipe(
  z.pipe(
    // Seconds are optional here but required by the format that follows.
    z.string(issue('time.invalid')).check(
      maxCharacters(50, issue('time.invalid')),
      z.overwrite(value => value.replace(/(T\d\d:\d\d)(?!:)/, '$1:00')),
    ),
    z.iso.datetime({ offset: true, error: issue('time.invalid') }),
  ),
  z.pipe(
    z.transform((value: string) => Date.parse(value)),
    z.pipe(
      // Years that every calendar can represent.
      z
        .number(issue('time.invalid'))
        .check(z.gte(Date.UTC(1970, 0, 1), issue('time.invalid')), z.lt(Date.UTC(2200, 0, 1), issue('time.invalid'))),
      z.transform((ms: number) => new Date(ms).toISOString()),
    ),
  ),
)

/** A user inside a playdate, chat or review: nothing confidential. */
export const Person = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  profileImage: z.nullable(z.string()),
})
export type Person = z.output<typeof Person>

/** Why moderators have hidden something, for its owner only, with the reference for an objection (safety S34). */
export const HiddenBecause = z.object({
  /** Null when reports hid it automatically. */
  reason: z.nullable(z.string()),
  rule: z.nullable(z.string()),
  isAutomatic: z.boolean(),
  /** The reference to quote in an objection. */
  reference: z.string(),
})
export type HiddenBecause = z.output<typeof HiddenBecause>

/** An e-mail address. */
export const Email = filledLine(limits.email, issue('user.emailInvalid')).check(
  z.overwrite(cleanAddress),
  z.refine(isMailAddress, issue('user.emailInvalid')),
)

/**
 * A new password: not trimmed, every character counts (contract 1). Keyboards compose the same letter in two ways, and
 * one of them is stored.
 */
export const NewPassword = z.string(issue('user.passwordRequired')).check(
  z.overwrite(value => (value.length > 4 * limits.passwordMax ? value : value.normalize('NFC'))),
  z.minLength(limits.passwordMin, issue('user.passwordTooShort')),
  z.maxLength(limits.passwordMax, issue('text.tooLong')),
  storable,
)

/** A password to compare with the stored one; bounded, since hashing a long one takes time. */
export const GivenPassword = z
  .string(issue('user.passwordRequired'))
  .check(
    z.minLength(1, issue('user.passwordRequired')),
    z.maxLength(4 * limits.passwordMax, issue('text.tooLong')),
    storable,
  )

function isPictureAddress(value: string) {
  if (uploadPath.test(value)) return true
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

/** A picture's address: an upload of ours, or `http(s)`; empty and null count as absent. */
export const PictureAddress = z.optional(
  z.pipe(
    z.nullable(
      line(limits.url).check(z.refine(value => value === '' || isPictureAddress(value), issue('url.invalid'))),
    ),
    z.transform((value: string | null) => value || null),
  ),
)

/** A parameter whose empty text counts as omitted. */
export function orAbsent<S extends z.ZodMiniType>(schema: S) {
  return z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? undefined : value)),
      z.optional(schema),
    ),
  )
}
