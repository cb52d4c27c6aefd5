import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Invitation, invitation } from '@papadag/contract/invites'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { Card } from '@papadag/ui/card'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useState } from 'react'
import { DeclineAnswer } from '../../domain/playdates/decline.tsx'
import { useRhythmFrom } from '../../domain/playdates/rhythm-words.ts'
import { useRead } from '../../platform/data/data.ts'
import { PartFailed } from '../../platform/data/part-failed.tsx'
import { useDates } from '../../platform/language/dates.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { JoinInvitation } from './join-invitation.tsx'

// The skeleton and the sentences are as high as most cards, so that the messages do not move.
const shape = 'min-h-36 w-full max-w-sm content-center'

/** The playdate behind an invitation in a chat, as it currently is for this reader. */
export function InvitationInChat({ token }: { token: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useRead(invitation, { params: { token } })
  if (error?.status === 404) {
    return (
      <Card className={`grid ${shape}`}>
        <p className="text-ink-2">
          <Trans>This invitation no longer works</Trans>
        </p>
      </Card>
    )
  }
  if (data) return <Invited token={token} invitation={data} onChanged={() => void refetch()} />
  if (error) {
    return (
      <Card className={`grid ${shape}`}>
        <PartFailed error={error} onRetry={() => void refetch()}>
          <Trans>The invitation could not be loaded</Trans>
        </PartFailed>
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t`Loading...`} className={`card grid gap-3 rounded-kap-m bg-surface p-4 ${shape}`}>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-11 w-2/5" />
    </SkeletonGroup>
  )
}

type Props = { token: string; invitation: Invitation; onChanged: () => void }

function Invited({ token, invitation: shown, onChanged }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const { title, startTime, endTime, place, area, state, playdateId, series, asked } = shown
  const rhythm = useRhythmFrom(series, startTime)
  const isOff = state === 'cancelled' || isPast(shown)
  const name = title ?? t`Playdate`
  const to =
    playdateId === null || state === 'cancelled'
      ? `/i/${token}`
      : pathTo('playdates', {}, { open: String(playdateId), ...(isPast(shown) && { tab: 'past' }) })
  return (
    <Card as="article" className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-2 ${shape}`}>
      <CalendarLeaf {...dates.leaf(startTime)} faded={isOff} />
      <div className="min-w-0">
        <h2 className="break-words font-[650] [font-family:inherit] text-base leading-snug">
          <Link to={to} className="underline decoration-line-2 underline-offset-4">
            {state === 'cancelled' ? <s>{name}</s> : name}
          </Link>
        </h2>
        <p className="mt-1 text-ink-2 text-sm tabular-nums">
          {dates.dayAndMonth(startTime)}, {dates.timeRange(startTime, endTime)}
        </p>
        {rhythm && <p className="text-ink-2 text-sm">{rhythm}</p>}
        {(place ?? area) && <p className="break-words text-ink-2 text-sm">{place ?? <Trans>Near {area}</Trans>}</p>}
      </div>
      <div className="col-span-2 flex min-h-11 flex-wrap items-center justify-between gap-2">
        {!asked?.declined && <State token={token} invitation={shown} name={name} onChanged={onChanged} />}
        {asked && !isOff && <DeclineAnswer id={asked.playdateId} title={name} declined={asked.declined} />}
      </div>
    </Card>
  )
}

const isPast = ({ endTime }: Invitation) => Date.parse(endTime) <= Date.now()

/** What it means for him, and the one thing he can do. */
function State({ token, invitation: shown, name, onChanged }: Props & { name: string }) {
  const { state, playdateId, isOwn, placesLeft, asked } = shown
  if (state === 'cancelled')
    return (
      <Badge tone="danger" icon="ban">
        <Trans>Cancelled</Trans>
      </Badge>
    )
  if (isPast(shown))
    return (
      <Badge>
        <Trans>Over</Trans>
      </Badge>
    )
  if (isOwn)
    return (
      <Badge icon="star">
        <Trans>Your playdate</Trans>
      </Badge>
    )
  if (playdateId !== null)
    return (
      <Badge tone="ok" icon="check">
        <Trans>You’re going</Trans>
      </Badge>
    )
  if (state === 'full')
    return (
      <Badge>
        <Trans>Full</Trans>
      </Badge>
    )
  return (
    <>
      {/* Two answers leave no room for it. */}
      {!asked && (
        <span className="text-ink-2 text-sm">
          <Plural value={placesLeft} one="# place left" other="# places left" />
        </span>
      )}
      <Join token={token} invitation={shown} name={name} onChanged={onChanged} />
    </>
  )
}

function Join({ token, invitation: shown, name, onChanged }: Props & { name: string }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const done = () => {
    setIsOpen(false)
    onChanged()
  }
  return (
    <>
      <Button size={44} aria-label={t`Join: ${name}`} onClick={() => setIsOpen(true)}>
        <Trans>Join</Trans>
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={name} closeLabel={t`Close`}>
        <JoinInvitation token={token} invitation={shown} onJoined={done} onRefused={done} />
      </Dialog>
    </>
  )
}
