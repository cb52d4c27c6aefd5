import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { useRead } from '../../../platform/data/data.ts'

export type Position = { latitude: number; longitude: number }

/** The first playdates for home: those near him and his own, then the others. */
export function useFirstUpcoming(count: number, position: Position | undefined) {
  return useRead(upcomingPlaydates, { query: { ...(position && roughly(position)), order: 'near', limit: count } })
}

/** Rounded to about a hundred metres: a more precise position need not leave this device. */
export function roughly({ latitude, longitude }: Position): Position {
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000
  return { latitude: round(latitude), longitude: round(longitude) }
}
