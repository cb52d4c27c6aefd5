/** Shorter secrets are words, such as the password of a test. */
const least = 10
const known = new Set<string>()
const address = /(?:postgres|postgresql|redis|rediss|smtp|smtps):\/\//i
const inParameter = /\b(password=)[^\s&"']+/gi

/** Remembers secrets, of addresses the password alone, so that `redact` removes them. */
export function keepSecret(value: string): void {
  const { password = '', searchParams } = URL.parse(value) ?? {}
  const parts = value.includes('://') ? [password, decoded(password), searchParams?.get('password') ?? ''] : [value]
  for (const part of parts) if (part.length >= least) known.add(part)
}

/** Removes passwords and keys from a text that is shown, printed or logged. */
export function redact(text: string): string {
  let clean = text.replace(/[^\s"']+/g, withoutPassword).replace(inParameter, '$1***')
  for (const secret of known) clean = clean.replaceAll(secret, '***')
  return clean
}

/** A word that may contain an address; its password ends at the last @, whatever signs it has. */
function withoutPassword(word: string): string {
  const at = word.search(address)
  const start = at < 0 ? -1 : word.indexOf('://', at) + 3
  const [colon, end] = [word.indexOf(':', start), word.lastIndexOf('@')]
  return start > 0 && colon >= 0 && colon < end ? `${word.slice(0, colon + 1)}***${word.slice(end)}` : word
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
