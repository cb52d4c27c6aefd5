import { Trans } from '@lingui/react/macro'
import { type Match, type MatchesQuery, matches } from '@papadag/contract/matches'
import { fold } from '@papadag/contract/places/folding'
import { settings } from '@papadag/contract/users/users'
import { rowItemClass, rowListClass } from '@papadag/ui/row'
import { inlineLinkClass } from '@papadag/ui/text-link'
import type { ComponentProps, ReactNode } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useUser } from '../../../platform/session/session.ts'
import { AskWhere } from '../neighbourhood/ask-where.tsx'
import { FatherSkeletons } from './father-grid.tsx'
import { FatherRow } from './father-row.tsx'

const most = 6

/** Whether he has something in common with the reader. */
function isForHim({ match: { days, similarAges, distance }, alikeAges, city }: Match, ownCity: string | null) {
  const isInTown = city !== null && fold(city) === fold(ownCity ?? '')
  return days.length > 0 || similarAges || alikeAges !== undefined || isInTown || (distance && distance !== '10+')
}

type Props = Pick<ComponentProps<typeof AskWhere>, 'locate'> & {
  filters: MatchesQuery
  /** Whether something else that is shown with them is not known yet. */
  isWaiting: boolean
  /** Who is not suggested. */
  without: number | undefined
  /** What is below, given who has been suggested. */
  children: (suggested: readonly number[]) => ReactNode
}

/**
 * Fathers who share the user's days, live nearby or have children of similar ages; shows nothing if there are none. The
 * content below is shown once this is known, so that it never moves.
 */
export function Suggestions({ filters, locate, isWaiting, without, children }: Props) {
  const { city, home } = useUser()
  const { data: best, isPending: isLoading } = useRead(matches, { query: { ...filters, limit: most } })
  const data = best?.filter(father => father.id !== without && isForHim(father, city))
  const sharesNoDay = data?.every(({ match }) => match.days.length === 0) ?? false
  // Requested only if nobody shares a day, which may be because he has not entered his own.
  const own = useRead(settings, {}, { enabled: sharesNoDay })
  const isPending = isLoading || isWaiting || (sharesNoDay && own.isPending)
  return (
    <>
      {isPending && <FatherSkeletons count={6} />}
      {!isPending && data && data.length > 0 && (
        <section aria-labelledby="suggestions" className="mb-6">
          <h2 id="suggestions">
            <Trans>Dads for you</Trans>
          </h2>
          <p className="text-ink-2 text-sm">
            <Trans>Free when you are, near you, or with children of similar ages.</Trans>{' '}
            {sharesNoDay && own.data?.papaDays.length === 0 && (
              <>
                <Link to={pathTo('profile', {}, { tab: 'settings', section: 'papa-days' })} className={inlineLinkClass}>
                  <Trans>Say which days are yours</Trans>
                </Link>{' '}
              </>
            )}
            {home && data.every(({ distance }) => distance === undefined) && (
              <Link to={pathTo('profile', {}, { tab: 'settings', section: 'distance' })} className={inlineLinkClass}>
                <Trans>See who lives around the corner</Trans>
              </Link>
            )}
          </p>
          <ul className={`mt-3 ${rowListClass} md:grid md:grid-cols-2`}>
            {data.map(father => (
              <li key={father.id} className={`${rowItemClass} md:nth-2:border-t-0 md:even:border-l-[1.5px]`}>
                <FatherRow father={father} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isPending && (
        <div className="mb-4">
          <AskWhere isUnknown={home === undefined} locate={locate}>
            <Trans>Nobody is around the corner until we know where your corner is.</Trans>
          </AskWhere>
        </div>
      )}
      {/* Always rendered, so that both reads run in parallel. */}
      <div hidden={isPending}>{children(data?.map(({ id }) => id) ?? [])}</div>
    </>
  )
}
