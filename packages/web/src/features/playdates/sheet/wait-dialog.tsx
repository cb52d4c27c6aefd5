import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import { useRef, useState } from 'react'
import { Facts, Leaf } from '../../../domain/playdates/playdate-facts.tsx'
import { mostToWaitWith } from '../../../domain/playdates/to-wait-for.ts'
import { useWait } from '../../../domain/playdates/use-wait.ts'
import { ChildrenStepper, WaitWith } from '../../../domain/playdates/with-children.tsx'
import { useUser } from '../../../platform/session/session.ts'

type Props = {
  playdate: Playdate
  open: boolean
  onClose: () => void
}

/** Asks how many children would come along before waiting; one tap if the number is right. */
export function WaitDialog({ playdate, open, onClose }: Props) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const wait = useWait(onClose)
  const max = mostToWaitWith(playdate.maxParticipants)
  const [wanted, setWanted] = useState(childrenInfo.length)
  const children = Math.min(wanted, max)
  const confirm = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={playdate.title}
      closeLabel={t`Close`}
      initialFocus={confirm}
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
      <div className="grid gap-5">
        <div className="flex gap-3.5">
          <Leaf playdate={playdate} />
          <Facts playdate={playdate} wrap />
        </div>
        <ChildrenStepper
          label={t`How many children would you bring?`}
          value={children}
          onChange={setWanted}
          max={max}
        />
        <p className="text-ink-2">
          <Trans>
            As soon as there is room for you, you have the place, and we let you know. In the last 24 hours we ask
            everybody who fits, and the first to join gets it.
          </Trans>
        </p>
      </div>
    </Dialog>
  )
}
