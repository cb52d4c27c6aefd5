import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates'
import { Button } from '@papadag/ui/button'
import type { ComponentProps } from 'react'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { ConfirmButtons } from '../series/confirm-buttons.tsx'
import { OnceMore } from './once-more.tsx'

type Props = ComponentProps<typeof ConfirmButtons> & { playdate: Playdate }

/** Actions that few playdates of a first screen offer: planning it again once it is over, or else confirming it. */
export function OtherActions({ playdate, ...props }: Props) {
  if (!isOver(playdate)) return <ConfirmButtons playdate={playdate} {...props} />
  return (
    <>
      <OnceMore playdate={playdate} />
      <Button size={44} disabled>
        <Trans>Over</Trans>
      </Button>
    </>
  )
}
