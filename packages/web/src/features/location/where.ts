import { fallbackLocation } from '@papadag/contract/limits'
import { useUser } from '../../platform/session/session.ts'
import { useLocation } from './locator.ts'

type Position = { latitude: number; longitude: number }

/** The reference position: the browser's, or else his neighbourhood, or else Amsterdam. */
export function useWhere() {
  const { city, home } = useUser()
  const location = useLocation()
  const isFallback = location.status === 'fallback'
  const position: Position | undefined = isFallback && home ? home : location.position
  const town = home ? (home.isCity ? city : undefined) : fallbackLocation.city
  return {
    ...location,
    position,
    /** The browser's position, without a fallback. */
    here: location.status === 'obtained' ? location.position : undefined,
    /** Neither the browser nor his profile says where he is. */
    isUnknown: isFallback && home === undefined,
    /** The position to start from before the browser has answered. */
    otherwise: home ?? fallbackLocation,
    /** The town of the reference position, if it is one. */
    from: isFallback && town ? town : undefined,
  }
}
