import { Trans, useLingui } from '@lingui/react/macro'
import { type Invitation, invitation } from '@papadag/contract/invites'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { useEffect, useState } from 'react'
import { AddToCalendar } from '../features/calendars/add-to-calendar.tsx'
import { CancelledInvitation, UnknownInvitation } from '../features/invites/invitation-states.tsx'
import { InvitedWithMap } from '../features/invites/invited-with-map.tsx'
import { JoinInvitation } from '../features/invites/join-invitation.tsx'
import { RevokeCancelledLinks } from '../features/invites/revoke-links.tsx'
import { WaitByInvitation, WaitingByInvitation } from '../features/invites/wait-by-invitation.tsx'
import { useRead } from '../platform/data/data.ts'
import { LoadingCard } from '../platform/data/loading-card.tsx'
import { ReadFailed } from '../platform/data/read-failed.tsx'
import { useDates } from '../platform/language/dates.ts'
import { Link, usePath } from '../platform/navigation/navigation.tsx'
import { pathTo } from '../platform/navigation/routes.ts'
import { forgetInvitation } from '../platform/session/kept-invitation.ts'

/** An invitation as a member sees it; visitors get the server's own page. */
export function Page() {
  const { t } = useLingui()
  const [, , token = ''] = usePath().split('/')
  const { data, error, refetch } = useRead(invitation, { params: { token } })
  const [joinedId, setJoinedId] = useState<number>()
  const [isRevoked, setIsRevoked] = useState(false)
  useEffect(forgetInvitation, [])
  if (isRevoked || error?.status === 404) return <UnknownInvitation action={<ToPlaydates />} />
  if (data) {
    if (data.state === 'cancelled') return <Cancelled invitation={data} onRevoked={() => setIsRevoked(true)} />
    const onChanged = () => void refetch()
    if (data.waiting && data.playdateId !== null)
      return <Waiting {...{ token, onChanged }} invitation={data} playdateId={data.playdateId} waiting={data.waiting} />
    const playdateId = joinedId ?? data.playdateId
    if (playdateId !== null) return <Coming invitation={data} playdateId={playdateId} isNew={joinedId !== undefined} />
    return (
      <InvitedWithMap invitation={data}>
        {data.state === 'full' ? (
          <>
            <WaitByInvitation token={token} onChanged={onChanged} />
            <ToPlaydates />
          </>
        ) : (
          <JoinInvitation
            token={token}
            invitation={data}
            onJoined={id => {
              setJoinedId(id)
              void refetch()
            }}
            onRefused={() => void refetch()}
          />
        )}
      </InvitedWithMap>
    )
  }
  if (error) {
    return (
      <ReadFailed
        error={error}
        heading="h1"
        title={t`The invitation could not be loaded`}
        onRetry={() => void refetch()}
      />
    )
  }
  return <LoadingCard className="mx-auto max-w-lg" />
}

type WaitingProps = {
  token: string
  invitation: Invitation
  playdateId: number
  waiting: NonNullable<Invitation['waiting']>
  onChanged: () => void
}

/** His position; if a place is free, also how to take it. */
function Waiting({ token, invitation: shown, playdateId, waiting, onChanged }: WaitingProps) {
  return (
    <InvitedWithMap invitation={shown}>
      {shown.state === 'open' && (
        <JoinInvitation token={token} invitation={shown} onJoined={onChanged} onRefused={onChanged} />
      )}
      <WaitingByInvitation playdateId={playdateId} waiting={waiting} onStopped={onChanged} />
      <Link to={pathTo('playdates', {}, { open: String(playdateId) })} className={buttonClass({})}>
        <Trans>View the playdate</Trans>
      </Link>
    </InvitedWithMap>
  )
}

type ComingProps = { invitation: Invitation; playdateId: number; isNew: boolean }

/** The next steps of a father who has joined. */
function Coming({ invitation: shown, playdateId, isNew }: ComingProps) {
  return (
    <InvitedWithMap invitation={shown} isComing>
      <p role="status" className="flex items-center gap-2 rounded-kap-s bg-ok-soft px-4 py-3 font-bold text-ok">
        <Icon name="check" size={22} />
        {isNew ? <Trans>You are coming. See you there.</Trans> : <Trans>You are already coming.</Trans>}
      </p>
      <div className="grid gap-3">
        <Link to={pathTo('playdates', {}, { open: String(playdateId) })} className={buttonClass({ variant: 'do' })}>
          <Trans>View the playdate</Trans>
        </Link>
        <AddToCalendar playdateId={playdateId} />
      </div>
    </InvitedWithMap>
  )
}

type CancelledProps = { invitation: Invitation; onRevoked: () => void }

/** Its creator, who sees the cancelled playdate in no list, can still revoke its links here. */
function Cancelled({ invitation: { startTime, playdateId, isOwn }, onRevoked }: CancelledProps) {
  const dates = useDates()
  const when = `${dates.dayAndMonth(startTime)}, ${dates.time(startTime)}`
  return (
    <CancelledInvitation
      when={when}
      action={
        <>
          <ToPlaydates />
          {isOwn && playdateId !== null && <RevokeCancelledLinks playdateId={playdateId} onDone={onRevoked} />}
        </>
      }
    />
  )
}

function ToPlaydates() {
  return (
    <Link to={pathTo('playdates')} className={buttonClass({ variant: 'do' })}>
      <Trans>View the other playdates</Trans>
    </Link>
  )
}
