import { useLingui } from '@lingui/react/macro'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'

/** The list while it loads. */
export function RowSkeletons() {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className="mt-2 grid gap-3">
      {[1, 2, 3, 4].map(row => (
        <Skeleton key={row} className="h-13" />
      ))}
    </SkeletonGroup>
  )
}
