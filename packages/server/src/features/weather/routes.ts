import * as contract from '@papadag/contract/weather'
import type { Config } from '../../platform/config.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import { rateLimits } from '../../platform/rate-limits.ts'
import type { WeatherClient } from './weather.ts'

export function weatherRoutes(
  config: Pick<Config, 'openWeatherApiKey' | 'weatherKeyToClient' | 'tileUrl' | 'tileAttribution'>,
  weather: WeatherClient,
): Served[] {
  return [
    serve(contract.currentWeather, { limit: rateLimits.weather }, ({ query }) => weather.at(query)),

    // The key leaves the server only when its operator says so (safety S44).
    serve(contract.environment, async () => ({
      OPEN_WEATHER_API_KEY: config.weatherKeyToClient ? (config.openWeatherApiKey ?? null) : null,
      tileUrl: config.tileUrl,
      tileAttribution: config.tileAttribution ?? null,
    })),
  ]
}
