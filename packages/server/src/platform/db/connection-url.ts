import type pg from 'pg'

const tlsModes: ReadonlySet<string> = new Set(['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'])

/** Whether a password in an address has signs that end it early, so that parts of it would count as host or path. */
export function isCutShort(value: string): boolean {
  const authority = value.indexOf('://') + 3
  const end = value.slice(authority).search(/[/?#]/)
  return end >= 0 && /[#@]/.test(value.slice(authority + end))
}

export function isTlsModeKnown(url: string): boolean {
  const mode = URL.parse(url)?.searchParams.get('sslmode')
  return mode === undefined || mode === null || tlsModes.has(mode)
}

/** Host and port, for sentences: never the name or password. */
export function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url)
  return `${searchParams.get('host') || hostname || 'localhost'}:${searchParams.get('port') || port || 5432}`
}

/** Sessions behave the same whatever the server, its database or the role are set to. */
const ours = [
  // Amsterdam once was 00:19:32 ahead, which no date parser reads.
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'standard_conforming_strings=on',
  'bytea_output=hex',
  'extra_float_digits=1',
  'default_transaction_isolation=read\\ committed',
]

/**
 * The driver's settings for an address. The driver lets parameters of the address replace them, so the address keeps
 * only those that say how to reach the server.
 */
export function connectionTo(url: string, { options, ...settings }: pg.ClientConfig & { options: string }) {
  const parsed = new URL(url)
  const theirs = parsed.searchParams.get('options')
  for (const name of [...Object.keys(settings), 'options', 'client_encoding']) parsed.searchParams.delete(name)
  const mode = parsed.searchParams.get('sslmode')
  // The driver takes these for verify-full and warns of that in every process.
  if (mode && ['prefer', 'require', 'verify-ca'].includes(mode)) parsed.searchParams.set('sslmode', 'verify-full')
  return {
    ...settings,
    connectionString: parsed.href,
    options: [...(theirs ? [theirs] : []), ...ours.map(setting => `-c ${setting}`), options].join(' '),
  }
}

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'does not let Papadag in with this name and password',
  '28000': 'does not let Papadag in with this name',
  '3D000': 'has no database of this name',
  '53300': 'has no connection left',
  '57P03': 'is starting or stopping; try again in a moment',
  ENOENT: 'is to be verified with a file that cannot be read (sslrootcert, sslcert or sslkey)',
}

/** Why PostgreSQL cannot be used, as the end of a sentence that begins with the server. */
export function whyNot(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const message = cause instanceof Error ? cause.message : ''
  if (/does not support SSL/.test(message)) return 'offers no TLS; write sslmode=disable if the way there is private'
  if (/no encryption|SSL off/.test(message)) return 'lets Papadag in only with TLS; write sslmode=verify-full'
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return 'has a certificate that cannot be verified; name its authority with sslrootcert=FILE, or write sslmode=no-verify'
  return reasons[code] ?? 'does not answer'
}
