import { Plural, Trans } from '@lingui/react/macro'
import { type Place, type PlaceType, similarPlaces } from '@papadag/contract/places'
import { textLinkClass } from '@papadag/ui/text-link'
import { useRef, useState } from 'react'
import { call } from '../../platform/call.ts'
import { Link } from '../../platform/navigation.tsx'
import { pathTo } from '../../platform/routes.ts'
import { type PlaceValues, positionIn } from './form-values.ts'
import { formatDistance, isLocated } from './measures.ts'

/** Looks for the place that somebody is about to add, so that it is not there twice; he may add it all the same. */
export function useSimilarPlaces(type: PlaceType) {
  const [similar, setSimilar] = useState<readonly Place[]>([])
  const [isLooking, setIsLooking] = useState(false)
  const seen = useRef('')

  /** Whether there is something to look at before this is saved; asked again for the same, there is not. */
  async function mustLook(values: PlaceValues): Promise<boolean> {
    const query = { name: values.name.trim(), type, ...positionIn(values) }
    const asked = JSON.stringify(query)
    if (seen.current === asked) return false
    seen.current = asked
    const found = isLocated(query) ? await look(query) : []
    setSimilar(found)
    return found.length > 0
  }

  async function look(query: { name: string; type: PlaceType; latitude: number; longitude: number }) {
    setIsLooking(true)
    try {
      return await call(similarPlaces, { query })
    } catch {
      // It was a courtesy: saving says itself what is wrong.
      return []
    } finally {
      setIsLooking(false)
    }
  }

  return { similar, isLooking, mustLook }
}

/** What was found: perhaps it is this one. */
export function SimilarPlaces({ places }: { places: readonly Place[] }) {
  return (
    <div role="status">
      {places.length > 0 && (
        <div className="rounded-kap-s bg-info-soft p-4">
          <p className="font-bold">
            <Plural
              value={places.length}
              one="Something like this is here already"
              other="A few like this are here already"
            />
          </p>
          <ul>
            {places.map(({ id, name, address, distance }) => (
              <li key={id}>
                <Link to={pathTo('places', {}, { open: String(id) })} className={textLinkClass}>
                  {name}
                </Link>{' '}
                <span className="text-sm">
                  {[address, distance === null ? null : formatDistance(distance)].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          <p className="text-sm">
            <Trans>Is yours another one? Then add it all the same.</Trans>
          </p>
        </div>
      )}
    </div>
  )
}
