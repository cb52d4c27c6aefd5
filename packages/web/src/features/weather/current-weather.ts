import { fallbackLocation, fallbackWeather } from '@papadag/contract/limits'
import { currentWeather } from '@papadag/contract/weather/weather'
import { useRead } from '../../platform/data/data.ts'
import { serverFacts } from '../../platform/server-facts.ts'

type Position = { latitude: number; longitude: number }

/** The weather at a position, which leaves this browser rounded to about a kilometre (decision S16). */
export function useCurrentWeather(position: Position | undefined) {
  const { latitude, longitude } = position ?? fallbackLocation
  const query = { latitude: latitude.toFixed(2), longitude: longitude.toFixed(2) }
  // A server without a weather service can only refuse, which every visitor's console would show in red.
  const isOff = serverFacts().weather === 'off'
  const enabled = position !== undefined && !isOff
  const { data, isError, isFetching, refetch } = useRead(currentWeather, { query }, { enabled })
  const isFallback = (isError || isOff) && !data
  return {
    /** Undefined while loading. */
    weather: isFallback ? fallbackWeather : data,
    /** The real weather is unavailable. */
    isFallback,
    isReading: isFetching,
    readAgain: () => void (isOff || refetch()),
  }
}

const wet = new Set(['Rain', 'Drizzle', 'Thunderstorm', 'Snow'])

/** Whether it rains or snows, by the weather service's word. */
export function isWet(condition: string): boolean {
  return wet.has(condition)
}
