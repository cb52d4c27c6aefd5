import { Trans, useLingui } from '@lingui/react/macro'
import { notifications, readNotifications } from '@papadag/contract/notifications'
import { today } from '@papadag/contract/today'
import { Button } from '@papadag/ui/button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, useEffect, useId } from 'react'
import { DueList } from '../../domain/due/due-list.tsx'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { useDates } from '../../platform/language/dates.ts'
import { useEqualItems } from '../../platform/lists/equal-items.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { markNoticesRead, useKeptNotices } from '../../platform/screen/notices.ts'
import { NotificationEntry, NotificationTime, readingFailed } from './notification-entry.tsx'
import { byDay, type Day, type Group } from './notification-groups.ts'

type Props = {
  /** Of the part about what has happened. */
  className?: string
  onFollow?: () => void
}

/** What waits for his answer, then what has happened. */
export function NotificationList({ className, onFollow }: Props) {
  const { data, error } = useRead(today, {})
  // Both parts appear together, so that neither moves the other.
  if (!data && !error)
    return (
      <div className={className}>
        <Loading />
      </div>
    )
  return (
    <>
      {data && <DueList due={data.due} className={className ? 'mb-5' : 'p-2 pb-5'} />}
      <div className={className}>{data || error ? <Told onFollow={onFollow} /> : <Loading />}</div>
    </>
  )
}

function Loading() {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className="grid gap-3 p-3">
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </SkeletonGroup>
  )
}

/** Notifications by day and playdate, and the errors of this session. */
function Told({ onFollow }: { onFollow: (() => void) | undefined }) {
  const { t } = useLingui()
  const { notices } = useKeptNotices()
  const { data, error, refetch } = useRead(notifications, {})
  const told = useEqualItems(data)
  const { mutate: markAllRead, isPending } = useWrite(readNotifications, { failed: readingFailed })
  // An error of this session counts as read once it was on screen.
  useEffect(() => markNoticesRead, [])

  if (!told && error) {
    return (
      <ReadFailed error={error} title={t`Your notifications could not be loaded`} onRetry={() => void refetch()}>
        <Trans>Please try again in a moment.</Trans>
      </ReadFailed>
    )
  }
  if (!told) return <Loading />
  if (notices.length + told.length === 0) {
    return (
      <div className="grid gap-1 p-3">
        <p className="text-ink-2">
          <Trans>Nothing yet. When something happens, you will see it here.</Trans>
        </p>
        <ToSettings onFollow={onFollow} />
      </div>
    )
  }
  return (
    <div tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-3 pl-3">
        <ToSettings onFollow={onFollow} />
        {told.some(({ isRead }) => !isRead) && (
          <Button
            size={44}
            variant="ghost"
            icon="check"
            busy={isPending}
            onClick={({ currentTarget }) => {
              // The button disappears, but the focus stays in the list.
              currentTarget.closest<HTMLElement>('[tabindex]')?.focus()
              markAllRead({ body: {} })
            }}
          >
            <Trans>Mark all as read</Trans>
          </Button>
        )}
      </div>
      {notices.length > 0 && <SessionNotices />}
      {byDay(told).map(day => (
        <DayOfNotices key={day.date} day={day} onFollow={onFollow} />
      ))}
    </div>
  )
}

const row = 'space-y-1 border-line border-t-[1.5px] px-3 py-2 first:border-t-0'

/** Where he chooses which notifications reach his phone and his mail. */
function ToSettings({ onFollow }: { onFollow: (() => void) | undefined }) {
  return (
    <Link
      to={pathTo('profile', {}, { tab: 'settings', section: 'notifications' })}
      onClick={onFollow}
      className={`justify-self-start text-sm ${textLinkClass}`}
    >
      <Trans>Notification settings</Trans>
    </Link>
  )
}

function SessionNotices() {
  const { notices } = useKeptNotices()
  return (
    <Part title={<Trans>This just went wrong</Trans>}>
      {notices.map(({ id, at, title, description }) => (
        <li key={id} className={row}>
          <p className="flex justify-between gap-3 font-bold">
            {title}
            <NotificationTime at={at} />
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
              <NotificationEntry key={entry.id} notification={entry} {...(onFollow && { onFollow })} />
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
