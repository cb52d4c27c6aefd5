import { type Place, type PlaceType, searchPlaces } from '@papadag/contract/places'
import { useState } from 'react'
import { useRead } from '../../platform/data.ts'

const step = 24
// The server lists at most 500, one of which only tells that there are more.
const most = 480

type Search = {
  type: PlaceType | undefined
  words: string
  /** The reference position; nothing is requested before it is known. */
  position: { latitude: number; longitude: number } | undefined
}

/** The results of a search, nearest first, and a function to load more. */
export function usePlaces({ type, words, position }: Search) {
  const search = `${type} ${words}`
  const [wanted, setWanted] = useState({ search, count: step })
  const count = wanted.search === search ? wanted.count : step
  const query = { ...position, ...(type && { type }), ...(words && { q: words }), limit: count + 1 }
  const read = useRead(searchPlaces, { query }, { enabled: position !== undefined })

  // While the text changes or more loads, the previous results stay.
  const [before, setBefore] = useState<{ type: typeof type; places: readonly Place[] }>()
  if (read.data && before?.places !== read.data) setBefore({ type, places: read.data })
  const found = read.data ?? (before?.type === type ? before?.places : undefined)

  // An existing list that fails to refresh is kept.
  const hasFailed = read.error !== null && read.data === undefined

  return {
    places: hasFailed ? undefined : found?.slice(0, count),
    hasMore: found !== undefined && found.length > count && count < most,
    more: () => setWanted({ search, count: count + step }),
    /** The shown results do not match the request yet. */
    isBehind: found !== undefined && read.data === undefined,
    hasFailed,
    retry: () => void read.refetch(),
  }
}
