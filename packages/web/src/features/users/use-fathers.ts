import { limits } from '@papadag/contract/limits'
import { type PublicUser, users } from '@papadag/contract/users'
import { useState } from 'react'
import { useRead } from '../../platform/data.ts'

const step = 24
// Requesting one more than shown reveals whether there are more.
const most = limits.listItems - 1

/** The fathers whose name, city or bio contains the text, and a function to load more. */
export function useFathers(words: string) {
  const [wanted, setWanted] = useState({ words, count: step })
  const count = wanted.words === words ? wanted.count : step
  const read = useRead(users, { query: { ...(words && { q: words }), limit: count + 1 } })

  // While the text changes or more loads, the previous results stay.
  const [before, setBefore] = useState<readonly PublicUser[]>()
  if (read.data && before !== read.data) setBefore(read.data)
  const found = read.data ?? before

  // An existing list that fails to refresh is kept.
  const hasFailed = read.error !== null && read.data === undefined

  return {
    fathers: hasFailed ? undefined : found?.slice(0, count),
    hasMore: found !== undefined && found.length > count && count < most,
    more: () => setWanted({ words, count: Math.min(count + step, most) }),
    /** The shown results do not match the request yet. */
    isBehind: found !== undefined && read.data === undefined,
    hasFailed,
  }
}
