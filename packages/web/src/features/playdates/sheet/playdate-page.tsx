import { Trans } from '@lingui/react/macro'
import { Icon } from '@papadag/ui/pictures/icon'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** The link back, above the title of a playdate's page. */
export function BackToPlaydates() {
  return (
    <Link
      to={pathTo('playdates')}
      className="-ml-1 mb-1 inline-flex min-h-11 items-center gap-1.5 px-1 font-bold text-sm"
    >
      <Icon name="back" size={18} />
      <Trans>Playdates</Trans>
    </Link>
  )
}
