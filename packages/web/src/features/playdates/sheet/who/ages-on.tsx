import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { FeatureTag } from '@papadag/ui/feature-tag'
import { isOver } from '../../../../domain/playdates/playdate-facts.tsx'
import { listIn } from '../../../../platform/language/formats.ts'
import { useUser } from '../../../../platform/session/session.ts'

/**
 * The ages of the children on a playdate, and which of the reader's own children they suit; only his screen shows the
 * latter.
 */
export function AgesOn({ playdate }: { playdate: Playdate }) {
  const { i18n } = useLingui()
  const { childrenInfo } = useUser()
  const { ages, myStatus } = playdate
  if (!ages) return null
  const { from, to } = ages
  const fitting =
    myStatus === 'none' && !isOver(playdate) ? childrenInfo.filter(({ age }) => age >= from && age <= to) : []
  const names = listIn(
    i18n.locale,
    fitting.flatMap(({ name }) => name || []),
  )
  return (
    <p className="flex flex-wrap gap-1.5">
      <FeatureTag icon="playCorner">
        {from === to ? (
          <Plural value={from} one="Children of # year" other="Children of # years" />
        ) : (
          <Trans>
            Children of {from}–{to} years
          </Trans>
        )}
      </FeatureTag>
      {names && (
        <FeatureTag icon="check">
          <Trans>Suits {names}</Trans>
        </FeatureTag>
      )}
    </p>
  )
}
