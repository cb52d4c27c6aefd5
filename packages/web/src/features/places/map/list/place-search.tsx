import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type Place, searchPlaces } from '@papadag/contract/places/places'
import { SearchField } from '@papadag/ui/fields/search-field'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useRead } from '../../../../platform/data/data.ts'
import { WhyFailed } from '../../../../platform/data/part-failed.tsx'
import { useSettled } from '../../../../platform/data/settled.ts'
import { useTypedWords } from '../../../../platform/navigation/typed-search.ts'

const shortest = 2
const atMost = 8

type Props = {
  /** The search in the address, shared with the list of places. */
  words: string
  onWords: (words: string) => void
  /** Whether the map opens at a place already. */
  isHere: boolean
  /** Opens a result on the map. */
  onChoose: (place: Place) => void
  /** Moves the map to the first result of a search that came with the address; undefined until there is a map. */
  onArrive: ((place: Place) => void) | undefined
}

/** What happens to the results: they are listed, or the first one is opened or shown. */
type Intent = 'list' | 'open' | 'arrive'

/**
 * Moves the map to a city, a street or a playground, for users who do not share their position (decision L10). Enter
 * takes the first result.
 */
export function PlaceSearch({ words, isHere, onWords, onChoose, onArrive }: Props) {
  const { t } = useLingui()
  const { typed, setTyped, sent } = useTypedWords(words)
  const settled = useSettled(typed.trim())
  const [intent, setIntent] = useState<Intent | undefined>(isHere ? undefined : 'arrive')
  // Enter does not wait for the debounce, so neither does the search.
  const asked = intent === 'open' ? typed.trim() : settled
  const isAsked = intent !== undefined && asked.length >= shortest && typed.trim() !== ''
  const { data, isError } = useRead(
    searchPlaces,
    { query: { q: asked, type: 'playground', limit: atMost } },
    { enabled: isAsked },
  )
  const box = useRef<HTMLDivElement>(null)
  const resultsId = useId()
  const change = (text: string) => {
    setTyped(text)
    setIntent('list')
  }
  const send = useEffectEvent((text: string) => {
    if (text === sent.current) return
    sent.current = text
    onWords(text)
  })
  useEffect(() => send(settled), [settled])
  const choose = (place: Place) => {
    setIntent(undefined)
    onChoose(place)
  }
  const first = data?.[0]
  const take = useEffectEvent((place: Place) => {
    if (intent === 'open') return choose(place)
    setIntent(undefined)
    onArrive?.(place)
  })
  const isTaken = intent === 'open' || (intent === 'arrive' && onArrive !== undefined)
  useEffect(() => {
    if (isTaken && first) take(first)
  }, [isTaken, first])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere in it closes the results
    <div
      ref={box}
      data-covers-map
      className="relative min-w-32 flex-1"
      onKeyDown={event => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) setIntent('open')
        if (event.key !== 'Escape' || !isAsked) return
        // Closes the results, but not the window they are in.
        event.stopPropagation()
        change('')
        box.current?.querySelector('input')?.focus()
      }}
    >
      <SearchField
        label={t`Search for a city, street or playground`}
        placeholder={t`Name, address`}
        clearLabel={t`Clear search`}
        value={typed}
        onChange={change}
        // Opens the results of the words already typed.
        onClick={() => setIntent('list')}
        maxLength={limits.search}
        aria-controls={resultsId}
        autoComplete="off"
      />
      <div id={resultsId} role="status" className="sr-only">
        {isAsked && data && (data.length === 0 ? <Trans>Nothing found</Trans> : t`${data.length} found`)}
      </div>
      {isAsked && (data || isError) && !(intent !== 'list' && first) && (
        <Results places={isError ? undefined : data} onChoose={choose} />
      )}
    </div>
  )
}

/** The places found, the first of which Enter takes; undefined if the search failed. */
function Results({ places, onChoose }: { places: readonly Place[] | undefined; onChoose: (place: Place) => void }) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-80 overflow-y-auto rounded-m bg-surface p-1.5 float-shadow">
      {!places ? (
        <p role="alert" className="px-3 py-2.5 text-sm">
          <WhyFailed>
            <Trans>Search is not working at the moment.</Trans>
          </WhyFailed>
        </p>
      ) : places.length === 0 ? (
        <p className="px-3 py-2.5 text-ink-2 text-sm">
          <Trans>Nothing found</Trans>
        </p>
      ) : (
        <ul>
          {places.map(place => (
            <li key={place.id}>
              <button
                type="button"
                onClick={() => onChoose(place)}
                className="block min-h-11 w-full rounded-[10px] px-3 py-1.5 text-left hover:bg-sunken"
              >
                <span className="block truncate font-bold text-[.9375rem]">{place.name}</span>
                {place.address && <span className="block truncate text-ink-2 text-sm">{place.address}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
