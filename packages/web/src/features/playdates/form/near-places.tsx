import { useLingui } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import { placesFor } from '@papadag/contract/weather/places-for'
import { Icon } from '@papadag/ui/pictures/icon'
import { PlaceIllustration } from '@papadag/ui/pictures/place-illustration'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { distanceIn } from '../../../domain/places/distance.ts'
import { useRead } from '../../../platform/data/data.ts'
import { useLanguage } from '../../../platform/language/language.ts'
import { type Position, roughly } from '../list/use-first-upcoming.ts'
import { aboutWhen } from './about-when.ts'
import type { PlaydateFields } from './form-fields.ts'

const drawings = ['slide', 'climbing', 'sand', 'swings'] as const

type Props = {
  from: Position
  /** Its day and time, for which the forecast may ask for a roof, and the chosen place. */
  typed: PlaydateFields
  onPick: (place: Place) => void
}

/** Three places near him, one of which he chooses in one tap; their space is reserved while they load. */
export function NearPlaces({ from, typed, onPick }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const { placeId: chosen } = typed
  const startTime = aboutWhen(typed)
  const { data, error } = useRead(
    placesFor,
    { query: { ...roughly(from), startTime: startTime ?? '' } },
    { enabled: startTime !== undefined },
  )
  if (!startTime || (error && !data)) return null
  if (!data) return <NearPlacesWait />
  if (data.length === 0) return null
  return (
    <fieldset className="mb-2 grid min-w-0 gap-2">
      <legend className="sr-only">{t`Places near you`}</legend>
      {data.map(place => (
        <button
          key={place.id}
          type="button"
          aria-pressed={place.id === chosen}
          onClick={() => onPick(place)}
          className={`flex min-h-13 w-full min-w-0 items-center gap-3 rounded-kap-s p-1.5 text-left ${place.id === chosen ? 'bg-picked text-picked-ink' : 'bg-surface edge-line-2'}`}
        >
          <PlaceIllustration
            drawing={drawings[place.id % drawings.length] ?? 'slide'}
            className="size-11 shrink-0 rounded-kap-s object-cover"
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-[650] text-[.9375rem]">{place.name}</span>
            <span className="block truncate text-sm">
              {[
                place.distance === null ? '' : distanceIn(language, place.distance),
                place.because === 'dry' ? t`indoors, if it rains after all` : place.address,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {place.id === chosen && <Icon name="check" size={20} className="shrink-0" />}
        </button>
      ))}
    </fieldset>
  )
}

function NearPlacesWait() {
  return (
    <div className="mb-2 grid gap-2">
      {['first', 'second', 'third'].map(name => (
        <Skeleton key={name} className="h-13 rounded-kap-s" />
      ))}
    </div>
  )
}
