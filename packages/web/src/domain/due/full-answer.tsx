import { Trans } from '@lingui/react/macro'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { Button } from '@papadag/ui/button'
import { useWait } from '../playdates/use-wait.ts'
import { toPlaydate } from './confirm-answer.tsx'
import { DueRow, type OfPlaydate, writeOf } from './due-row.tsx'

type Props = { due: OfPlaydate; isFirst: boolean; onAnswered: () => void }

/** Somebody else was faster, so he can wait for a place. */
export function FullAnswer({ due, isFirst, onAnswered }: Props) {
  const { id, title } = due.playdate
  const wait = useWait(onAnswered)
  const children = due.kind === 'free' ? due.wanted - 1 : 'children' in due ? due.children : 0
  return (
    <DueRow
      isFirst={isFirst}
      icon="clock"
      kicker={title}
      title={<Trans>Full. Onto the waiting list?</Trans>}
      to={toPlaydate(due)}
      sends={writeOf(waitForPlaydate, id)}
    >
      <Button
        size={44}
        {...(isFirst && { variant: 'do' })}
        busy={wait.isPending}
        onClick={() => wait.mutate({ params: { id }, body: { children } })}
      >
        <Trans>Put me on the waiting list</Trans>
      </Button>
    </DueRow>
  )
}
