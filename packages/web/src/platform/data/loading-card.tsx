import { useLingui } from '@lingui/react/macro'
import { LeafCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'

/** The space of a card with a date until it is there. */
export function LoadingCard({ className }: { className?: string }) {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} {...(className && { className })}>
      <LeafCardSkeleton />
    </SkeletonGroup>
  )
}
