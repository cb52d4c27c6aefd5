import { Trans } from '@lingui/react/macro'
import { notifications, readNotifications } from '@papadag/contract/notifications'
import { useEffect, useEffectEvent } from 'react'
import { useRead, useWrite } from '../platform/data.ts'
import { useDates } from '../platform/dates.ts'
import { markNoticesRead, useKeptNotices } from '../platform/notices.ts'
import { NotificationText } from './notification-text.tsx'

/** Latest first; what is in it counts as read once the list is closed. */
export function NoticeList() {
  const { notices, unread } = useKeptNotices()
  const { data: told = [] } = useRead(notifications, {})
  const { mutate: markRead } = useWrite(readNotifications)
  const dates = useDates()
  const close = useEffectEvent(() => {
    if (unread === 0) return
    markNoticesRead()
    if (told.some(({ isRead }) => !isRead)) markRead({})
  })
  useEffect(() => () => close(), [])
  if (notices.length + told.length === 0) {
    return (
      <p className="p-3 text-ink-2">
        <Trans>Nothing here. When something happens, it will be here.</Trans>
      </p>
    )
  }
  return (
    <ul>
      {notices.map(notice => (
        <li key={notice.id} className={row}>
          <p className="flex justify-between gap-3 font-bold">
            {notice.title}
            <time dateTime={notice.at} className="font-normal text-ink-2 text-sm tabular-nums">
              {dates.time(notice.at)}
            </time>
          </p>
          {notice.description && <p className="text-ink-2 text-sm">{notice.description}</p>}
        </li>
      ))}
      {told.map(notification => (
        <li key={`told ${notification.id}`} className={`flex flex-col gap-1 ${row}`}>
          <time dateTime={notification.createdAt} className="text-ink-2 text-sm tabular-nums">
            {`${dates.shortDate(notification.createdAt)} ${dates.time(notification.createdAt)}`}
          </time>
          <NotificationText notification={notification} />
        </li>
      ))}
    </ul>
  )
}

const row = 'border-line border-t-[1.5px] p-3 first:border-t-0'
