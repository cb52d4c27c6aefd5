/** What /auth can show in place of the login: without a password, or for a mailed link. */
export const errands = ['forgot', 'reset', 'confirm', 'ask', 'enter', 'code', 'paper', 'handover'] as const
/** Without mail. */
export const withoutMail: readonly Errand['kind'][] = ['paper', 'handover']

/** The purpose for which a user opens /auth with, or to get, a mail. */
export type Errand = { kind: (typeof errands)[number]; token: string }

/** The errand in an address. */
export function errandIn(search: string): Errand | undefined {
  const query = new URLSearchParams(search)
  const kind = errands.find(kind => query.has(kind))
  return kind && { kind, token: query.get(kind) ?? '' }
}

/** Whether this server can send mail, as the page's HTML says. */
export function hasMail(): boolean {
  return document.querySelector('meta[name="mail"]') !== null
}
