import { Plural, Trans } from '@lingui/react/macro'
import type { Notification } from '@papadag/contract/notifications'
import { Button } from '@papadag/ui/button'
import { useJoin } from '../../domain/playdates/use-join.ts'
import { useStopWaiting } from '../../domain/playdates/use-stop-waiting.ts'

/** Leaves the waiting list, or gives up the place obtained from it, with one tap. */
export function NotAfterAll({ playdateId }: { playdateId: number }) {
  const stop = useStopWaiting()
  return (
    <Button
      size={44}
      busy={stop.isPending}
      className="justify-self-start"
      onClick={() => stop.mutate({ params: { id: playdateId } })}
    >
      <Trans>Not after all</Trans>
    </Button>
  )
}

/** Whether there is room for some of his family, but not for all; the latter is asked at the top. */
export const canTake = (places: Notification['places']) =>
  Boolean(places?.wanted && places.free > 0 && places.free < places.wanted)

type Free = { playdateId: number; places: Notification['places'] }

/** Takes a free place with one tap, with as many children as there is room for. */
export function TakeFreePlace({ playdateId, places }: Free) {
  const join = useJoin()
  if (!places?.wanted) return null
  const children = Math.min(places.wanted, places.free) - 1
  return (
    <Button
      size={44}
      busy={join.isPending}
      className="justify-self-start"
      onClick={() => join.mutate({ params: { id: playdateId }, body: { children } })}
    >
      {children === 0 ? (
        <Trans>Join on my own</Trans>
      ) : (
        <Plural value={children} one="Join with # child" other="Join with # children" />
      )}
    </Button>
  )
}
