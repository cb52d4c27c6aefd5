import { nearbyPlaces, type Place } from '@papadag/contract/places/places'
import { useRead } from '../../../../platform/data/data.ts'
import type { Position } from '../geo.ts'

const sameStreetM = 150
const sameTownM = 2000

/** The address of a point on the map, as far as nearby places reveal it: their street or their town. */
export function useAddressOfPin(at: Position): string | undefined {
  const query = { ...at, radius: sameTownM, limit: 10 }
  const { data = [] } = useRead(nearbyPlaces, { query })
  return addressAmong(data)
}

/** Derived from places, nearest first. */
export function addressAmong(places: readonly Pick<Place, 'address' | 'distance'>[]): string | undefined {
  const nearest = places.find(({ address }) => address?.includes(','))
  if (!nearest?.address || nearest.distance === null || nearest.distance > sameTownM) return undefined
  const parts = nearest.address.split(',').map(part => part.trim())
  const town = parts.at(-1)
  const [first = ''] = parts
  // The house number is that of another place.
  const words = first.split(' ')
  const numberAt = words.findLastIndex((word, index) => index > 0 && /^\d/.test(word))
  const street = (numberAt < 0 ? words : words.slice(0, numberAt)).join(' ')
  return nearest.distance <= sameStreetM ? `${street}, ${town}` : town
}
