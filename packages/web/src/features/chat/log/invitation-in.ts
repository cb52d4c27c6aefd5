import { partsOf } from './linked-text.tsx'

/** An invitation in a message: its link, and the words around that. */
export type InvitedBy = { token: string; words: string }

const path = /^\/i\/([\w-]{22})$/

/** The first invitation to a playdate of this Papadag in a message, which stands there as a card. */
export function invitationIn(content: string): InvitedBy | undefined {
  if (!content.includes('/i/')) return undefined
  const parts = partsOf(content)
  for (const [at, part] of parts.entries()) {
    const token = at % 2 === 1 && URL.canParse(part) ? tokenOf(new URL(part)) : undefined
    if (token) return { token, words: [...parts.slice(0, at), ...parts.slice(at + 1)].join('').trim() }
  }
  return undefined
}

function tokenOf({ origin, pathname }: URL): string | undefined {
  return origin === location.origin ? path.exec(pathname)?.[1] : undefined
}
