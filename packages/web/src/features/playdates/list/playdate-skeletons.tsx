import { useLingui } from '@lingui/react/macro'
import { LeafCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'

// Not a grid on a phone, since a grid lays out all entries whenever one comes near.
export const grid = 'phone:space-y-3.5 md:grid md:grid-cols-2 md:gap-4.5'

/** The space of this many cards. */
export function PlaydateSkeletons({ count }: { count: number }) {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className={grid}>
      {Array.from({ length: count }, (_, index) => index).map(index => (
        <LeafCardSkeleton key={index} />
      ))}
    </SkeletonGroup>
  )
}
