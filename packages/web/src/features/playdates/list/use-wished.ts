import { nearKm, type Playdate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { useRead } from '../../../platform/data/data.ts'
import { windowOf } from './filters.ts'
import { type Position, roughly } from './use-first-upcoming.ts'

const searched = 40
const farthest = nearKm[nearKm.length - 1] ?? 10

/** The first three playdates near a new father on his chosen days; on other days he has no time. */
export function useWished(wish: 'weekend' | 'weekdays' | 'any', position: Position | undefined) {
  const query = {
    ...(position && { ...roughly(position), withinKm: farthest }),
    ...(wish === 'weekend' && windowOf('weekend', new Date())),
  }
  const read = useRead(upcomingPlaydates, { query: { ...query, limit: searched } })
  const isDay = ({ startTime }: Playdate) => wish !== 'weekdays' || ![0, 6].includes(new Date(startTime).getDay())
  return { ...read, data: read.data?.filter(playdate => isDay(playdate) && playdate.state === 'planned').slice(0, 3) }
}
