import { useLingui } from '@lingui/react/macro'
import { IconButton } from '@papadag/ui/icon-button'
import { Popover } from '@papadag/ui/popover'
import { Suspense } from 'react'
import { useKeptNotices } from '../platform/notices.ts'
import { later } from '../platform/when-near.tsx'
import { Quiet, sayUnavailable } from './error-boundary.tsx'

const NoticeList = later(async () => (await import('./notice-list.tsx')).NoticeList)

/** The bell: what he was told, and what went wrong in this session for whoever missed the toast. */
export function Inbox({ openAtOnce }: { openAtOnce: boolean }) {
  const { t } = useLingui()
  const { hasUnread } = useKeptNotices()
  return (
    <Popover
      label={t`Notifications`}
      align="end"
      className="w-80 p-2"
      openAtOnce={openAtOnce}
      trigger={props => (
        <IconButton
          {...props}
          icon="bell"
          dot={hasUnread}
          aria-label={hasUnread ? t`Notifications, there is something new` : t`Notifications`}
        />
      )}
    >
      {() => (
        <Quiet onFailed={sayUnavailable}>
          <Suspense>
            <NoticeList />
          </Suspense>
        </Quiet>
      )}
    </Popover>
  )
}
