import { Trans } from '@lingui/react/macro'
import { suggestedUsers } from '@papadag/contract/users'
import { inlineLinkClass } from '@papadag/ui/text-link'
import type { ReactNode } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useUser } from '../../../platform/session/session.ts'
import { FatherCard } from './father-card.tsx'
import { FatherSkeletons } from './father-grid.tsx'

/** Suggestions scroll sideways on a phone, so that the search below stays near. */
const row =
  'mt-4 grid gap-3.5 md:mt-5 md:grid-cols-2 md:gap-4.5 lg:grid-cols-3 phone:auto-cols-[86%] phone:grid-flow-col phone:overflow-x-auto pb-3 snap-x snap-mandatory phone:-mx-4 phone:px-4 phone:scroll-px-4 [&>*]:snap-start'

/**
 * Fathers who live near or have children of the same age. Without any it shows nothing. What follows is shown once this
 * is known, so that it never moves.
 */
export function Suggestions({ children }: { children: ReactNode }) {
  const { data, isPending } = useRead(suggestedUsers, {})
  const { city } = useUser()
  return (
    <>
      {isPending && <FatherSkeletons count={6} />}
      {data && data.length > 0 && (
        <section aria-labelledby="suggestions" className="mb-6">
          <h2 id="suggestions">
            <Trans>Dads for you</Trans>
          </h2>
          <p className="text-ink-2 text-sm">
            <Trans>Near you, or with children of the same age.</Trans>{' '}
            {data.every(({ distance }) => distance === undefined) && (
              <Link to={pathTo('profile', {}, { tab: 'settings', section: 'distance' })} className={inlineLinkClass}>
                <Trans>See who lives around the corner</Trans>
              </Link>
            )}
          </p>
          {/* On a phone it scrolls by itself, so it needs a tab stop. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
          <ul tabIndex={0} aria-labelledby="suggestions" className={row}>
            {data.map(father => (
              <li key={father.id}>
                <FatherCard father={father} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {data?.length === 0 && !city && (
        <p className="mb-4">
          <Trans>
            Nobody is around the corner until we know where your corner is.{' '}
            <Link to={pathTo('profile')} className={inlineLinkClass}>
              Say where you live
            </Link>
          </Trans>
        </p>
      )}
      {/* Always rendered, so that both reads run in parallel. */}
      <div hidden={isPending}>{children}</div>
    </>
  )
}
