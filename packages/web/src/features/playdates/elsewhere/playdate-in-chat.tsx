import { Trans } from '@lingui/react/macro'
import { onePlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { Card } from '@papadag/ui/card'
import { DeclineAnswer } from '../../../domain/playdates/decline.tsx'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useRead } from '../../../platform/data/data.ts'
import { LoadingCard } from '../../../platform/data/loading-card.tsx'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { PlaydateCard } from '../list/playdate-card.tsx'
import { MembershipButton } from '../sheet/playdate-actions.tsx'

/** The playdate whose members' address appears in a chat, as it currently is for this reader. */
export function PlaydateInChat({ id }: { id: number }) {
  const { data, error, refetch } = useRead(onePlaydate, { params: { id } })
  if (error?.status === 404) {
    return (
      <Card className="text-ink-2">
        <Trans>This playdate is no longer there</Trans>
      </Card>
    )
  }
  if (data) return <PlaydateCard playdate={data} {...(mayDecline(data) && { actions: <Answers playdate={data} /> })} />
  if (error) {
    return (
      <Card>
        <PartFailed error={error} onRetry={() => void refetch()}>
          <Trans>The playdate could not be loaded</Trans>
        </PartFailed>
      </Card>
    )
  }
  return <LoadingCard />
}

/** Whether he was invited to a playdate that is still to come, and does not take part. */
const mayDecline = ({ myStatus, waiting, askedBy, declined, state, ...times }: Playdate) =>
  myStatus === 'none' && !waiting && (askedBy || declined) && state === 'planned' && !isOver(times)

/** The answers of an invited father. */
function Answers({ playdate }: { playdate: Playdate }) {
  const { id, title, declined = false } = playdate
  return (
    <>
      {!declined && <MembershipButton playdate={playdate} />}
      <DeclineAnswer id={id} title={title} declined={declined} />
    </>
  )
}
