import { Trans, useLingui } from '@lingui/react/macro'
import { ownPlaydates, type Playdate } from '@papadag/contract/playdates/playdates'
import { Badge } from '@papadag/ui/badge'
import { memo } from 'react'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useRead } from '../../../platform/data/data.ts'
import { screen } from '../../../platform/screen/screen.ts'
import { MembershipButton } from '../sheet/playdate-actions.tsx'
import { PlaydateCard, type PlaydateCardProps } from './playdate-card.tsx'
import { NothingPlanned, PlaydateList } from './playdate-list.tsx'

/** The playdates he created or joined: upcoming first, then past. */
export function OwnPlaydates() {
  const read = useRead(ownPlaydates, {})
  const byStart = read.data?.toSorted((a, b) => a.startTime.localeCompare(b.startTime)) ?? []
  const playdates = [...byStart.filter(playdate => !isOver(playdate)), ...byStart.filter(isOver).reverse()]
  return (
    <PlaydateList
      read={{ ...read, data: read.data && playdates }}
      Card={OwnCard}
      skeletons={screen.upcomingSkeletonsHome}
      empty={<NothingPlanned />}
    />
  )
}

const OwnCard = memo(function OwnCard(props: PlaydateCardProps) {
  const { t } = useLingui()
  return (
    <PlaydateCard
      {...props}
      // The browser's own dialog, as the specification requires (decision P14).
      mayDelete={() => confirm(t`Are you sure you want to delete this playdate?`)}
      actions={<OwnRole playdate={props.playdate} />}
    />
  )
})

/** His role in a playdate; he can leave an upcoming one. */
function OwnRole({ playdate }: { playdate: Playdate }) {
  if (playdate.myStatus === 'creator') {
    return (
      <Badge icon="star">
        <Trans>Your playdate</Trans>
      </Badge>
    )
  }
  if (isOver(playdate)) {
    return (
      <Badge icon="check" tone="muted">
        <Trans>You were there</Trans>
      </Badge>
    )
  }
  // The button itself announces that he is coming.
  return <MembershipButton playdate={playdate} />
}
