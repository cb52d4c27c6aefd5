import { Plural, Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { oneSeries } from '@papadag/contract/playdates/series'
import { Fact, isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { noonOf, useRhythm } from '../../../domain/playdates/rhythm-words.ts'
import { useRead } from '../../../platform/data/data.ts'
import { dateAndTimeOf, useDates } from '../../../platform/language/dates.ts'
import { Every } from './series-fact.tsx'

/** On the sheet under when and where: how it repeats, and how many fathers it needs. */
export function RhythmLines({ playdate }: { playdate: Playdate }) {
  const { series, minimumFathers, fathersMissing, state } = playdate
  const isAhead = state === 'planned' && !isOver(playdate)
  return (
    <>
      {series && (
        <Fact icon="refresh">
          <Rhythm series={series} playdate={playdate} />
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

type RhythmProps = { series: NonNullable<Playdate['series']>; playdate: Playdate }

function Rhythm({ series: known, playdate: { startTime } }: RhythmProps) {
  const { data } = useRead(oneSeries, { params: { id: known.id } })
  // Until the series is read, its line is what the date itself says, so that nothing moves.
  const series = data ?? { ...known, day: dateAndTimeOf(startTime).date, hasEnded: false }
  const dates = useDates()
  const rhythm = useRhythm()
  const until = withoutWeekday(dates.dayAndMonth(noonOf(series.until)))
  // Its time, above, has already named the weekday, unless this date was moved.
  const isNamed = series.every !== 'monthByWeekday' && weekdayOf(noonOf(series.day)) === weekdayOf(startTime)
  return (
    <span>
      {isNamed ? <Every series={series} /> : rhythm(series.every, series.day)}
      {' · '}
      {series.hasEnded ? <Trans>This series has ended.</Trans> : <Trans>Until {until}</Trans>}
    </span>
  )
}

const weekdayOf = (moment: string) => new Date(moment).getDay()

/** Every language begins with the weekday. */
const withoutWeekday = (day: string) => day.slice(day.indexOf(' ') + 1)
