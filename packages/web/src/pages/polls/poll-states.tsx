import { Trans, useLingui } from '@lingui/react/macro'
import type { Poll } from '@papadag/contract/playdates/polls'
import { buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/states/empty-state'
import type { CallError } from '../../platform/data/call.ts'
import { LoadingCard } from '../../platform/data/loading-card.tsx'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

function UnknownPoll() {
  return (
    <EmptyState
      illustration="notFound"
      heading="h1"
      title={<Trans>This question is no longer there</Trans>}
      action={
        <Link to={pathTo('playdates')} className={buttonClass({ variant: 'do' })}>
          <Trans>View the playdates</Trans>
        </Link>
      }
    >
      <Trans>The days may have passed, or it has been deleted.</Trans>
    </EmptyState>
  )
}

type Props = { error: CallError | null; onRetry: () => void }

/** Shown in place of a poll that is unknown, could not be read, or has not arrived. */
export function UnreadPoll({ error, onRetry }: Props) {
  const { t } = useLingui()
  if (error?.status === 404) return <UnknownPoll />
  if (error)
    return <ReadFailed error={error} heading="h1" title={t`The question could not be loaded`} onRetry={onRetry} />
  return <LoadingCard className="mx-auto max-w-lg" />
}

/** Leads to the playdate that a poll became. */
export function ToChosenPlaydate({ poll: { state, playdateId } }: { poll: Poll }) {
  if (state !== 'chosen') return null
  return playdateId === null ? (
    <p role="status" className="text-center text-ink-2">
      <Trans>The day has been chosen, but the playdate is no longer there.</Trans>
    </p>
  ) : (
    <Link to={pathTo('playdates', {}, { open: String(playdateId) })} className={buttonClass({ variant: 'do' })}>
      <Trans>View the playdate</Trans>
    </Link>
  )
}
