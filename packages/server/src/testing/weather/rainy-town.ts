import { onTestFinished } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { here } from '../places.ts'
import { world } from '../world.ts'
import { startWeatherStandIn } from './weather-stand-in.ts'

const key = 'a-weather-key'

/** A server that asks a stand-in. */
export async function rainyTown<const N extends number = 0>({
  fathers,
  provider = 'open-meteo',
  env = {},
}: {
  fathers?: N
  provider?: string
  env?: Record<string, string>
} = {}) {
  const service = await startWeatherStandIn({ key })
  onTestFinished(() => service.close())
  const town = await world({
    ...(fathers !== undefined && { fathers }),
    env: {
      WEATHER_PROVIDER: provider,
      OPEN_METEO_URL: service.url,
      OPEN_WEATHER_URL: service.url,
      OPEN_WEATHER_API_KEY: key,
      ...env,
    },
  })
  return { ...town, service }
}

/** This many metres north of the usual place. */
export const north = (metres: number) => ({ latitude: here.latitude + metres / 111_195, longitude: here.longitude })

/** Moderators have confirmed every place so far. */
export const confirmed = (db: Db) => db.run(sql`update places set status = 'confirmed'`)
