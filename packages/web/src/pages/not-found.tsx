import { Trans } from '@lingui/react/macro'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { useEffect } from 'react'
import { Link, navigate, usePath } from '../platform/navigation/navigation.tsx'
import { pathTo } from '../platform/navigation/routes.ts'
import { useSession } from '../platform/session/session.ts'

/** Where an address leads that fathers guess. */
const guessed = new Map([['/settings', pathTo('profile', {}, { tab: 'settings' })]])

export function Page() {
  const isMember = useSession().status === 'member'
  const meant = guessed.get(usePath().replace(/\/$/, ''))
  useEffect(() => {
    if (meant) navigate(meant, { replace: true })
  }, [meant])
  if (meant) return null
  return (
    <EmptyState
      illustration="notFound"
      heading="h1"
      className="mx-auto max-w-115 py-[clamp(24px,8vh,90px)]"
      title={<Trans>404 Page Not Found</Trans>}
      action={
        // Without a session the header has the yellow button.
        <Link to={pathTo('home')} className={buttonClass({ variant: isMember ? 'do' : 'secondary' })}>
          <Icon name="home" size={18} />
          <Trans>Back to Home</Trans>
        </Link>
      }
    >
      <Trans>The page you are looking for does not exist.</Trans>
    </EmptyState>
  )
}
