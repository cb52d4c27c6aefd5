import { Trans, useLingui } from '@lingui/react/macro'
import { onePlaydate } from '@papadag/contract/playdates/playdates'
import { Card } from '@papadag/ui/card'
import { LeafCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import { useRead } from '../../../platform/data/data.ts'
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
      <Card className="grid justify-items-start gap-1">
        <p>
          <Trans>The playdate could not be loaded</Trans>
        </p>
        <button type="button" className={textLinkClass} onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </button>
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t`Loading...`}>
      <LeafCardSkeleton />
    </SkeletonGroup>
  )
}
