import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Invitation, joinInvite } from '@papadag/contract/invites'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { useState } from 'react'
import { TooFewPlaces } from '../../domain/places/too-few-places.tsx'
import { ChildrenStepper, JoinWith } from '../../domain/playdates/with-children.tsx'
import { useWrite } from '../../platform/data/data.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { beUseful } from '../../platform/screen/useful-moment.ts'
import { useUser } from '../../platform/session/session.ts'

type Props = {
  token: string
  invitation: Invitation
  onJoined: (playdateId: number) => void
  /** Called when joining fails; somebody may have taken the last places. */
  onRefused: () => void
}

/** Joins with one tap, with the most likely number of children. */
export function JoinInvitation({ token, invitation: { placesLeft, startTime, hostId }, onJoined, onRefused }: Props) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const max = Math.max(0, Math.min(limits.childrenAlong, placesLeft - 1))
  const [wanted, setWanted] = useState(childrenInfo.length)
  const children = Math.min(wanted, max)
  const join = useWrite(joinInvite, {
    done: msg`Joined playdate`,
    failed: ({ code }) => ({
      title: msg`Could not join`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: ({ id }) => {
      beUseful()
      onJoined(id)
    },
    onFailed: onRefused,
  })
  return (
    <div className="grid gap-4">
      <TooFewPlaces hostId={hostId} startTime={startTime} placesLeft={placesLeft} ofHis={childrenInfo.length} />
      <ChildrenStepper label={t`How many children are you bringing?`} value={children} onChange={setWanted} max={max} />
      <Button variant="do" busy={join.isPending} onClick={() => join.mutate({ params: { token }, body: { children } })}>
        <JoinWith value={children} />
      </Button>
    </div>
  )
}
