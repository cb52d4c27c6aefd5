import { Trans, useLingui } from '@lingui/react/macro'
import { matches } from '@papadag/contract/matches'
import type { AskedAlong } from '../../domain/people/asked-along.ts'
import { useRead } from '../../platform/data/data.ts'

/** Tells the planner whom he can ask when the playdate is there; they hear nothing before. */
export function WillBeAsked({ day, fathers }: AskedAlong) {
  const { i18n } = useLingui()
  const { data = [] } = useRead(matches, { query: { day, limit: 6 } })
  const names = data.filter(({ id }) => fathers.includes(id)).map(({ firstName }) => firstName)
  if (names.length === 0) return null
  const list = new Intl.ListFormat(i18n.locale).format(names)
  return (
    <p className="text-ink-2 text-sm">
      <Trans>After this you can ask {list} along. They hear nothing until you do.</Trans>
    </p>
  )
}
