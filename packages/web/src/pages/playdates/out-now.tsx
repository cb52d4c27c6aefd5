import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type Place, searchPlaces } from '@papadag/contract/places/places'
import { goOutNow } from '@papadag/contract/playdates/out-now'
import { placesFor } from '@papadag/contract/weather/places-for'
import { ChipGroup } from '@papadag/ui/chip'
import { SearchField } from '@papadag/ui/fields/search-field'
import { Icon } from '@papadag/ui/pictures/icon'
import { RowContent, RowIcon, rowClass, rowItemClass, rowListClass } from '@papadag/ui/row'
import { ScreenHead } from '@papadag/ui/screen-head'
import { useState } from 'react'
import { distanceIn } from '../../domain/places/distance.ts'
import { useLocation } from '../../features/location/locator.ts'
import { roughly } from '../../features/playdates/list/use-first-upcoming.ts'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { LoadingCard } from '../../platform/data/loading-card.tsx'
import { useSettled } from '../../platform/data/settled.ts'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { useUser } from '../../platform/session/session.ts'

type Hours = '1' | '2'
const shownAtMost = 6
const searchedFrom = 2

/** Says where he is now, which whom he knows is told: one tap on a place. */
export function OutNow() {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const [hours, setHours] = useState<Hours>('1')
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const { places, isLoading } = usePlaces(words)
  const goOut = useWrite(goOutNow, {
    idempotencyKey: useCreationKey(),
    done: { title: msg`You are out`, description: msg`Dads you know have been told. It ends by itself.` },
    failed: ({ code }) => ({
      title: msg`That did not work`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: ({ id }) => navigate(pathTo('playdates', {}, { open: String(id) }), { replace: true }),
  })
  const children = Math.min(childrenInfo.length, limits.childrenAlong)
  const go = (placeId: number) => {
    setChosen(placeId)
    goOut.mutate({ body: { placeId, hours: hours === '1' ? 1 : 2, children } })
  }
  return (
    <div className="max-w-lg">
      <ScreenHead title={<Trans>I’m out now</Trans>}>
        <Trans>Only dads from your circles and dads you have met are told. It ends by itself.</Trans>
      </ScreenHead>
      <ChipGroup
        label={t`For how long?`}
        value={hours}
        onChange={setHours}
        choices={[
          { value: '1', label: <Trans>One hour</Trans> },
          { value: '2', label: <Trans>Two hours</Trans> },
        ]}
        className="mb-4"
      />
      <h2 className="mb-2">
        <Trans>Where are you?</Trans>
      </h2>
      <SearchField
        label={t`Search a place`}
        clearLabel={t`Clear search`}
        value={words}
        onChange={setWords}
        className="mb-3"
      />
      {isLoading ? (
        <LoadingCard />
      ) : places.length === 0 ? (
        <p className="text-ink-2">
          <Trans>No place found. Search for one by its name.</Trans>
        </p>
      ) : (
        <ul className={rowListClass}>
          {places.map(place => (
            <li key={place.id} className={rowItemClass}>
              <PlaceRow
                place={place}
                isBusy={goOut.isPending && place.id === chosen}
                isDisabled={goOut.isPending}
                onPick={() => go(place.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type RowProps = { place: Place; isBusy: boolean; isDisabled: boolean; onPick: () => void }

function PlaceRow({ place: { name, address, distance }, isBusy, isDisabled, onPick }: RowProps) {
  const { i18n } = useLingui()
  const away = distance === null ? '' : distanceIn(i18n.locale, distance)
  return (
    <button
      type="button"
      aria-busy={isBusy}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onPick()}
      className={rowClass}
    >
      <RowContent
        leading={<RowIcon name="pin" />}
        title={name}
        detail={[away, address].filter(Boolean).join(' · ')}
        trailing={isBusy ? <Icon name="clock" size={18} /> : undefined}
      />
    </button>
  )
}

/** The nearest three, or those found by what he types. */
function usePlaces(typed: string): { places: readonly Place[]; isLoading: boolean } {
  const { home } = useUser()
  const { status, position } = useLocation()
  const from = status === 'obtained' ? position : (home ?? position)
  const [startTime] = useState(() => new Date().toISOString())
  const words = useSettled(typed.trim())
  const isSearching = words.length >= searchedFrom
  const around = from ? roughly(from) : undefined
  const near = useRead(
    placesFor,
    { query: { latitude: 0, longitude: 0, ...around, startTime } },
    { enabled: around !== undefined && !isSearching },
  )
  const found = useRead(searchPlaces, { query: { q: words, limit: shownAtMost, ...around } }, { enabled: isSearching })
  const { data, isError } = isSearching ? found : near
  return { places: data ?? [], isLoading: !data && !isError }
}
