import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import type { Times } from './form-fields.ts'

/** The first of his planned playdates that takes place during these times. */
export function overlapOf(mine: readonly Playdate[], { startTime, endTime }: Times): Playdate | undefined {
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)]
  return mine.find(
    other => other.state === 'planned' && Date.parse(other.startTime) < end && Date.parse(other.endTime) > start,
  )
}

/** Warns that he is on another playdate then; he may have a reason, so nothing is forbidden. */
export function Overlap({ playdate: { id, title } }: { playdate: Playdate }) {
  return (
    // As high as what else stands here, so that nothing moves.
    <b className="block truncate font-[650] text-ink">
      <Trans>
        You’re already on{' '}
        <Link
          to={pathTo('playdates', {}, { open: String(id) })}
          className="underline decoration-2 decoration-do underline-offset-4"
        >
          {title}
        </Link>{' '}
        then
      </Trans>
    </b>
  )
}
