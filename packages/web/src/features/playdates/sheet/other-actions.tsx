import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import type { ComponentProps } from 'react'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useUser } from '../../../platform/session/session.ts'
import { Answer, questionOf } from '../series/answer.tsx'
import { ConfirmButtons } from '../series/confirm-buttons.tsx'
import { OnceMore } from './once-more.tsx'

type Props = ComponentProps<typeof ConfirmButtons> & { playdate: Playdate }

/** Actions that few playdates of a first screen offer: planning it again once it is over, or else confirming it. */
export function OtherActions({ playdate, ...props }: Props) {
  const { id: userId } = useUser()
  if (!isOver(playdate)) {
    // Where no field shows the number of his children, the button says it.
    if (props.bringing === undefined)
      return <Answer playdate={playdate} question={questionOf(playdate, userId)} className={props.className} />
    return <ConfirmButtons playdate={playdate} {...props} />
  }
  return (
    <>
      <OnceMore playdate={playdate} />
      <Button size={44} disabled>
        <Trans>Over</Trans>
      </Button>
    </>
  )
}
