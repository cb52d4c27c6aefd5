import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import { useRef, useState } from 'react'
import { Facts, Leaf } from '../../../domain/playdates/playdate-facts.tsx'
import { useWait } from '../../../domain/playdates/use-wait.ts'
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
          <WaitWith of={children} />
        </Button>
      }
    >
      <div className="grid gap-5">
        <div className="flex gap-3.5">
          <Leaf playdate={playdate} />
          <Facts playdate={playdate} wrap />
        </div>
        {max > 0 && (
          <NumberStepper
            label={t`How many children would you bring?`}
            value={children}
            onChange={setWanted}
            min={0}
            max={max}
            decreaseLabel={t`One child fewer`}
            increaseLabel={t`One child more`}
          />
        )}
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

/** With more he would wait in vain, since the creator and he himself take places. */
export const mostToWaitWith = (maxParticipants: number) =>
  Math.max(0, Math.min(limits.childrenAlong, maxParticipants - 2))

/** The button's text. */
export function WaitWith({ of: children }: { of: number }) {
  return children === 0 ? (
    <Trans>Wait on my own</Trans>
  ) : (
    <Plural value={children} one="Wait with # child" other="Wait with # children" />
  )
}
