import { limits } from '../limits.ts'

// Not the controls that are spaces.
const invisible = /(?![\t\n\v\f\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu

/** A text without the characters that nobody sees: directions, zero widths, joiners, as contacts and chats add them. */
export function visible(text: string): string {
  return text.replace(invisible, '')
}

/** A mail address as typed or pasted, without invisible characters and no-break spaces. */
export function cleanAddress(typed: string): string {
  return visible(typed)
    .replace(/[\u00a0\u2007\u202f]/g, '')
    .trim()
}

const localAtom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u
const label = /^[\p{L}\p{M}\p{N}-]+$/u
const topLevel = /^(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]{2,})$/iu

// RFC 5321 and RFC 1035.
const longestLocal = 64
const longestLabel = 63

/** Whether a mail server may take an address: a name, and a host with a dot. */
export function isMailAddress(address: string): boolean {
  const [local = '', host = '', ...more] = address.split('@')
  if (more.length > 0 || [...address].length > limits.email || local.length > longestLocal) return false
  const labels = host.split('.')
  return (
    local.split('.').every(atom => localAtom.test(atom)) &&
    labels.length > 1 &&
    labels.every(part => part.length <= longestLabel && label.test(part) && !/^-|-$/.test(part)) &&
    topLevel.test(labels.at(-1) ?? '')
  )
}
