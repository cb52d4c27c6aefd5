import { Trans } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import { type ReactNode, useMemo } from 'react'

type Props = { places: readonly Place[]; className?: string; children: (part: readonly Place[]) => ReactNode }

/** What fits for certain, and then what nobody knows enough about; in one part without such a filter. */
export function Parts({ places, className = 'mb-1 text-xl', children }: Props) {
  const { certain, unknown } = useMemo(() => partsOf(places), [places])
  if (unknown.length === 0) return children(places)
  return (
    <>
      {certain.length > 0 && (
        <>
          <h3 className={className}>
            <Trans>These fit</Trans>
          </h3>
          {children(certain)}
        </>
      )}
      <h3 className={`${className} ${certain.length > 0 ? 'mt-6' : ''}`}>
        <Trans>Not known yet</Trans>
      </h3>
      <p className="mb-2 text-ink-2 text-sm">
        <Trans>They may fit. Nobody has told us enough about them.</Trans>
      </p>
      {children(unknown)}
    </>
  )
}

function partsOf(places: readonly Place[]) {
  return {
    certain: places.filter(place => place.certain !== false),
    unknown: places.filter(place => place.certain === false),
  }
}
