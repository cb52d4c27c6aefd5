import { pollPage } from '@papadag/contract/playdates/polls'
import { harmless, harmlessName } from '../../domain/names/harmless.ts'
import { type ServerPage, serverPage } from '../../platform/http/pages/server-pages.ts'
import { forVisitor } from './queries.ts'

/** A poll's page for a visitor without a session. */
export const pollPages: ServerPage[] = [
  serverPage(pollPage, async ({ db, params: { token } }) => {
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
