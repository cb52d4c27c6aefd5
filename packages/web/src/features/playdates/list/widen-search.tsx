import { Trans, useLingui } from '@lingui/react/macro'
import { nearKm } from '@papadag/contract/playdates/playdates'
import { Button, buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { type Filters, windowOf } from './filters.ts'

type Props = { filters: Filters; onChange: (filters: Filters) => void }

/**
 * What a father can do if nothing, or nothing more, matches his choice: look further away, look later, or plan
 * something.
 */
function WaysOn({ filters, onChange }: Props) {
  const { km, day, fits, room } = filters
  const wider = km && nearKm.find(one => one > km)
  return (
    <span className="flex flex-wrap justify-center gap-2.5">
      {km && (
        <Button icon="pin" onClick={() => onChange({ ...filters, km: wider })}>
          {wider ? <Trans>Look within {wider} km</Trans> : <Trans>Look further away</Trans>}
        </Button>
      )}
      {day && (
        <Button icon="calendar" onClick={() => onChange({ ...filters, day: undefined })}>
          <Trans>See what comes next</Trans>
        </Button>
      )}
      {(fits || room) && (
        <Button onClick={() => onChange({ ...filters, fits: undefined, room: undefined })}>
          {fits ? <Trans>Any age</Trans> : <Trans>Full ones too</Trans>}
        </Button>
      )}
      <Link to={pathTo('create-playdate', {}, dateIn(day))} className={buttonClass()}>
        <Trans>Plan something yourself</Trans>
      </Link>
    </span>
  )
}

function dateIn(day: string | undefined): Record<string, string> {
  return day ? { date: dateAndTimeOf(windowOf(day, new Date()).from).date } : {}
}

/** Nothing matches the filters. */
export function NothingFound({ onSayWhere, ...ways }: Props & { onSayWhere: (() => void) | undefined }) {
  const { t } = useLingui()
  if (onSayWhere) {
    return (
      <EmptyState
        illustration="noPlaydates"
        title={t`We don’t know what is near you`}
        action={
          <span className="flex flex-wrap justify-center gap-2.5">
            <Button onClick={() => ways.onChange({})}>
              <Trans>Show all playdates</Trans>
            </Button>
            <Button variant="do" icon="pin" onClick={onSayWhere}>
              <Trans>Tell where you live</Trans>
            </Button>
          </span>
        }
      >
        <Trans>Then we measure distances from there.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState illustration="noPlaydates" title={t`Nothing matches`} action={<WaysOn {...ways} />}>
      <Trans>Look a bit further, or be the first to plan something.</Trans>
    </EmptyState>
  )
}

/** The end of what matches the filters. */
export function EndOfFound({ isAllFull, ...ways }: Props & { isAllFull: boolean }) {
  return (
    <div className="mt-7 grid justify-items-center gap-3.5 rounded-kap-m bg-sunken p-4 text-center">
      <p className="font-[650]">
        {isAllFull ? (
          <Trans>Everything you are looking for is full. You can wait for a place.</Trans>
        ) : (
          <Trans>That is everything you are looking for.</Trans>
        )}
      </p>
      <WaysOn {...ways} />
    </div>
  )
}
