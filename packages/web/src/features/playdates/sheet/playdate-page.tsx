import { Trans } from '@lingui/react/macro'
import { Icon } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** The link back, above the title of a playdate's page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="-ml-1 mb-1 inline-flex min-h-11 max-w-full items-center gap-1.5 px-1 font-bold text-sm">
      <Icon name="back" size={18} />
      <span className="min-w-0 break-words">{children}</span>
    </Link>
  )
}

export const BackToPlaydates = () => (
  <BackLink to={pathTo('playdates')}>
    <Trans>Playdates</Trans>
  </BackLink>
)
