import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { giveUpStanding, oneSeries, takeStanding } from '@papadag/contract/playdates/series'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useRead, useWrite } from '../../../platform/data/data.ts'

/** Shown on the sheet of an open hour: that nobody has to join, and who runs it. */
export function OpenSection({ playdate }: { playdate: Playdate }) {
  const { host, regulars } = playdate
  return (
    <section className="grid gap-1">
      <h3>
        <Trans>Drop-in</Trans>
      </h3>
      {playdate.state === 'planned' && !isOver(playdate) && (
        <p>
          <Trans>No need to join: just come along.</Trans>{' '}
          {regulars ? (
            <Plural value={regulars} one="# dad is usually there." other="# dads are usually there." />
          ) : null}
        </p>
      )}
      {host && (
        <p>
          <Trans>By {host}</Trans>
        </p>
      )}
    </section>
  )
}

/** Whether he usually comes to this open hour: a number for others, not a promise. */
export function DropInButton({ playdate: { series } }: { playdate: Playdate }) {
  return series ? (
    <UsuallyThere id={series.id} />
  ) : (
    <Badge icon="check">
      <Trans>No need to join</Trans>
    </Badge>
  )
}

function UsuallyThere({ id }: { id: number }) {
  const { data: series } = useRead(oneSeries, { params: { id } })
  const failed = msg`That could not be saved`
  const take = useWrite(takeStanding, { done: msg`Noted: you’re usually there`, failed })
  const giveUp = useWrite(giveUpStanding, { done: msg`Noted: no longer usually there`, failed })
  if (!series) return <span className="h-13" />
  if (series.standing) {
    return (
      <Button busy={giveUp.isPending} className="flex-1" onClick={() => giveUp.mutate({ params: { id } })}>
        <Trans>No longer usually there</Trans>
      </Button>
    )
  }
  if (series.hasEnded) return null
  return (
    <Button
      variant="do"
      icon="check"
      busy={take.isPending}
      className="flex-1"
      onClick={() => take.mutate({ params: { id }, body: { children: 0 } })}
    >
      <Trans>I’m usually there</Trans>
    </Button>
  )
}
