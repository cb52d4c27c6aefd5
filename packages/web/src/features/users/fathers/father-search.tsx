import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { SearchField } from '@papadag/ui/fields/search-field'
import { useRef } from 'react'
import { useSearch } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useTypedSearch } from '../../../platform/navigation/typed-search.ts'
import { FatherGrid } from './father-grid.tsx'
import { useFathers } from './use-fathers.ts'

type Props = {
  /** The screen whose address contains the search. */
  on: 'users' | 'discover'
  /** Whom the screen shows already: only a search finds them again. */
  shown?: readonly number[]
}

/** All fathers who can be found, with a search field. */
export function FatherSearch({ on, shown = [] }: Props) {
  const { t } = useLingui()
  const words = (new URLSearchParams(useSearch()).get('q') ?? '').trim().slice(0, limits.search)
  const [typed, setTyped] = useTypedSearch(words, wanted => pathTo(on, {}, wanted ? { q: wanted } : undefined))
  const found = useFathers(words, on === 'discover')
  const field = useRef<HTMLDivElement>(null)
  return (
    <>
      {/* Below other elements it needs a heading. */}
      <h2 className={on === 'users' ? 'sr-only' : 'mb-2.5'}>
        <Trans>All dads</Trans>
      </h2>
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
        onClear={() => {
          setTyped('')
          field.current?.querySelector('input')?.focus()
        }}
      />
    </>
  )
}
