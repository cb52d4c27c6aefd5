import { Trans, useLingui } from '@lingui/react/macro'
import { type MatchesQuery, matchesWithinKm } from '@papadag/contract/matches'
import { weekdays } from '@papadag/contract/users/papa-days'
import { settings } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { ChipToggle } from '@papadag/ui/chip'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { useWeekdayNames } from '../../../domain/people/weekday-names.ts'
import { useRead } from '../../../platform/data/data.ts'
import { navigate, useSearch } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useUser } from '../../../platform/session/session.ts'
import { inviteDads } from './invite-dads.ts'

/** The fathers that discover shows, chosen by its address. */
export function useFatherFilters(): MatchesQuery {
  const query = new URLSearchParams(useSearch())
  const withinKm = matchesWithinKm.find(km => String(km) === query.get('km'))
  const day = weekdays.find(one => one === query.get('day'))
  return {
    ...(withinKm && { withinKm }),
    ...(day && { day }),
    ...(query.get('fits') === 'children' && { fits: 'children' as const }),
  }
}

/** The filters as parts of an address. */
export function inAddress({ withinKm, day, fits }: MatchesQuery): Record<string, string> {
  return { ...(withinKm && { km: String(withinKm) }), ...(day && { day }), ...(fits && { fits }) }
}

// Widest first, as in the list of playdates.
const widths = matchesWithinKm.toReversed()

const show = (filters: MatchesQuery) => {
  const query = inAddress(filters)
  navigate(pathTo('discover', {}, Object.keys(query).length > 0 ? query : undefined), { replace: true })
}

/** A radius, then one of his days, then his children's age. */
export function FatherFilters({ filters }: { filters: MatchesQuery }) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const nameOf = useWeekdayNames()
  const own = useRead(settings, {})
  const isOwn = (day: string) => own.data?.papaDays.some(half => half.startsWith(day)) || filters.day === day
  const { withinKm, day, fits } = filters
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row that scrolls
    <div
      role="group"
      aria-label={t`Whom are you looking for?`}
      className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]"
    >
      {widths.map((km, index) => (
        <ChipToggle
          key={km}
          {...(index === 0 && { icon: 'pin' as const })}
          pressed={withinKm === km}
          onChange={on => show({ ...filters, withinKm: on ? km : undefined })}
        >
          <span aria-hidden>{km} km</span>
          <span className="sr-only">{t`Within ${km} km`}</span>
        </ChipToggle>
      ))}
      {childrenInfo.length > 0 && (
        <ChipToggle
          pressed={fits !== undefined}
          onChange={on => show({ ...filters, fits: on ? 'children' : undefined })}
        >
          <Trans>My children’s age</Trans>
        </ChipToggle>
      )}
      {/* Last, since they are read. */}
      {weekdays.filter(isOwn).map(one => (
        <ChipToggle key={one} pressed={day === one} onChange={on => show({ ...filters, day: on ? one : undefined })}>
          {nameOf(one)}
        </ChipToggle>
      ))}
    </div>
  )
}

/** Nobody is found with these filters. */
export function NobodyFound({ filters }: { filters: MatchesQuery }) {
  const { t } = useLingui()
  const { withinKm } = filters
  return (
    <EmptyState
      illustration="noFathers"
      title={withinKm ? t`No dads within ${withinKm} km yet` : t`No dads like that yet`}
      className="mt-4"
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          {withinKm && withinKm < 25 ? (
            <Button onClick={() => show({ ...filters, withinKm: 25 })}>
              <Trans>Search up to 25 km</Trans>
            </Button>
          ) : (
            <Button onClick={() => show({})}>
              <Trans>Show all dads</Trans>
            </Button>
          )}
          <Button variant="do" icon="share" onClick={() => void inviteDads()}>
            <Trans>Invite someone</Trans>
          </Button>
        </div>
      }
    >
      <Trans>You can be the first here to ask somebody along.</Trans>
    </EmptyState>
  )
}
