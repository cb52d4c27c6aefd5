import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/empty-state'
import { Link, usePath } from '../platform/navigation.tsx'
import { matchRoute, pathTo, routes } from '../platform/routes.ts'

/** Stands where a section will be that is not built yet, and says so. */
export function Page() {
  const { i18n } = useLingui()
  const match = matchRoute(usePath())
  return (
    <EmptyState
      illustration="bakfiets"
      heading="h1"
      title={match && i18n._(routes[match.name].title)}
      action={
        <Link to={pathTo('playdates')} className={buttonClass({ variant: 'do' })}>
          <Trans>To the playdates</Trans>
        </Link>
      }
    >
      <Trans>This part is still being built.</Trans>
    </EmptyState>
  )
}
