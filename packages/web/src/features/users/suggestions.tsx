import { Trans } from '@lingui/react/macro'
import { suggestedUsers } from '@papadag/contract/users'
import { inlineLinkClass } from '@papadag/ui/text-link'
import type { ReactNode } from 'react'
import { useRead } from '../../platform/data.ts'
import { Link } from '../../platform/navigation.tsx'
import { pathTo } from '../../platform/routes.ts'
import { useUser } from '../../platform/session.ts'
import { FatherCard } from './father-card.tsx'
import { FatherSkeletons, fatherGrid } from './father-grid.tsx'

/**
 * Fathers who live near or whose children are as old as his. Without any there is nothing to say: all are below. What
 * is below shows when that is known, so that it never moves.
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
              <Link to={pathTo('profile', {}, { tab: 'settings' })} className={inlineLinkClass}>
                <Trans>See who lives around the corner</Trans>
              </Link>
            )}
          </p>
          <ul className={fatherGrid}>
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
            Nobody is around the corner as long as we do not know where your corner is.{' '}
            <Link to={pathTo('profile')} className={inlineLinkClass}>
              Say where you live
            </Link>
          </Trans>
        </p>
      )}
      {/* In the page all along: it reads at the same time. */}
      <div hidden={isPending}>{children}</div>
    </>
  )
}
