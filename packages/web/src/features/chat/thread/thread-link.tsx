import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { threadOf } from '@papadag/contract/chat'
import { Icon } from '@papadag/ui/pictures/icon'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useRead } from '../../../platform/data/data.ts'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useUser } from '../../../platform/session/session.ts'
import { LastMessage } from './last-message.tsx'

/** Leads from a playdate to its group chat, with the last message; renders nothing for a father who is alone on it. */
export function ThreadLink({ playdateId }: { playdateId: number }) {
  const { t } = useLingui()
  const { id: ownId } = useUser()
  const { data, error, refetch } = useRead(threadOf, { params: { id: playdateId } })
  if (!data && error) {
    if (error.status === 404) return null
    return (
      <PartFailed error={error} onRetry={() => void refetch()}>
        <Trans>The group chat could not be loaded.</Trans>
      </PartFailed>
    )
  }
  if (!data) {
    return (
      <SkeletonGroup label={t`Loading...`}>
        <Skeleton className="h-16" />
      </SkeletonGroup>
    )
  }
  const { id, kind, lastMessage, unreadCount, readOnly } = data
  return (
    <Link
      to={pathTo('chat', { id }, kind === 'playdate' ? undefined : { about: String(playdateId) })}
      className="flex min-h-16 items-center gap-3 rounded-kap-s bg-picked-soft px-4 py-2.5 hover:bg-sunken"
    >
      <Icon name="chat" />
      <span className="min-w-0 flex-1">
        <b className="block font-[650]">
          <Trans>Group chat</Trans>
        </b>
        <span dir="auto" className="block truncate text-ink-2 text-sm">
          {lastMessage ? (
            <LastMessage message={lastMessage} kind={kind} ownId={ownId} />
          ) : readOnly ? (
            <Trans>Closed</Trans>
          ) : (
            <Trans>Agree with everybody who is coming</Trans>
          )}
        </span>
      </span>
      {unreadCount > 0 && (
        <span className="shrink-0 font-[650] text-danger text-sm">
          <Plural value={unreadCount} one="# new" other="# new" />
        </span>
      )}
      <Icon name="chev" size={18} />
    </Link>
  )
}
