/** What somebody comes to /auth for with a mailed link, or to get one. */
export type Errand = { kind: 'forgot' | 'reset' | 'confirm'; token: string }

const kinds = ['forgot', 'reset', 'confirm'] as const

/** The errand that an address names. */
export function errandIn(search: string): Errand | undefined {
  const query = new URLSearchParams(search)
  const kind = kinds.find(kind => query.has(kind))
  return kind && { kind, token: query.get(kind) ?? '' }
}

/** Whether this server can send mail; it says so in the page's HTML. */
export function hasMail(): boolean {
  return document.querySelector('meta[name="mail"]') !== null
}
