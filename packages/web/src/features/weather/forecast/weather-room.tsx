import { useLingui } from '@lingui/react/macro'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'

/** The space of the line. */
export const WeatherLineRoom = () => <p aria-hidden className="h-5" />

/** The space it takes while it loads. */
export function WeatherRoom() {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className="grid gap-2.5">
      <Skeleton className="h-6 w-24" />
      <Skeleton className="h-[7.375rem] rounded-kap-s" />
      <Skeleton className="h-6 w-40" />
    </SkeletonGroup>
  )
}
