import { Plural, Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Icon } from '@papadag/ui/pictures/icon'

/** Shown on a card: that it repeats, and how many more fathers it needs. */
export function SeriesFact({ playdate: { series, minimumFathers, fathersMissing, state } }: { playdate: Playdate }) {
  const isShort = minimumFathers && fathersMissing && state === 'planned'
  return (
    <div className="mt-1 grid gap-1 text-[.9375rem] text-ink-2 leading-[1.35]">
      {series && (
        <p className="flex items-start gap-[7px]">
          <Icon name="refresh" size={17} className="mt-px shrink-0" />
          {series.every === 'week' ? (
            <Trans>Every week</Trans>
          ) : series.every === 'twoWeeks' ? (
            <Trans>Every other week</Trans>
          ) : (
            <Trans>Every month</Trans>
          )}
        </p>
      )}
      {isShort ? (
        <p className="flex items-start gap-[7px]">
          <Icon name="users" size={17} className="mt-px shrink-0" />
          <span>
            <Trans>Goes ahead from {minimumFathers} dads</Trans>:{' '}
            <b className="text-ink">
              <Plural value={fathersMissing} one="# more" other="# more" />
            </b>
          </span>
        </p>
      ) : null}
    </div>
  )
}
