import { Trans } from '@lingui/react/macro'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { Link } from '../platform/navigation/navigation.tsx'
import { pathTo } from '../platform/navigation/routes.ts'

export function Page() {
  return (
    <EmptyState
      illustration="notFound"
      heading="h1"
      className="mx-auto max-w-115 py-[clamp(24px,8vh,90px)]"
      title={<Trans>404 Page Not Found</Trans>}
      action={
        <Link to={pathTo('home')} className={buttonClass({ variant: 'do' })}>
          <Icon name="home" size={18} />
          <Trans>Back to Home</Trans>
        </Link>
      }
    >
      <Trans>The page you are looking for does not exist.</Trans>
    </EmptyState>
  )
}
