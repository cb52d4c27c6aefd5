import { Trans, useLingui } from '@lingui/react/macro'
import { readNotifications } from '@papadag/contract/notifications'
import { type Proposal, proposals } from '@papadag/contract/playdates/proposals'
import { buttonClass } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { ScreenHead } from '@papadag/ui/screen-head'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { useEffect, useEffectEvent } from 'react'
import { SafeMeeting } from '../../features/playdates/sheet/safe-meeting.tsx'
import { ProposalCard } from '../../features/proposals/proposal-card.tsx'
import { ProposalSwitch } from '../../features/proposals/proposal-switch.tsx'
import { useSettings } from '../../features/users/settings/use-settings.ts'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { LoadingCard } from '../../platform/data/loading-card.tsx'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

/** The app's proposals to him, with his answers and the switch that ends them. */
export function Page() {
  const { data: settings, change } = useSettings()
  return (
    <div className="mx-auto max-w-lg">
      <ScreenHead title={<Trans>Papadag proposes</Trans>}>
        <Trans>A playground near you, at a time when more dads are free.</Trans>
      </ScreenHead>
      <List isOn={settings?.proposals ?? true} />
      {settings && (
        <Card as="section" className="mt-3.5 md:mt-4.5">
          <ProposalSwitch isOn={settings.proposals} change={change} />
        </Card>
      )}
    </div>
  )
}

function List({ isOn }: { isOn: boolean }) {
  const { t } = useLingui()
  const { data, error, refetch } = useRead(proposals, {})
  useReading(data)
  if (!data && error)
    return <ReadFailed error={error} title={t`The proposals could not be loaded`} onRetry={() => void refetch()} />
  if (!data) return <LoadingCard />
  if (data.length === 0)
    return (
      <EmptyState
        illustration="noPlaydates"
        title={<Trans>No proposals now</Trans>}
        action={
          <Link to={pathTo('create-playdate')} className={buttonClass({ variant: 'do' })}>
            <Trans>New Playdate</Trans>
          </Link>
        }
      >
        {isOn ? (
          <Trans>You hear from us when there is one.</Trans>
        ) : (
          <Trans>Proposals are off, so there will be no new ones.</Trans>
        )}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-3.5">
        {data.map(proposal => (
          <ProposalCard key={proposal.id} proposal={proposal} />
        ))}
      </ul>
      {data.some(({ state }) => state === 'open') && <SafeMeeting />}
    </>
  )
}

/** Marks the questions shown on the screen as read. */
function useReading(shown: readonly Proposal[] | undefined) {
  const { mutate } = useWrite(readNotifications)
  const ids = (shown ?? []).map(({ id }) => id).join(' ')
  const read = useEffectEvent(() => {
    for (const { id } of shown ?? []) mutate({ body: { proposalId: id } })
  })
  useEffect(() => {
    if (ids) read()
  }, [ids])
}
