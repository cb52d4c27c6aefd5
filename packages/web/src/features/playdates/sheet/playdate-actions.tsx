import { Trans, useLingui } from '@lingui/react/macro'
import { isFull, joinPlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { address } from '@papadag/contract/route'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { IconButton } from '@papadag/ui/icon-button'
import { MenuOnDemand } from '@papadag/ui/layers/menu'
import { Suspense, useState } from 'react'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useJoin } from '../../../domain/playdates/use-join.ts'
import { useIsUnsent } from '../../../platform/data/unsent-writes.ts'
import { sayUnavailable } from '../../../platform/screen/quiet.tsx'
import { later, laterInside, withTexts } from '../../../platform/screen/when-near.tsx'
import type { PlaydateOptionsOf } from './playdate-options.tsx'

// Loaded on demand: most users of a list neither leave nor delete.
const loadOptions = () => withTexts(async () => (await import('./playdate-options.tsx')).PlaydateOptionsList)
const JoinDialog = later(async () => (await import('./dialogs/join-dialog.tsx')).JoinDialog)
const OtherActions = laterInside(async () => (await import('./other-actions.tsx')).OtherActions, 'rare')
const Waiting = laterInside(async () => (await import('./waiting-actions.tsx')).Waiting, 'rare')
const LeaveDialog = later(async () => (await import('./dialogs/leave-dialog.tsx')).LeaveDialog)

type Props = {
  playdate: Playdate
}

/** The actions available to this user: join, leave, or the reason why not. */
export function MembershipButton({ playdate }: Props) {
  if (playdate.state === 'cancelled') {
    return (
      <Badge tone="danger" icon="ban">
        <Trans>Cancelled</Trans>
      </Badge>
    )
  }
  if (isOver(playdate) || playdate.confirmation === 'due') {
    return (
      <Suspense fallback={<span className="h-11 w-60" />}>
        <OtherActions playdate={playdate} />
      </Suspense>
    )
  }
  const { myStatus, waiting, waitingCount } = playdate
  const isOut = myStatus === 'none'
  return (
    <>
      {myStatus === 'creator' ? (
        <Badge icon="star">
          <Trans>Your playdate</Trans>
        </Badge>
      ) : (
        // Nobody joins an open hour.
        playdate.kind !== 'open' && <JoinOrLeave playdate={playdate} />
      )}
      {(waiting || waitingCount || (isOut && isFull(playdate))) && (
        // Its space is reserved until its code has loaded.
        <Suspense fallback={<span className={isOut ? 'h-11 w-60' : 'h-5 w-full'} />}>
          <Waiting playdate={playdate} />
        </Suspense>
      )}
    </>
  )
}

/** One button for both actions, so that it keeps the focus when it changes. */
function JoinOrLeave({ playdate }: Props) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState<boolean>()
  const [isJoining, setIsJoining] = useState<boolean>()
  const join = useJoin(() => setIsJoining(false))
  const { id, title } = playdate
  const isUnsent = useIsUnsent(address(joinPlaydate, { params: { id } }))
  const isIn = playdate.myStatus === 'joined'
  const isClosed = !isIn && isFull(playdate)
  return (
    <>
      {!isClosed && (
        <Button
          {...(isIn && ({ variant: 'soft', icon: 'check' } as const))}
          size={44}
          busy={join.isPending}
          aria-label={isIn ? t`Leave: ${title}` : t`Join: ${title}`}
          onClick={() => (isIn ? setIsAsking(true) : setIsJoining(true))}
        >
          {isIn ? <Trans>Leave</Trans> : <Trans>Join</Trans>}
        </Button>
      )}
      <span role="status" className={isUnsent ? 'w-full text-right text-ink-2 text-sm' : 'sr-only'}>
        {isUnsent && <Trans>Will be sent as soon as you are online again</Trans>}
      </span>
      {isJoining !== undefined && (
        <Suspense>
          <JoinDialog
            playdate={playdate}
            open={isJoining && !isIn}
            busy={join.isPending}
            onClose={() => setIsJoining(false)}
            onJoin={children => join.mutate({ params: { id }, body: { children } })}
          />
        </Suspense>
      )}
      {isAsking !== undefined && (
        <Suspense>
          <LeaveDialog playdate={playdate} open={isAsking} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Edit and delete for the creator, report for others, share for everybody. */
export function PlaydateOptions({ className, ...list }: PlaydateOptionsOf & { className?: string }) {
  const { t } = useLingui()
  const { title } = list.playdate
  return (
    <MenuOnDemand
      label={t`Options for ${title}`}
      onUnavailable={sayUnavailable}
      trigger={props => <IconButton {...props} icon="more" aria-label={t`More options for ${title}`} />}
      load={loadOptions}
      list={list}
      className={className}
    />
  )
}
