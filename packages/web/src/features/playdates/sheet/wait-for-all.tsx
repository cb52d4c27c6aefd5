import { Plural } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { toWaitFor } from '../../../domain/playdates/to-wait-for.ts'
import { useWait } from '../../../domain/playdates/use-wait.ts'
import { useUser } from '../../../platform/session/session.ts'

/** For a father whose children do not all fit: waiting for a place for each of them instead of bringing fewer. */
export function WaitForAll({ playdate, onDone }: { playdate: Playdate; onDone?: () => void }) {
  const { childrenInfo } = useUser()
  const wait = useWait(onDone)
  const children = toWaitFor(playdate, childrenInfo.length)
  if (children === undefined) return null
  return (
    <Button
      size={44}
      icon="clock"
      busy={wait.isPending}
      className="justify-self-start"
      onClick={() => wait.mutate({ params: { id: playdate.id }, body: { children } })}
    >
      <Plural value={children} one="Wait for a place with # child" other="Wait for places with # children" />
    </Button>
  )
}
