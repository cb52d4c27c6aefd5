import { Trans } from '@lingui/react/macro'
import { Card } from '@papadag/ui/card'
import { ScreenHead } from '@papadag/ui/screen-head'
import { NotificationList } from './notification-list.tsx'

/** The notifications screen of a phone, which has no room for a popover. */
export function Page() {
  return (
    <div className="mx-auto max-w-160">
      <ScreenHead title={<Trans>Notifications</Trans>} />
      <Card className="p-2! md:p-3!">
        <NotificationList />
      </Card>
    </div>
  )
}
