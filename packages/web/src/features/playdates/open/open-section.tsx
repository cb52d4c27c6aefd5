import { Plural, Trans } from '@lingui/react/macro'
import type { Participant, Playdate } from '@papadag/contract/playdates/playdates'
import type { ReactNode } from 'react'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { ParticipantList } from '../sheet/participant-list.tsx'

type Props = { playdate: Playdate; toPerson?: ((person: Participant) => ReactNode) | undefined }

/** Shown on the sheet of an open hour instead of who is coming: that nobody has to join, and who holds it. */
export function OpenSection({ playdate, toPerson }: Props) {
  const { host, regulars } = playdate
  return (
    <section className="grid gap-2.5">
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
      <ParticipantList playdate={playdate} toPerson={toPerson} />
    </section>
  )
}
