import { MapProblem } from '../../../features/map/map-problem.ts'

/** The surroundings of a point. */
export interface Area {
  latitude: number
  longitude: number
  km: number
}

/** Reads `LAT,LON,KM`. */
export function readArea(text: string): Area {
  const parts = text.split(',')
  const [latitude = Number.NaN, longitude = Number.NaN, km = Number.NaN] = parts.map(Number)
  const isRight = Math.abs(latitude) <= 84 && Math.abs(longitude) <= 180 && km > 0 && km <= 1000
  if (!isRight || parts.length !== 3 || parts.some(part => part.trim() === ''))
    throw new MapProblem('--around is LATITUDE,LONGITUDE,KILOMETRES, such as 52.09,5.12,15.')
  return { latitude, longitude, km }
}
