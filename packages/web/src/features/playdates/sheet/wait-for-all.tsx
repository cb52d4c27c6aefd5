import { Plural } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import type { Ref } from 'react'
import { toWaitFor } from '../../../domain/playdates/to-wait-for.ts'
import { useWait } from '../../../domain/playdates/use-wait.ts'
import { JoinListWith } from '../../../domain/playdates/with-children.tsx'
import { useUser } from '../../../platform/session/session.ts'

type Props = {
  playdate: Playdate
  onDone?: () => void
  /** Whether it is the main thing to do, since none of them fits. */
  isMain?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** For a father whose children do not all fit: waiting for a place for each of them instead of bringing fewer. */
export function WaitForAll({ playdate, onDone, isMain = false, ref }: Props) {
  const { childrenInfo } = useUser()
  const wait = useWait(onDone)
  const children = toWaitFor(playdate, childrenInfo.length)
  if (children === undefined) return null
  return (
    <Button
      {...(isMain ? { variant: 'do' } : { size: 44, icon: 'clock' })}
      ref={ref}
      busy={wait.isPending}
      className={isMain ? 'flex-1' : 'justify-self-start'}
      onClick={() => wait.mutate({ params: { id: playdate.id }, body: { children } })}
    >
      {isMain ? (
        <JoinListWith value={children} />
      ) : (
        <Plural value={children} one="Wait for a place with # child" other="Wait for places with # children" />
      )}
    </Button>
  )
}
