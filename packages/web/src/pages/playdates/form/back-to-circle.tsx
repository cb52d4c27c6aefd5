import { Trans } from '@lingui/react/macro'
import { oneCircle } from '@papadag/contract/circles'
import { BackLink, BackToPlaydates } from '../../../features/playdates/sheet/playdate-page.tsx'
import { useRead } from '../../../platform/data/data.ts'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** The link back to the circle that plans something. */
export function BackToCircle({ id }: { id: number }) {
  const { data: circle, error } = useRead(oneCircle, { params: { id } })
  if (error?.status === 404) return <BackToPlaydates />
  return <BackLink to={pathTo('circles', { id })}>{circle?.name ?? <Trans>The circle</Trans>}</BackLink>
}
