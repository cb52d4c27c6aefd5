import { limits } from '@papadag/contract/limits'
import { type Match, type MatchesQuery, matches } from '@papadag/contract/matches'
import { type PublicUser, users } from '@papadag/contract/users/users'
import { useRead } from '../../../platform/data/data.ts'
import { useGrowing, useKeptWanted } from '../../../platform/lists/growing-list.ts'

const step = 24
// Requesting one more than shown reveals whether there are more.
const most = limits.listItems - 1

type Father = PublicUser & Partial<Pick<Match, 'match'>>

/**
 * The fathers whose name, city or bio contains the text, and a function to load more. Without a text, the best matches
 * can come first, of those whom the filters keep.
 */
export function useFathers(words: string, filters: MatchesQuery | undefined) {
  const wanted = useKeptWanted(`${words} ${Object.values(filters ?? {})}`, step)
  const { count } = wanted
  const isOrdered = filters !== undefined && words === ''
  const limit = count + 1
  const searched = useRead(users, { query: { ...(words && { q: words }), limit } }, { enabled: !isOrdered })
  const ordered = useRead(matches, { query: { ...filters, limit } }, { enabled: isOrdered })
  return useGrowing<Father>(isOrdered ? ordered : searched, { wanted, next: count + step, most, kind: 'fathers' })
}
