import { partsOf } from './linked-text.tsx'

/** A playdate that a message links to: by an invitation, or by its address for members. */
export type LinkedPlaydate = { token: string } | { playdateId: number }

/** The link in a message, and the text around it. */
export type InvitedBy = { to: LinkedPlaydate; words: string }

const invitation = /^\/i\/([\w-]{22})$/
const numbered = /^[1-9]\d{0,8}$/

/** The first link to a playdate of this Papadag in a message, which is shown there as a card. */
export function invitationIn(content: string): InvitedBy | undefined {
  if (!content.includes(location.origin)) return undefined
  const parts = partsOf(content)
  for (const [at, part] of parts.entries()) {
    const to = at % 2 === 1 && URL.canParse(part) ? linkedBy(new URL(part)) : undefined
    if (to) return { to, words: [...parts.slice(0, at), ...parts.slice(at + 1)].join('').trim() }
  }
  return undefined
}

function linkedBy({ origin, pathname, searchParams }: URL): LinkedPlaydate | undefined {
  if (origin !== location.origin) return undefined
  const token = invitation.exec(pathname)?.[1]
  if (token) return { token }
  const open = searchParams.get('open') ?? ''
  return pathname === '/playdates' && numbered.test(open) ? { playdateId: Number(open) } : undefined
}
