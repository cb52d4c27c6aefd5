import { Trans } from '@lingui/react/macro'
import { environment } from '@papadag/contract/weather/weather'
import { textLinkClass } from '@papadag/ui/text-link'
import { useRead } from '../../platform/data/data.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { ProposalSwitch } from './proposal-switch.tsx'

/** Shown with his papa days if the operator has switched proposals on. */
export function ProposalSettings(props: Parameters<typeof ProposalSwitch>[0]) {
  const { data } = useRead(environment, {})
  if (!data?.proposals) return null
  return (
    <>
      <ProposalSwitch {...props} />
      <Link to={pathTo('proposals')} className={`justify-self-start ${textLinkClass}`}>
        <Trans>View the proposals</Trans>
      </Link>
    </>
  )
}
