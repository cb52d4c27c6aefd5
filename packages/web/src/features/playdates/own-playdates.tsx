import { Trans, useLingui } from '@lingui/react/macro'
import { ownPlaydates, type Playdate } from '@papadag/contract/playdates'
import { Badge } from '@papadag/ui/badge'
import { useRead } from '../../platform/data.ts'
import { screen } from '../../platform/screen.ts'
import { MembershipButton } from './playdate-actions.tsx'
import { PlaydateCard } from './playdate-card.tsx'
import { isOver } from './playdate-facts.tsx'
import { NothingPlanned, PlaydateList } from './playdate-list.tsx'

/** The playdates he created or joined: upcoming first, then past. */
export function OwnPlaydates() {
  const { t } = useLingui()
  const read = useRead(ownPlaydates, {})
  const byStart = read.data?.toSorted((a, b) => a.startTime.localeCompare(b.startTime)) ?? []
  const playdates = [...byStart.filter(playdate => !isOver(playdate)), ...byStart.filter(isOver).reverse()]
  return (
    <PlaydateList
      read={{ ...read, data: read.data && playdates }}
      card={playdate => (
        <PlaydateCard
          playdate={playdate}
          // The browser's own dialog, as the specification requires (decision P14).
          mayDelete={() => confirm(t`Are you sure you want to delete this playdate?`)}
          actions={<OwnRole playdate={playdate} />}
        />
      )}
      skeletons={screen.upcomingSkeletonsHome}
      empty={<NothingPlanned />}
    />
  )
}

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
  // It announces itself that he is coming.
  return <MembershipButton playdate={playdate} />
}
