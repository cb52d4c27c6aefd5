import { Trans, useLingui } from '@lingui/react/macro'
import { onePlaydate } from '@papadag/contract/playdates/playdates'
import { Card } from '@papadag/ui/card'
import { LeafCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useRead } from '../../../platform/data/data.ts'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { PlaydateCard } from './playdate-card.tsx'

/** The playdate whose members' address appears in a chat, as it currently is for this reader. */
export function PlaydateInChat({ id }: { id: number }) {
  const { t } = useLingui()
  const { data, error, refetch } = useRead(onePlaydate, { params: { id } })
  if (error?.status === 404) {
    return (
      <Card className="text-ink-2">
        <Trans>This playdate is no longer there</Trans>
      </Card>
    )
  }
  if (data) return <PlaydateCard playdate={data} />
  if (error) {
    return (
      <Card>
        <PartFailed error={error} onRetry={() => void refetch()}>
          <Trans>The playdate could not be loaded</Trans>
        </PartFailed>
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t`Loading...`}>
      <LeafCardSkeleton />
    </SkeletonGroup>
  )
}
