import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { SearchField } from '@papadag/ui/search-field'
import { useEffect, useRef, useState } from 'react'
import { navigate, useSearch } from '../../platform/navigation.tsx'
import { pathTo } from '../../platform/routes.ts'
import { FatherGrid } from './father-grid.tsx'
import { useFathers } from './use-fathers.ts'

type Props = {
  /** The screen it stands on: what is searched for is in its address. */
  on: 'users' | 'discover'
}

/** All fathers who want to be found, and a field to look for some of them. */
export function FatherSearch({ on }: Props) {
  const { t } = useLingui()
  const words = (new URLSearchParams(useSearch()).get('q') ?? '').trim().slice(0, limits.search)
  const [typed, setTyped] = useTyped(words, wanted => pathTo(on, {}, wanted ? { q: wanted } : undefined))
  const found = useFathers(words)
  const field = useRef<HTMLDivElement>(null)
  return (
    <>
      {/* Where other things stand above it, one has to see where this begins. */}
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
        words={words}
        onClear={() => {
          setTyped('')
          field.current?.querySelector('input')?.focus()
        }}
      />
    </>
  )
}

const typingPauseMs = 250

/** What stands in the field. The address follows when he stops typing; back and reload bring it here again. */
function useTyped(words: string, addressOf: (words: string) => string) {
  const [typed, setTyped] = useState(words)
  const sent = useRef(words)
  useEffect(() => {
    if (words === sent.current) return
    sent.current = words
    setTyped(words)
  }, [words])
  const address = addressOf(typed.trim())
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(
      () => {
        sent.current = wanted
        navigate(address, { replace: true })
      },
      // What is cleared is cleared at once.
      wanted === '' ? 0 : typingPauseMs,
    )
    return () => clearTimeout(timer)
  }, [typed, address])
  return [typed, setTyped] as const
}
