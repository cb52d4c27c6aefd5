import * as z from 'zod/mini'

/** The plants whose pollen is forecast, in the order in which they flower. */
export const pollenPlants = ['alder', 'birch', 'grass', 'olive', 'mugwort', 'ragweed'] as const
export type PollenPlant = (typeof pollenPlants)[number]

/** From this temperature (°C), or this UV index, a child outdoors needs shade. */
export const shadeFrom = { temperature: 27, uvIndex: 6 } as const

/** What matters to children outdoors besides rain, wind and cold. */
export const WeatherWarning = z.discriminatedUnion('kind', [
  /** The highest temperature, in °C. */
  z.object({ kind: z.literal('heat'), degrees: z.int() }),
  /** The highest UV index. */
  z.object({ kind: z.literal('uv'), index: z.int() }),
  /** Much pollen of these plants. */
  z.object({ kind: z.literal('pollen'), plants: z.array(z.enum(pollenPlants)) }),
])
export type WeatherWarning = z.output<typeof WeatherWarning>
