import { type Place, type PlaceType, searchPlaces } from '@papadag/contract/places'
import { useState } from 'react'
import { useRead } from '../../platform/data.ts'

const step = 24
// The server answers with at most 500, one of which only tells that there are more.
const most = 480

type Search = {
  type: PlaceType | undefined
  words: string
  /** Where it is measured from; nothing is asked before it is known. */
  position: { latitude: number; longitude: number } | undefined
}

/** The places of a search, nearest first, and the way to more of them. */
export function usePlaces({ type, words, position }: Search) {
  const search = `${type} ${words}`
  const [wanted, setWanted] = useState({ search, count: step })
  const count = wanted.search === search ? wanted.count : step
  const query = { ...position, ...(type && { type }), ...(words && { q: words }), limit: count + 1 }
  const read = useRead(searchPlaces, { query }, { enabled: position !== undefined })

  // While words are typed and more is fetched, what was found before stays.
  const [before, setBefore] = useState<{ type: typeof type; places: readonly Place[] }>()
  if (read.data && before?.places !== read.data) setBefore({ type, places: read.data })
  const found = read.data ?? (before?.type === type ? before?.places : undefined)

  // A list that is there and could not be read again is better than none.
  const hasFailed = read.error !== null && read.data === undefined

  return {
    places: hasFailed ? undefined : found?.slice(0, count),
    hasMore: found !== undefined && found.length > count && count < most,
    more: () => setWanted({ search, count: count + step }),
    /** What is shown is not what was asked for yet. */
    isBehind: found !== undefined && read.data === undefined,
    hasFailed,
    retry: () => void read.refetch(),
  }
}
