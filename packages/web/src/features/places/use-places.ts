import { type PlaceType, searchPlaces } from '@papadag/contract/places/places'
import { useRead } from '../../platform/data/data.ts'
import { useGrowing, useKeptWanted } from '../../platform/lists/growing-list.ts'
import type { Filter } from './surface/surface-address.ts'

const step = 24
// The server lists at most 500, of which the last only shows that there are more.
const most = 480

type Search = Filter & {
  type: PlaceType | undefined
  q?: string
  /** The reference position; nothing is requested before it is known. */
  position: { latitude: number; longitude: number } | undefined
}

/** The results of a search, nearest first, and a function to load more. */
export function usePlaces({ type, q, features, facts, position }: Search) {
  const wanted = useKeptWanted(`${type} ${q} ${features} ${facts}`, step)
  const { count } = wanted
  const query = {
    ...position,
    ...(type && { type }),
    ...(q && { q }),
    ...(features && { features }),
    ...(facts && { facts }),
    limit: count + 1,
  }
  const read = useRead(searchPlaces, { query }, { enabled: position !== undefined })
  return {
    ...useGrowing(read, { wanted, next: count + step, most, kind: type ?? 'all' }),
    retry: () => void read.refetch(),
  }
}
