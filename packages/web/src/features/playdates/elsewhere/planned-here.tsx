import { Trans } from '@lingui/react/macro'
import { playdatesAtPlace } from '@papadag/contract/playdates/playdates'
import { useRead } from '../../../platform/data/data.ts'
import { LoadingCard } from '../../../platform/data/loading-card.tsx'
import { WhyFailed } from '../../../platform/data/part-failed.tsx'
import { PlaydateCard } from '../list/playdate-card.tsx'

/** The playdates planned at a place. */
export function PlannedHere({ placeId }: { placeId: number }) {
  const { data, error } = useRead(playdatesAtPlace, { params: { id: placeId } })
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
          <WhyFailed error={error}>
            <Trans>An error occurred while loading your playdates</Trans>
          </WhyFailed>
        </p>
      ) : (
        <LoadingCard />
      )}
    </section>
  )
}
