import { Trans, useLingui } from '@lingui/react/macro'
import { ownPlaydates, type Playdate } from '@papadag/contract/playdates'
import { Badge } from '@papadag/ui/badge'
import { useRead } from '../../platform/data.ts'
import { screen } from '../../platform/screen.ts'
import { MembershipButton } from './playdate-actions.tsx'
import { PlaydateCard } from './playdate-card.tsx'
import { isOver } from './playdate-facts.tsx'
import { NothingPlanned, PlaydateList } from './playdate-list.tsx'

/** What this father made or joined: what is still to come first, then what has been. */
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
          // The browser's own question here, as the specification wants it (decision P14).
          mayDelete={() => confirm(t`Are you sure you want to delete this playdate?`)}
          actions={<OwnRole playdate={playdate} />}
        />
      )}
      skeletons={screen.upcomingSkeletonsHome}
      empty={<NothingPlanned />}
    />
  )
}

/** What he is to a playdate that he made or joined; what is still to come he can leave. */
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
  // It says itself that he comes along.
  return <MembershipButton playdate={playdate} />
}
