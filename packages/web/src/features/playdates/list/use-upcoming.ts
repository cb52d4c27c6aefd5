import { limits } from '@papadag/contract/limits'
import { upcomingCount, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { useRead } from '../../../platform/data/data.ts'
import { useGrowing, useKeptWanted } from '../../../platform/lists/growing-list.ts'
import { useUser } from '../../../platform/session/session.ts'
import { type Filters, filtersInAddress, isFiltering, queryOf } from './filters.ts'
import { type Position, roughly } from './use-first-upcoming.ts'

const step = 40
// The server lists at most 500, of which the last only shows that there are more.
const most = limits.listItems - 1

/**
 * The upcoming playdates that match the filters, and a function to load more. Loads more by itself until the list
 * contains the playdate to be shown.
 */
export function useUpcoming(filters: Filters, position: Position | undefined, shownId?: number) {
  const { childrenInfo, home } = useUser()
  const search = new URLSearchParams(filtersInAddress(filters)).toString()
  const wanted = useKeptWanted(search, step)
  const { count } = wanted
  const query = { ...(position && roughly(position)), ...queryOf(filters, childrenInfo.length) }
  const isPlaced = position !== undefined || home !== undefined
  const order = isPlaced && !filters.km ? { order: 'parts' as const } : {}
  const read = useRead(upcomingPlaydates, { query: { ...query, ...order, limit: count + 1 } })
  const counted = useRead(upcomingCount, { query }, { enabled: isFiltering(filters) })
  const { items, ...growing } = useGrowing(read, { wanted, next: count * 2, most, kind: search })
  const isComplete = read.data !== undefined && !read.isFetching
  const isFurtherOn = shownId !== undefined && isComplete && !items?.some(({ id }) => id === shownId)
  if (isFurtherOn && growing.hasMore) growing.more()

  return {
    ...read,
    ...growing,
    data: items,
    /** How many there are, and how many match. */
    counted: counted.data,
  }
}
