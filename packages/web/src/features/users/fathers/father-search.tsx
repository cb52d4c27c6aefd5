import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import type { MatchesQuery } from '@papadag/contract/matches'
import { SearchField } from '@papadag/ui/fields/search-field'
import { textLinkClass } from '@papadag/ui/text-link'
import { useRef } from 'react'
import { Link, useSearch } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useTypedSearch } from '../../../platform/navigation/typed-search.ts'
import { inAddress } from './father-filters.tsx'
import { FatherGrid } from './father-grid.tsx'
import { useFathers } from './use-fathers.ts'

const everybody: MatchesQuery = {}

const addressOf = (on: Props['on'], query: Record<string, string>) =>
  pathTo(on, {}, Object.keys(query).length > 0 ? query : undefined)

type Props = {
  /** The screen whose address contains the search. */
  on: 'users' | 'discover'
  /** The fathers whom the screen already shows: only a search finds them again. */
  shown?: readonly number[]
  /** Who is listed without a search. */
  filters?: MatchesQuery
}

/** All fathers who can be found, with a search field. */
export function FatherSearch({ on, shown = [], filters = everybody }: Props) {
  const { t } = useLingui()
  const words = (new URLSearchParams(useSearch()).get('q') ?? '').trim().slice(0, limits.search)
  const [typed, setTyped] = useTypedSearch(words, wanted =>
    addressOf(on, { ...inAddress(filters), ...(wanted && { q: wanted }) }),
  )
  const found = useFathers(words, on === 'discover' ? filters : undefined)
  const field = useRef<HTMLDivElement>(null)
  return (
    <>
      {/* Below other elements it needs a heading. */}
      <div className={on === 'users' ? 'sr-only' : 'mb-2.5 flex flex-wrap items-center justify-between gap-x-3'}>
        <h2>
          <Trans>All dads</Trans>
        </h2>
        {on === 'discover' && (
          <Link to={pathTo('users')} className={`text-sm ${textLinkClass}`}>
            <Trans>See All</Trans>
          </Link>
        )}
      </div>
      <div ref={field} style={{ maxWidth: 560 }}>
        <SearchField
          label={t`Search by name, city or bio`}
          clearLabel={t`Clear search`}
          value={typed}
          onChange={setTyped}
          maxLength={limits.search}
        />
      </div>
      <FatherGrid
        found={found}
        shown={words === '' ? shown : []}
        words={words}
        filters={filters}
        onClear={() => {
          setTyped('')
          field.current?.querySelector('input')?.focus()
        }}
      />
    </>
  )
}
