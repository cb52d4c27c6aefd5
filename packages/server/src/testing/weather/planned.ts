import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { playdateWeather } from '@papadag/contract/weather/forecast'
import { aPlayground } from '../places.ts'
import { aPlaydate, type Father } from '../world.ts'
import type { WeatherStandIn } from './weather-stand-in.ts'

export async function planned(host: Father, differences: Parameters<typeof aPlaydate>[0] = {}) {
  const { id: placeId } = await aPlayground(host)
  return host.call(createPlaydate, { body: aPlaydate({ placeId, ...differences }) })
}

/** The requests for the weather itself: those for pollen depend on the month. */
export const forecasts = ({ asked }: WeatherStandIn) => asked.filter(({ path }) => path !== '/v1/air-quality')

export const weatherFor = (father: Father, { id }: { id: number }) => father.call(playdateWeather, { params: { id } })

/** As a browser requests it. */
export const asked = (father: Father, { id }: { id: number }) => father.fetch('GET', `/api/playdates/${id}/weather`)
