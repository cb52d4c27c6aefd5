import { limits } from '@papadag/contract/limits'
import { nearKm, type Playdate, upcomingCount, upcomingPlaydates } from '@papadag/contract/playdates'
import { useRead } from '../../platform/data.ts'
import { useGrowing, useKeptWanted } from '../../platform/growing-list.ts'
import { useUser } from '../../platform/session.ts'
import { type Filters, filtersInAddress, isFiltering, queryOf, windowOf } from './filters.ts'

const step = 40
const farthest = nearKm[nearKm.length - 1] ?? 10
// The server lists at most 500, one of which only tells that there are more.
const most = limits.listItems - 1

type Position = { latitude: number; longitude: number }

/**
 * The upcoming playdates that match the filters, and a function to load more. Loads by itself until the list contains
 * the playdate to be shown.
 */
export function useUpcoming(filters: Filters, position: Position | undefined, shownId?: number) {
  const { childrenInfo } = useUser()
  const search = new URLSearchParams(filtersInAddress(filters)).toString()
  const wanted = useKeptWanted(search, step)
  const { count } = wanted
  const query = { ...(position && roughly(position)), ...queryOf(filters, childrenInfo.length) }
  const read = useRead(upcomingPlaydates, { query: { ...query, limit: count + 1 } })
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

/** The first ones for home: playdates near him or his own, then the others. */
export function useFirstUpcoming(count: number, position: Position | undefined) {
  return useRead(upcomingPlaydates, { query: { ...(position && roughly(position)), order: 'near', limit: count } })
}

/** The first three near a new father on the days of his wish; on other days he has no time. */
export function useWished(wish: 'weekend' | 'weekdays' | 'any', position: Position | undefined) {
  const query = {
    ...(position && { ...roughly(position), withinKm: farthest }),
    ...(wish === 'weekend' && windowOf('weekend', new Date())),
  }
  const read = useRead(upcomingPlaydates, { query: { ...query, limit: step } })
  const isDay = ({ startTime }: Playdate) => wish !== 'weekdays' || ![0, 6].includes(new Date(startTime).getDay())
  return { ...read, data: read.data?.filter(playdate => isDay(playdate) && playdate.state === 'planned').slice(0, 3) }
}

/** Rounded to about a hundred metres: a more precise position need not leave this device. */
function roughly({ latitude, longitude }: Position): Position {
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000
  return { latitude: round(latitude), longitude: round(longitude) }
}
