import { Trans } from '@lingui/react/macro'
import { cardClass } from '@papadag/ui/card'
import { ScreenHead } from '@papadag/ui/screen-head'
import { NotificationList } from './notification-list.tsx'

/** The notifications screen of a phone, which has no room for a popover. */
export function Page() {
  return (
    <div className="mx-auto max-w-160">
      <ScreenHead title={<Trans>Notifications</Trans>} />
      <NotificationList className={`p-2 md:p-3 ${cardClass}`} />
    </div>
  )
}
