import { Trans } from '@lingui/react/macro'
import { FatherSearch } from '../features/users/father-search.tsx'

export function Page() {
  return (
    <>
      <h1>
        <Trans>Discover dads</Trans>
      </h1>
      <p className="mt-0.5 mb-3.5 text-ink-2">
        <Trans>Around the corner. With children who cannot sit still either.</Trans>
      </p>
      <FatherSearch on="users" />
    </>
  )
}
