import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { giveUpStanding, type Series, takeStanding } from '@papadag/contract/playdates/series'
import { Button } from '@papadag/ui/button'
import { useWrite } from '../../../platform/data/data.ts'

/** Whether he usually comes to this open hour: a number for others, not a promise. */
export function UsuallyThere({ series: { id, standing }, isOpen }: { series: Series; isOpen: boolean }) {
  const failed = msg`That could not be saved`
  const take = useWrite(takeStanding, { done: msg`Noted: you’re usually there`, failed })
  const giveUp = useWrite(giveUpStanding, { done: msg`Noted: no longer usually there`, failed })
  if (standing) {
    return (
      <>
        <p>
          <Trans>You’re usually there. Others only see how many dads are.</Trans>
        </p>
        <Button
          size={44}
          className="justify-self-start"
          busy={giveUp.isPending}
          onClick={() => giveUp.mutate({ params: { id } })}
        >
          <Trans>No longer usually there</Trans>
        </Button>
      </>
    )
  }
  if (!isOpen) return null
  return (
    <>
      <p>
        <Trans>
          Here most times? Say so. Others only see how many dads are usually there, from three on, and never who.
        </Trans>
      </p>
      <Button
        size={44}
        icon="check"
        className="justify-self-start"
        busy={take.isPending}
        onClick={() => take.mutate({ params: { id }, body: { children: 0 } })}
      >
        <Trans>I’m usually there</Trans>
      </Button>
    </>
  )
}
