import { Plural, Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { oneSeries } from '@papadag/contract/playdates/series'
import { Fact, isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { noonOf, useRhythm } from '../../../domain/playdates/rhythm-words.ts'
import { useRead } from '../../../platform/data/data.ts'
import { useDates } from '../../../platform/language/dates.ts'

/** On the sheet under when and where: how it repeats, and how many fathers it needs. */
export function RhythmLines({ playdate }: { playdate: Playdate }) {
  const { series, minimumFathers, fathersMissing, state } = playdate
  const isAhead = state === 'planned' && !isOver(playdate)
  return (
    <>
      {series && (
        <Fact icon="refresh">
          <Rhythm id={series.id} />
        </Fact>
      )}
      {minimumFathers && isAhead ? (
        <Fact icon="users">
          <span>
            <Trans>Goes ahead from {minimumFathers} dads</Trans>
            {fathersMissing ? (
              <>
                :{' '}
                <b className="text-ink">
                  <Plural value={fathersMissing} one="# more" other="# more" />
                </b>
              </>
            ) : null}
          </span>
        </Fact>
      ) : null}
    </>
  )
}

function Rhythm({ id }: { id: number }) {
  const { data: series } = useRead(oneSeries, { params: { id } })
  const dates = useDates()
  const rhythm = useRhythm()
  // Its details, and a failure to read them, stand under "More".
  if (!series) return <span>…</span>
  const until = dates.dayAndMonth(noonOf(series.until))
  return (
    <span>
      {rhythm(series.every, series.day)}
      {' · '}
      {series.hasEnded ? <Trans>This series has ended.</Trans> : <Trans>Until {until}</Trans>}
    </span>
  )
}
