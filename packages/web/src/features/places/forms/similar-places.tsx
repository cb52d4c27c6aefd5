import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Place, type PlaceType, similarPlaces } from '@papadag/contract/places/places'
import { Icon } from '@papadag/ui/pictures/icon'
import { textLinkClass } from '@papadag/ui/text-link'
import { useRef, useState } from 'react'
import { distanceIn } from '../../../domain/places/distance.ts'
import { call } from '../../../platform/data/call.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { isLocated } from '../measures.ts'
import { type PlaceValues, positionIn } from './form-values.ts'

/** Looks for existing places similar to the one being added; it can be added anyway. */
export function useSimilarPlaces(type: PlaceType) {
  const [similar, setSimilar] = useState<readonly Place[]>([])
  const [isLooking, setIsLooking] = useState(false)
  const seen = useRef('')

  /** Whether there are similar places to show before saving; true only once for the same input. */
  async function mustLook(values: PlaceValues): Promise<boolean> {
    const query = { name: values.name.trim(), type, ...positionIn(values) }
    const asked = JSON.stringify(query)
    if (seen.current === asked) return false
    seen.current = asked
    const found = isLocated(query) ? await findSimilar(query) : []
    setSimilar(found)
    return found.length > 0
  }

  async function findSimilar(query: { name: string; type: PlaceType; latitude: number; longitude: number }) {
    setIsLooking(true)
    try {
      return await call(similarPlaces, { query })
    } catch {
      // An optional check: saving reports errors itself.
      return []
    } finally {
      setIsLooking(false)
    }
  }

  return { similar, isLooking, mustLook }
}

type Props = {
  places: readonly Place[]
  /** Opens a result without leaving the form; otherwise it opens in a new tab. */
  toPlace?: (place: Place) => string
}

/** The similar places. */
export function SimilarPlaces({ places, toPlace }: Props) {
  const { t, i18n } = useLingui()
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
            {places.map(place => (
              <li key={place.id}>
                {toPlace ? (
                  <Link to={toPlace(place)} className={textLinkClass}>
                    {place.name}
                  </Link>
                ) : (
                  <Link
                    to={pathTo('places', {}, { open: String(place.id) })}
                    target="_blank"
                    className={textLinkClass}
                    aria-label={t`${place.name} (opens in a new tab)`}
                  >
                    {place.name}
                    <Icon name="external" size={18} />
                  </Link>
                )}
                <span className="block text-sm">
                  {[place.address, place.distance === null ? null : distanceIn(i18n.locale, place.distance)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm">
            <Trans>Is yours a different one? Then add it anyway.</Trans>
          </p>
        </div>
      )}
    </div>
  )
}
