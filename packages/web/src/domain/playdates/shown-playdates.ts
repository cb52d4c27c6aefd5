import type { Playdate } from '@papadag/contract/playdates/playdates'
import { reads } from '../../platform/data/reads.ts'

/** Updates a playdate in every read that contains it. */
export function changeShown(id: number, change: (playdate: Playdate) => Playdate) {
  const visit = (playdate: Playdate) => (playdate.id === id ? change(playdate) : playdate)
  reads.setQueriesData<Playdate | Playdate[]>(
    { predicate: ({ queryKey: [at] }) => /^\/api\/(playdates(?!\/\d+\/)|users\/me\/playdates)\b/.test(String(at)) },
    read => {
      // Undefined leaves the read unchanged, so that a write still refreshes it.
      if (!Array.isArray(read)) return read?.id === id ? visit(read) : undefined
      return read.some(playdate => playdate.id === id) ? read.map(visit) : undefined
    },
  )
}

/** Uses a write's reply instead of reading the playdate again. A list keeps its own fields, such as the distance. */
export const showReply = (reply: Playdate) => changeShown(reply.id, known => ({ ...known, ...reply }))
