import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { useState } from 'react'
import { TooFewPlaces } from '../../../../domain/places/too-few-places.tsx'
import { childrenToBring } from '../../../../domain/playdates/children-to-bring.ts'
import { toWaitFor } from '../../../../domain/playdates/to-wait-for.ts'
import { ChildrenStepper, JoinWith } from '../../../../domain/playdates/with-children.tsx'
import { useUser } from '../../../../platform/session/session.ts'
import { WaitForAll } from '../wait-for-all.tsx'
import { type AskingChildren, ChildrenDialog } from './children-dialog.tsx'

type Props = AskingChildren & {
  busy: boolean
  onJoin: (children: number) => void
}

/** Asks how many children come along before joining. */
export function JoinDialog({ playdate, open, busy, onClose, onJoin }: Props) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const { usual, max } = childrenToBring(playdate, childrenInfo.length)
  const [children, setChildren] = useState(usual)
  const coming = Math.min(children, max)
  const isAlone = max === 0 && toWaitFor(playdate, childrenInfo.length) !== undefined
  const left = playdate.maxParticipants - playdate.placesTaken
  return (
    <ChildrenDialog
      {...{ playdate, open, onClose }}
      footer={confirm => (
        <>
          {isAlone && <WaitForAll ref={confirm} playdate={playdate} onDone={onClose} isMain />}
          <Button
            {...(!isAlone && { ref: confirm, variant: 'do', className: 'flex-1' })}
            busy={busy}
            onClick={() => onJoin(coming)}
          >
            <JoinWith value={coming} />
          </Button>
        </>
      )}
    >
      <ChildrenStepper
        label={t`How many children are you bringing?`}
        hint={<Plural value={left} one="# place left, including yours" other="# places left, including yours" />}
        value={coming}
        onChange={setChildren}
        max={max}
      />
      <TooFewPlaces
        hostId={playdate.participants[0]?.id ?? null}
        startTime={playdate.startTime}
        placesLeft={left}
        ofHis={childrenInfo.length}
      />
      {!isAlone && <WaitForAll playdate={playdate} onDone={onClose} />}
    </ChildrenDialog>
  )
}
