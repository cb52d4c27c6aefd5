import { Plural } from '@lingui/react/macro'
import { isFull, type Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { useWait } from '../../../domain/playdates/use-wait.ts'
import { useUser } from '../../../platform/session/session.ts'
import { mostToWaitWith } from './wait-dialog.tsx'

/** For a father whose children do not all fit: waiting for a place for each of them instead of bringing fewer. */
export function WaitForAll({ playdate, onDone }: { playdate: Playdate; onDone?: () => void }) {
  const { childrenInfo } = useUser()
  const wait = useWait(onDone)
  const { id, waiting, maxParticipants, placesTaken } = playdate
  const children = Math.min(childrenInfo.length, mostToWaitWith(maxParticipants))
  if (waiting || isFull(playdate) || 1 + children <= maxParticipants - placesTaken) return null
  return (
    <Button
      size={44}
      icon="clock"
      busy={wait.isPending}
      className="justify-self-start"
      onClick={() => wait.mutate({ params: { id }, body: { children } })}
    >
      <Plural value={children} one="Wait for a place with # child" other="Wait for places with # children" />
    </Button>
  )
}
