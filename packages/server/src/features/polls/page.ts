import { pollPage } from '@papadag/contract/playdates/polls'
import { harmless, harmlessName } from '../../domain/names/harmless.ts'
import { type Sent, send } from '../../platform/http/pages/sent.ts'
import { forVisitor } from './queries.ts'

/** A poll's page for a visitor without a session. */
export const pollPages: Sent[] = [
  send(pollPage, async ({ db, params: { token } }) => {
    const poll = await forVisitor(db, token)
    if (!poll) return null
    const { title, hostName, place, area } = poll
    return {
      ...poll,
      token,
      title: title && harmless(title),
      hostName: (hostName && harmlessName(hostName)) || null,
      place: place && harmless(place),
      area: area && harmless(area),
    }
  }),
]
