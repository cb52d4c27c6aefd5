import { Trans } from '@lingui/react/macro'
import { pastPlaydates } from '@papadag/contract/playdates/playdates'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { memo, Suspense } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { screen } from '../../../platform/screen/screen.ts'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import { MembershipButton } from '../sheet/playdate-actions.tsx'
import { PlaydateCard, type PlaydateCardProps } from './playdate-card.tsx'
import { PlaydateList } from './playdate-list.tsx'

const OnceMore = laterInside(async () => (await import('../sheet/once-more.tsx')).OnceMore)

/** A card of this list, whose tab says already that it is over. */
const PastCard = memo(function PastCard(props: PlaydateCardProps) {
  const { playdate } = props
  const actions =
    playdate.state === 'cancelled' ? (
      <MembershipButton playdate={playdate} />
    ) : (
      <Suspense fallback={<span className="h-11 w-36" />}>
        <OnceMore playdate={playdate} />
      </Suspense>
    )
  return <PlaydateCard {...props} actions={actions} />
})

export function usePast(enabled: boolean) {
  return useRead(pastPlaydates, {}, { enabled })
}

/** His past playdates. */
export function PastList({ read }: { read: ReturnType<typeof usePast> }) {
  return (
    <PlaydateList
      read={read}
      skeletons={screen.pastSkeletons}
      Card={PastCard}
      empty={
        <EmptyState illustration="noHistory" title={<Trans>No memories yet</Trans>}>
          <Trans>You don't have any past playdates yet.</Trans> <Trans>The boots are ready.</Trans>
        </EmptyState>
      }
    />
  )
}
