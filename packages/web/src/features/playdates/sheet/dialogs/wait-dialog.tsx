import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { useState } from 'react'
import { mostToWaitWith } from '../../../../domain/playdates/to-wait-for.ts'
import { useWait } from '../../../../domain/playdates/use-wait.ts'
import { ChildrenStepper, WaitWith } from '../../../../domain/playdates/with-children.tsx'
import { useUser } from '../../../../platform/session/session.ts'
import { type AskingChildren, ChildrenDialog } from './children-dialog.tsx'

/** Asks how many children would come along before waiting. */
export function WaitDialog({ playdate, open, onClose }: AskingChildren) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const wait = useWait(onClose)
  const max = mostToWaitWith(playdate.maxParticipants)
  const [wanted, setWanted] = useState(childrenInfo.length)
  const children = Math.min(wanted, max)
  return (
    <ChildrenDialog
      {...{ playdate, open, onClose }}
      footer={confirm => (
        <Button
          ref={confirm}
          variant="do"
          busy={wait.isPending}
          className="flex-1"
          onClick={() => wait.mutate({ params: { id: playdate.id }, body: { children } })}
        >
          <WaitWith value={children} />
        </Button>
      )}
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
