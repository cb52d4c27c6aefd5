/** The purpose for which a user opens /auth with, or to get, a mailed link. */
export type Errand = { kind: 'forgot' | 'reset' | 'confirm'; token: string }

const kinds = ['forgot', 'reset', 'confirm'] as const

/** The errand in an address. */
export function errandIn(search: string): Errand | undefined {
  const query = new URLSearchParams(search)
  const kind = kinds.find(kind => query.has(kind))
  return kind && { kind, token: query.get(kind) ?? '' }
}

/** Whether this server can send mail, as the page's HTML says. */
export function hasMail(): boolean {
  return document.querySelector('meta[name="mail"]') !== null
}
