import { Trans } from '@lingui/react/macro'
import { ScreenHead } from '@papadag/ui/screen-head'
import { FatherSearch } from '../../features/users/fathers/father-search.tsx'

export function Page() {
  return (
    <>
      <ScreenHead title={<Trans>Discover dads</Trans>}>
        <Trans>Around the corner. With children who can’t sit still either.</Trans>
      </ScreenHead>
      <FatherSearch on="users" />
    </>
  )
}
