import { useLingui } from '@lingui/react/macro'
import { IconButton } from '@papadag/ui/icon-button'
import { Popover } from '@papadag/ui/layers/popover'
import { Suspense } from 'react'
import { Quiet, sayUnavailable } from '../../platform/screen/quiet.tsx'
import { later } from '../../platform/screen/when-near.tsx'
import { inCorner, Unread } from './unread.tsx'

const NotificationList = later(
  async () => (await import('../../pages/notifications/notification-list.tsx')).NotificationList,
)

type Props = { bell: { unread: number; label: string }; openAtOnce: boolean }

/** The popover of the bell: notifications, and errors of this session. */
export function Inbox({ bell: { unread, label }, openAtOnce }: Props) {
  const { t } = useLingui()
  return (
    <Popover
      label={t`Notifications`}
      align="end"
      className="w-96 p-2"
      openAtOnce={openAtOnce}
      trigger={props => (
        <IconButton {...props} icon="bell" badge={<Unread count={unread} className={inCorner} />} aria-label={label} />
      )}
    >
      {close => (
        <Quiet onFailed={sayUnavailable}>
          <Suspense>
            <div className="max-h-[70dvh] overflow-y-auto">
              <NotificationList onFollow={close} />
            </div>
          </Suspense>
        </Quiet>
      )}
    </Popover>
  )
}
