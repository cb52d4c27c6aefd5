import { playdateWeather } from '@papadag/contract/weather/forecast'
import { placesFor as placesForRoute } from '@papadag/contract/weather/places-for'
import * as contract from '@papadag/contract/weather/weather'
import type { Config } from '../../platform/config.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import type { Maps } from '../../platform/map/maps.ts'
import { day, minute, type RateLimit } from '../../platform/rate-limits.ts'
import type { Forecasts } from './forecast/forecasts.ts'
import { placesFor, placesForShown } from './forecast/places-for.ts'
import { weatherOf } from './forecast/playdate-weather.ts'
import type { WeatherClient } from './weather.ts'

const weatherAsked: RateLimit = {
  name: 'weather',
  windows: [
    { times: 20, seconds: minute },
    { times: 300, seconds: day },
  ],
}

const forecastRead: RateLimit = { name: 'forecasts-read', windows: [{ times: 120, seconds: minute }] }

interface WeatherParts {
  weather: WeatherClient
  /** Undefined where the operator has chosen no provider. */
  forecasts: Forecasts | undefined
  maps: Maps
}

export function weatherRoutes(
  config: Pick<
    Config,
    | 'openWeatherApiKey'
    | 'weatherKeyToClient'
    | 'tileUrl'
    | 'hasTileUrl'
    | 'tileAttribution'
    | 'tileProxy'
    | 'proposes'
    | 'municipality'
  >,
  { weather, forecasts, maps }: WeatherParts,
): Served[] {
  return [
    serve(contract.currentWeather, { limit: weatherAsked }, ({ query }) => weather.at(query)),
    serve(
      playdateWeather,
      { limit: forecastRead, shows: ({ params }) => ({ things: [`playdate ${params.id}`] }) },
      ({ db, params, member, language }) => weatherOf(db, params.id, { id: member.id, language }, forecasts),
    ),
    serve(placesForRoute, { limit: forecastRead, shows: placesForShown }, ({ db, query, member, language }) =>
      placesFor(db, query, { id: member.id, language }, forecasts),
    ),

    // The key leaves the server only when its operator says so (safety S44).
    serve(contract.environment, async () => {
      const map = maps.current()
      return {
        OPEN_WEATHER_API_KEY: config.weatherKeyToClient ? (config.openWeatherApiKey ?? null) : null,
        tileUrl: config.tileProxy ? '/tiles/raster/{z}/{x}/{y}' : config.tileUrl,
        tileAttribution: config.tileAttribution ?? null,
        tilesBesideMap: config.tileProxy || config.hasTileUrl,
        proposals: config.proposes,
        municipality: config.municipality ?? null,
        map: map ? { version: map.version, minZoom: map.minZoom, maxZoom: map.maxZoom, bounds: map.bounds } : null,
      }
    }),
  ]
}
