import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Notification, notifications, readNotification, readNotifications } from '@papadag/contract/notifications'
import { Button } from '@papadag/ui/button'
import { IconButton } from '@papadag/ui/icon-button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/skeleton'
import { memo, type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import type { CallError } from '../platform/call.ts'
import { useRead, useWrite } from '../platform/data.ts'
import { useDates } from '../platform/dates.ts'
import { useEqualItems } from '../platform/equal-items.ts'
import { Link } from '../platform/navigation.tsx'
import { markNoticesRead, noConnection, useKeptNotices } from '../platform/notices.ts'
import { ReadFailed } from '../platform/read-failed.tsx'
import { pathTo } from '../platform/routes.ts'
import { byDay, type Day, type Group } from './notice-groups.ts'
import { NotificationText } from './notification-text.tsx'

const readingFailed = ({ code }: CallError) => ({
  title: msg`It could not be marked as read`,
  serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
})

/** Notifications by day and playdate, and the errors of this session. */
export function NoticeList({ onFollow }: { onFollow?: () => void }) {
  const { t } = useLingui()
  const { notices, unread } = useKeptNotices()
  const { data, error, refetch } = useRead(notifications, {})
  const told = useEqualItems(data)
  const { mutate: markAllRead, isPending } = useWrite(readNotifications, { failed: readingFailed })
  // An error of this session counts as read once it was on screen.
  const leave = useEffectEvent(() => unread > 0 && markNoticesRead())
  useEffect(() => () => void leave(), [])

  if (!told && error) {
    return (
      <ReadFailed error={error} title={t`Your notifications could not be loaded`} onRetry={() => void refetch()}>
        <Trans>Please try again in a moment.</Trans>
      </ReadFailed>
    )
  }
  if (!told) {
    return (
      <SkeletonGroup label={t`Loading...`} className="grid gap-3 p-3">
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </SkeletonGroup>
    )
  }
  if (notices.length + told.length === 0) {
    return (
      <p className="p-3 text-ink-2">
        <Trans>Nothing yet. When something happens, you will see it here.</Trans>
      </p>
    )
  }
  return (
    <div tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
      {told.some(({ isRead }) => !isRead) && (
        <Button
          size={44}
          variant="ghost"
          icon="check"
          busy={isPending}
          className="justify-self-end"
          onClick={({ currentTarget }) => {
            // The button disappears; the focus stays in the list.
            currentTarget.parentElement?.focus()
            markAllRead({ body: {} })
          }}
        >
          <Trans>Mark all as read</Trans>
        </Button>
      )}
      {notices.length > 0 && <SessionNotices />}
      {byDay(told).map(day => (
        <DayOfNotices key={day.date} day={day} onFollow={onFollow} />
      ))}
    </div>
  )
}

function SessionNotices() {
  const { notices } = useKeptNotices()
  const dates = useDates()
  return (
    <Part title={<Trans>This just went wrong</Trans>}>
      {notices.map(({ id, at, title, description }) => (
        <li key={id} className={row}>
          <p className="flex justify-between gap-3 font-bold">
            {title}
            <Moment at={at}>{dates.time(at)}</Moment>
          </p>
          {description && <p className="text-ink-2 text-sm">{description}</p>}
        </li>
      ))}
    </Part>
  )
}

function DayOfNotices({ day: { at, ago, groups }, onFollow }: { day: Day; onFollow: (() => void) | undefined }) {
  const dates = useDates()
  return (
    <Part title={ago === 0 ? <Trans>Today</Trans> : ago === 1 ? <Trans>Yesterday</Trans> : dates.dayAndMonth(at)}>
      {groups.map(group => (
        <li key={group.key} className={row}>
          <GroupHead group={group} onFollow={onFollow} />
          <ul className="grid gap-1">
            {group.entries.map(entry => (
              <Entry key={entry.id} notification={entry} />
            ))}
          </ul>
        </li>
      ))}
    </Part>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 px-3 font-[650] font-sans text-ink-2 text-sm leading-5 tracking-normal">
        {title}
      </h2>
      <ul className="long-list-28">{children}</ul>
    </section>
  )
}

/** The playdate it is about, linked if it exists. */
function GroupHead({ group: { playdate }, onFollow }: { group: Group; onFollow: (() => void) | undefined }) {
  const dates = useDates()
  if (!playdate) return
  const { id, title, startTime } = playdate
  return (
    <p>
      {id === undefined ? (
        <b className="font-[650]">{title}</b>
      ) : (
        <Link
          to={pathTo('playdates', {}, { open: String(id) })}
          onClick={onFollow}
          className="inline-flex min-h-11 items-center font-[650] underline decoration-line-2 decoration-[1.5px] underline-offset-4 hover:decoration-2"
        >
          {title}
        </Link>
      )}
      {startTime && (
        <span className="block text-ink-2 text-sm">{`${dates.dayAndMonth(startTime)}, ${dates.time(startTime)}`}</span>
      )}
    </p>
  )
}

const Entry = memo(DrawnEntry)

function DrawnEntry({ notification }: { notification: Notification }) {
  const { t } = useLingui()
  const dates = useDates()
  const { id, createdAt, isRead } = notification
  return (
    <li tabIndex={-1} className="flex min-h-11 items-center gap-2.5">
      <span
        {...(!isRead && { role: 'img', 'aria-label': t`Not read yet` })}
        className={`size-2.5 shrink-0 rounded-full ${isRead ? '' : 'bg-heart'}`}
      />
      <div className={`grid min-w-0 flex-1 gap-0.5 text-[.9375rem] ${isRead ? 'text-ink-2' : ''}`}>
        <NotificationText notification={notification} />
      </div>
      <Moment at={createdAt}>{dates.time(createdAt)}</Moment>
      {isRead ? <span className="w-11 shrink-0" /> : <ReadButton id={id} />}
    </li>
  )
}

function ReadButton({ id }: Pick<Notification, 'id'>) {
  const { t } = useLingui()
  const { mutate: markRead, isPending } = useWrite(readNotification, { failed: readingFailed })
  return (
    <IconButton
      icon="check"
      iconSize={20}
      aria-label={t`Mark as read`}
      aria-busy={isPending}
      onClick={({ currentTarget }) => {
        currentTarget.closest('li')?.focus()
        markRead({ params: { id } })
      }}
    />
  )
}

function Moment({ at, children }: { at: string; children: ReactNode }) {
  return (
    <time dateTime={at} className="shrink-0 font-normal text-ink-2 text-sm tabular-nums">
      {children}
    </time>
  )
}

const row = 'space-y-1 border-line border-t-[1.5px] px-3 py-2 first:border-t-0'
