import { useLingui } from '@lingui/react/macro'
import type { Rhythm } from '@papadag/contract/playdates/repeats'
import { dateAndTimeOf, useDates } from '../../platform/language/dates.ts'
import { dateNameIn } from '../../platform/language/formats.ts'

/** `Every Wednesday`; `day` is one of its days, `2026-11-25`. */
export function useRhythm() {
  const { t, i18n } = useLingui()
  return (every: Rhythm, day: string) => {
    const noon = new Date(`${day}T12:00:00Z`)
    const weekday = dateNameIn(i18n.locale, 'weekday', noon)
    if (every === 'week') return t`Every ${weekday}`
    if (every === 'twoWeeks') return t`Every other ${weekday}`
    const inMonth = [
      t`Every first ${weekday} of the month`,
      t`Every second ${weekday} of the month`,
      t`Every third ${weekday} of the month`,
      t`Every fourth ${weekday} of the month`,
      t`Every last ${weekday} of the month`,
    ]
    return inMonth[Math.ceil(noon.getUTCDate() / 7) - 1] ?? ''
  }
}

/** `Every Wednesday`, for a series of which one date starts at this moment; undefined for a single playdate. */
export function useRhythmFrom(series: { every: Rhythm } | null | undefined, startTime: string) {
  const rhythm = useRhythm()
  return series ? rhythm(series.every, dateAndTimeOf(startTime).date) : undefined
}

/** `Every Wednesday, until Wednesday, 26 May`; undefined for a single playdate. */
export function useSeriesInWords(series: { every: Rhythm; until: string } | null | undefined, startTime: string) {
  const { t } = useLingui()
  const dates = useDates()
  const rhythm = useRhythmFrom(series, startTime)
  if (!series || !rhythm) return undefined
  const until = dates.dayAndMonth(noonOf(series.until))
  return t`${rhythm}, until ${until}`
}

/** A day without a time, in the form that formatting dates takes: noon where he is, so that it is this day there too. */
export const noonOf = (day: string) => new Date(`${day}T12:00:00`).toISOString()
