import { Trans, useLingui } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places'
import { playdatesAtPlace } from '@papadag/contract/playdates'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/icon'
import { LeafCardSkeleton, SkeletonGroup } from '@papadag/ui/skeleton'
import { useRead } from '../../platform/data.ts'
import { Link } from '../../platform/navigation.tsx'
import { pathTo } from '../../platform/routes.ts'
import { PlaydateCard } from './playdate-card.tsx'

/** What is planned at a place, and the way to plan something there. */
export function PlannedHere({ place }: { place: Pick<Place, 'id' | 'name' | 'address'> }) {
  const { t } = useLingui()
  const { data, error } = useRead(playdatesAtPlace, { params: { id: place.id } })
  const location = place.address ? `${place.name}, ${place.address}` : place.name
  return (
    <section>
      <h3 className="mb-2.5">
        <Trans>Planned here</Trans>
      </h3>
      {data ? (
        data.length === 0 ? (
          <p className="text-ink-2">
            <Trans>Nothing yet. Somebody has to be the first.</Trans>
          </p>
        ) : (
          <ul className="grid gap-3.5">
            {data.map(playdate => (
              <li key={playdate.id}>
                <PlaydateCard playdate={playdate} />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <p role="alert">
          <Trans>An error occurred while loading your playdates</Trans>
        </p>
      ) : (
        <SkeletonGroup label={t`Loading...`}>
          <LeafCardSkeleton />
        </SkeletonGroup>
      )}
      <Link
        to={pathTo('create-playdate', {}, { location, place: String(place.id) })}
        className={buttonClass({ size: 44, className: 'mt-3' })}
      >
        <Icon name="plus" size={18} />
        <Trans>Plan something here</Trans>
      </Link>
    </section>
  )
}
