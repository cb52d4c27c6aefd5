import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useUser } from '../../../platform/session/session.ts'
import { Answer, questionOf } from '../series/answer.tsx'
import { OnceMore } from './once-more.tsx'

/** Actions that few playdates of a first screen offer: planning it again once it is over, or else confirming it. */
export function OtherActions({ playdate }: { playdate: Playdate }) {
  const { id: userId } = useUser()
  if (!isOver(playdate)) return <Answer playdate={playdate} question={questionOf(playdate, userId)} />
  return (
    <>
      <OnceMore playdate={playdate} />
      <Button size={44} disabled>
        <Trans>Over</Trans>
      </Button>
    </>
  )
}
