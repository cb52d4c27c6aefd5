import { limits } from '@papadag/contract/limits'
import { type PublicUser, users } from '@papadag/contract/users'
import { useState } from 'react'
import { useRead } from '../../platform/data.ts'

const step = 24
// One more than is shown tells whether there are more.
const most = limits.listItems - 1

/** The fathers in whose name, city or bio these words are, and the way to more of them. */
export function useFathers(words: string) {
  const [wanted, setWanted] = useState({ words, count: step })
  const count = wanted.words === words ? wanted.count : step
  const read = useRead(users, { query: { ...(words && { q: words }), limit: count + 1 } })

  // While words are typed and more is fetched, what was found before stays.
  const [before, setBefore] = useState<readonly PublicUser[]>()
  if (read.data && before !== read.data) setBefore(read.data)
  const found = read.data ?? before

  // A list that is there and could not be read again is better than none.
  const hasFailed = read.error !== null && read.data === undefined

  return {
    fathers: hasFailed ? undefined : found?.slice(0, count),
    hasMore: found !== undefined && found.length > count && count < most,
    more: () => setWanted({ words, count: Math.min(count + step, most) }),
    /** What is shown is not what was asked for yet. */
    isBehind: found !== undefined && read.data === undefined,
    hasFailed,
  }
}
