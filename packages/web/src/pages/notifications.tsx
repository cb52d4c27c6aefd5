import { Trans } from '@lingui/react/macro'
import { Card } from '@papadag/ui/card'
import { ScreenHead } from '@papadag/ui/screen-head'
import { NoticeList } from './notice-list.tsx'

/** What he was told, as a screen of its own: a phone has no room for it beside another. */
export function Page() {
  return (
    <div className="mx-auto max-w-160">
      <ScreenHead title={<Trans>Notifications</Trans>} />
      <Card className="p-2! md:p-3!">
        <NoticeList />
      </Card>
    </div>
  )
}
