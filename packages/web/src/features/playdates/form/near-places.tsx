import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import { type FitReason, type PlaceFor, placesFor } from '@papadag/contract/weather/places-for'
import { Icon } from '@papadag/ui/pictures/icon'
import { PlaceIllustration } from '@papadag/ui/pictures/place-illustration'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { deviceWords } from '../../../domain/places/device-words.ts'
import { distanceIn } from '../../../domain/places/distance.ts'
import { StateBadge } from '../../../domain/places/state-badge.tsx'
import { useRead } from '../../../platform/data/data.ts'
import { useUser } from '../../../platform/session/session.ts'
import { type Position, roughly } from '../list/use-first-upcoming.ts'
import { aboutWhen } from './about-when.ts'
import type { PlaydateFields } from './form-fields.ts'

const drawings = ['slide', 'climbing', 'sand', 'swings'] as const

type Props = {
  from: Position
  /** Its day and time, for which the forecast may ask for a roof or shade, his children, and the chosen place. */
  typed: PlaydateFields
  onPick: (place: Place) => void
}

const reasonWords = { fenced: msg`a fence all around`, shade: msg`shade`, ...deviceWords }

/**
 * Three places near him that suit his children and the weather, one of which he chooses in one tap; their space is
 * reserved while they load.
 */
export function NearPlaces({ from, typed, onPick }: Props) {
  const { t, i18n } = useLingui()
  const { placeId: chosen, children } = typed
  const { childrenInfo } = useUser()
  const startTime = aboutWhen(typed)
  // The server needs no names, and nobody says which of his children come.
  const ages = children > 0 ? childrenInfo.map(({ age }) => Math.floor(age)).join() : ''
  const { data, error } = useRead(
    placesFor,
    { query: { ...roughly(from), startTime: startTime ?? '', ...(ages && { ages }) } },
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
            <span className="block truncate text-sm">{aboutIt(i18n, place)}</span>
            {place.state && <StateBadge state={place.state} />}
          </span>
          {place.id === chosen && <Icon name="check" size={20} className="shrink-0" />}
        </button>
      ))}
    </fieldset>
  )
}

/** How far it is, and why it is suggested or else where it is. */
function aboutIt(i18n: I18n, { distance, because, reasons = [], address }: PlaceFor): string {
  const why = [
    ...(because === 'dry' ? [i18n._(msg`indoors, if it rains after all`)] : []),
    ...reasons.map((reason: FitReason) => i18n._(reasonWords[reason])),
  ]
  return [distance === null ? '' : distanceIn(i18n.locale, distance), why.join(', ') || address]
    .filter(Boolean)
    .join(' · ')
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
