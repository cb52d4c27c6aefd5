import { Trans } from '@lingui/react/macro'
import { ScreenHead } from '@papadag/ui/screen-head'
import { NoticeList } from './notice-list.tsx'

/** What he was told, as a screen of its own: a phone has no room for it beside another. */
export function Page() {
  return (
    <div className="mx-auto max-w-160">
      <ScreenHead title={<Trans>Notifications</Trans>} />
      <NoticeList />
    </div>
  )
}
