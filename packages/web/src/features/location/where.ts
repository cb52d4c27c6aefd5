import { fallbackLocation } from '@papadag/contract/limits'
import { useUser } from '../../platform/session.ts'
import { useLocation } from './locator.ts'

type Position = { latitude: number; longitude: number }

/** Where near is: where his browser is, as long as that is unknown where he lives, and Amsterdam when nobody knows. */
export function useWhere() {
  const { city, home } = useUser()
  const location = useLocation()
  const isFallback = location.status === 'fallback'
  const position: Position | undefined = isFallback && home ? home : location.position
  const town = home ? (home.isCity ? city : undefined) : fallbackLocation.city
  return {
    ...location,
    position,
    /** Where he is, and nothing else. */
    here: location.status === 'obtained' ? location.position : undefined,
    /** What to start from before the browser has answered. */
    otherwise: home ?? fallbackLocation,
    /** Which town near is measured from, when it is one. */
    from: isFallback && town ? town : undefined,
  }
}
