import { playdateOf } from '../../../domain/links/invitations.ts'
import { noteInvited } from '../../../domain/playdates/invited-in-chat.ts'
import { mustMayInvite } from '../../../domain/playdates/inviting.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import type { StoredMessage } from './store.ts'

/** As the app recognises it, with any host: a token of another Papadag leads nowhere here. */
const invitation = /https?:\/\/[^\s/]+\/i\/([\w-]{22})(?![\w/-])/g
/** How many links of a message are looked up. */
const mostLinks = 3

export const mayHaveInvitation = (content: string) => content.includes('/i/')

/**
 * Asks the others in a chat along if a stored message contains an invitation, as the app does by `asksTo`. The first
 * that leads somewhere is shown as a card, so only that one asks; if its sender may not invite, it asks nobody.
 */
export async function inviteByLink(db: Db, message: StoredMessage) {
  const { senderId, content } = message
  for (const [, token = ''] of content.matchAll(invitation).take(mostLinks)) {
    const playdateId = await unlessRefused(playdateOf(db, token, senderId))
    if (playdateId === undefined) continue
    await unlessRefused(
      db.transaction(async tx => {
        await mustMayInvite(tx, playdateId, senderId)
        await noteInvited(tx, playdateId, message)
      }),
    )
    return
  }
}

async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
