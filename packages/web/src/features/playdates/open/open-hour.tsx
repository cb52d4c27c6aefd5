import { Plural, Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'

/** Shown on the card of an open hour instead of who is coming and how many places are taken. */
export function OpenHour({ playdate }: { playdate: Playdate }) {
  const { host, regulars, state } = playdate
  const isComing = state === 'planned' && !isOver(playdate)
  return (
    <p className="min-w-0 break-words">
      <b className="font-[650]">
        <Trans>Drop-in</Trans>
      </b>{' '}
      {isComing && (
        <span className="text-ink-2 text-sm">
          {regulars ? (
            <Plural value={regulars} one="# dad is usually there" other="# dads are usually there" />
          ) : (
            <Trans>no need to join</Trans>
          )}
        </span>
      )}
      {host && (
        <span className="block text-ink-2 text-sm">
          <Trans>By {host}</Trans>
        </span>
      )}
    </p>
  )
}
