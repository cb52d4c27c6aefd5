import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { useRef, useState } from 'react'
import { mostToWaitWith } from '../../../../domain/playdates/to-wait-for.ts'
import { useWait } from '../../../../domain/playdates/use-wait.ts'
import { ChildrenStepper, WaitWith } from '../../../../domain/playdates/with-children.tsx'
import { useUser } from '../../../../platform/session/session.ts'
import { ChildrenDialog } from './children-dialog.tsx'

type Props = {
  playdate: Playdate
  open: boolean
  onClose: () => void
}

/** Asks how many children would come along before waiting. */
export function WaitDialog({ playdate, open, onClose }: Props) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const wait = useWait(onClose)
  const max = mostToWaitWith(playdate.maxParticipants)
  const [wanted, setWanted] = useState(childrenInfo.length)
  const children = Math.min(wanted, max)
  const confirm = useRef<HTMLButtonElement>(null)
  return (
    <ChildrenDialog
      playdate={playdate}
      open={open}
      onClose={onClose}
      confirm={confirm}
      footer={
        <Button
          ref={confirm}
          variant="do"
          busy={wait.isPending}
          className="flex-1"
          onClick={() => wait.mutate({ params: { id: playdate.id }, body: { children } })}
        >
          <WaitWith value={children} />
        </Button>
      }
    >
      <ChildrenStepper label={t`How many children would you bring?`} value={children} onChange={setWanted} max={max} />
      <p className="text-ink-2">
        <Trans>
          As soon as there is room for you, you have the place, and we let you know. In the last 24 hours we ask
          everybody who fits, and the first to join gets it.
        </Trans>
      </p>
    </ChildrenDialog>
  )
}
