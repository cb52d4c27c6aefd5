import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Invitation, waitByInvite } from '@papadag/contract/invites'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { useState } from 'react'
import { useStopWaiting } from '../../domain/playdates/use-stop-waiting.ts'
import { ChildrenStepper, WaitWith } from '../../domain/playdates/with-children.tsx'
import { useWrite } from '../../platform/data/data.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { useUser } from '../../platform/session/session.ts'

type Props = {
  token: string
  onChanged: () => void
}

/** Joins the waiting list of an invitation's playdate. */
export function WaitByInvitation({ token, onChanged }: Props) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const [children, setChildren] = useState(Math.min(childrenInfo.length, limits.childrenAlong))
  const wait = useWrite(waitByInvite, {
    done: ({ waiting }) => (waiting ? msg`You are on the waiting list` : msg`You already have a place`),
    failed: ({ code }) => ({
      title: msg`Could not put you on the waiting list`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: onChanged,
    onFailed: onChanged,
  })
  return (
    <div className="grid gap-4">
      <p>
        <Trans>All places are taken. On the waiting list you move up as soon as there is room for you.</Trans>
      </p>
      <ChildrenStepper
        label={t`How many children would you bring?`}
        value={children}
        onChange={setChildren}
        max={limits.childrenAlong}
      />
      <Button variant="do" busy={wait.isPending} onClick={() => wait.mutate({ params: { token }, body: { children } })}>
        <WaitWith value={children} />
      </Button>
    </div>
  )
}

type StopProps = { playdateId: number; waiting: NonNullable<Invitation['waiting']>; onStopped: () => void }

/** His position on its waiting list, and how to leave it. */
export function WaitingByInvitation({ playdateId, waiting: { position }, onStopped }: StopProps) {
  const stop = useStopWaiting(onStopped)
  return (
    <>
      <p role="status" className="rounded-kap-s bg-picked-soft px-4 py-3 font-bold">
        <Trans>Number {position} on the waiting list</Trans>
      </p>
      <Button busy={stop.isPending} onClick={() => stop.mutate({ params: { id: playdateId } })}>
        <Trans>Not after all</Trans>
      </Button>
    </>
  )
}
