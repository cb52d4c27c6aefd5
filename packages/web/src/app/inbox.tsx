import { Trans, useLingui } from '@lingui/react/macro'
import { IconButton } from '@papadag/ui/icon-button'
import { Popover } from '@papadag/ui/popover'
import { useDates } from '../platform/dates.ts'
import { markNoticesRead, useKeptNotices } from '../platform/notices.ts'

/** The bell: what went wrong in this session, for whoever missed the toast. */
export function Inbox() {
  const { t } = useLingui()
  const { hasUnread } = useKeptNotices()
  return (
    <Popover
      label={t`Notifications`}
      align="end"
      className="w-80 p-2"
      onOpenChange={isOpen => isOpen || markNoticesRead()}
      trigger={props => (
        <IconButton
          {...props}
          icon="bell"
          dot={hasUnread}
          aria-label={hasUnread ? t`Notifications, there is something new` : t`Notifications`}
        />
      )}
    >
      {() => <NoticeList />}
    </Popover>
  )
}

export function NoticeList() {
  const { notices } = useKeptNotices()
  const dates = useDates()
  if (notices.length === 0) {
    return (
      <p className="p-3 text-ink-2">
        <Trans>Nothing here. When something happens, it will be here.</Trans>
      </p>
    )
  }
  return (
    <ul className="max-h-[60dvh] overflow-y-auto">
      {notices.map(notice => (
        <li key={notice.id} className="border-line border-t-[1.5px] p-3 first:border-t-0">
          <p className="flex justify-between gap-3 font-bold">
            {notice.title}
            <time dateTime={notice.at} className="font-normal text-ink-2 text-sm tabular-nums">
              {dates.time(notice.at)}
            </time>
          </p>
          {notice.description && <p className="text-ink-2 text-sm">{notice.description}</p>}
        </li>
      ))}
    </ul>
  )
}
