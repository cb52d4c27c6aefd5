import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Invitation, waitByInvite } from '@papadag/contract/invites'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { useState } from 'react'
import { useStopWaiting } from '../../domain/playdates/use-stop-waiting.ts'
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
      <NumberStepper
        label={t`How many children would you bring?`}
        value={children}
        onChange={setChildren}
        min={0}
        max={limits.childrenAlong}
        decreaseLabel={t`One child fewer`}
        increaseLabel={t`One child more`}
      />
      <Button variant="do" busy={wait.isPending} onClick={() => wait.mutate({ params: { token }, body: { children } })}>
        {children === 0 ? (
          <Trans>Wait on my own</Trans>
        ) : (
          <Plural value={children} one="Wait with # child" other="Wait with # children" />
        )}
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
