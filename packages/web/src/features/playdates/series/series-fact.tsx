import { Plural, Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Icon } from '@papadag/ui/pictures/icon'

type Props = { playdate: Playdate }

/** Shown on a card: that it repeats, and how many more fathers it needs. */
export function SeriesFact({ playdate }: Props) {
  const { series } = playdate
  return (
    <div className="mt-1 grid gap-1 text-[.9375rem] text-ink-2 leading-[1.35]">
      {series && (
        <p className="flex items-start gap-[7px]">
          <Icon name="refresh" size={17} className="mt-px shrink-0" />
          <Every series={series} />
        </p>
      )}
      <FathersMissing playdate={playdate} />
    </div>
  )
}

/** Shown in a row: a sign that it repeats. */
export function SeriesSign({ series }: { series: NonNullable<Playdate['series']> }) {
  return (
    <>
      <Icon name="refresh" size={16} className="mt-px shrink-0" />
      <span className="sr-only">
        <Every series={series} />
      </span>
    </>
  )
}

/** How often it repeats; the day is said elsewhere. */
export function Every({ series }: { series: Pick<NonNullable<Playdate['series']>, 'every'> }) {
  if (series.every === 'week') return <Trans>Every week</Trans>
  return series.every === 'twoWeeks' ? <Trans>Every other week</Trans> : <Trans>Every month</Trans>
}

export function FathersMissing({ playdate: { minimumFathers, fathersMissing, state } }: Props) {
  if (!minimumFathers || !fathersMissing || state !== 'planned') return null
  return (
    <p className="flex items-start gap-[7px]">
      <Icon name="users" size={17} className="mt-px shrink-0" />
      <span>
        <Trans>Goes ahead from {minimumFathers} dads</Trans>:{' '}
        <b className="text-ink">
          <Plural value={fathersMissing} one="# more" other="# more" />
        </b>
      </span>
    </p>
  )
}
