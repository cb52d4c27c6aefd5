import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { nearKm } from '@papadag/contract/playdates'
import { ChipToggle } from '@papadag/ui/chip'
import { Dialog } from '@papadag/ui/dialog-on-demand'
import { textLinkClass } from '@papadag/ui/text-link'
import { lazy, Suspense, useRef, useState } from 'react'
import { dateAndTimeOf, useDates } from '../../platform/dates.ts'
import { useUser } from '../../platform/session.ts'
import { type Filters, isFiltering } from './filters.ts'
import type { useUpcoming } from './use-upcoming.ts'

const Days = lazy(async () => ({ default: (await import('./date-field.tsx')).Days }))

type Props = {
  filters: Filters
  onChange: (filters: Filters) => void
  /** Finds out where distances are measured from; false if that stays unknown. */
  locate: () => Promise<boolean>
}

// Widest first, since most begin with it.
const widths = nearKm.toReversed()

/** The filters. Each chip is independent; one distance and one day at a time. */
export function FilterBar({ filters, onChange, locate }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const { childrenInfo } = useUser()
  const [isChoosing, setIsChoosing] = useState(false)
  // The chosen width while it is found out where he is.
  const [asked, setAsked] = useState<Filters['km']>()
  const latest = useRef(filters)
  latest.current = filters
  const { km, day, fits, room } = filters
  const date = day !== undefined && day !== 'today' && day !== 'weekend' ? day : undefined
  const heads = 1 + childrenInfo.length
  const chooseDay = (wanted: string) => (on: boolean) => onChange({ ...filters, day: on ? wanted : undefined })
  const close = () => setIsChoosing(false)
  async function measureFrom(width: Filters['km']) {
    setAsked(width)
    const isKnown = await locate()
    setAsked(undefined)
    if (isKnown) onChange({ ...latest.current, km: width })
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row that scrolls */}
      <div
        role="group"
        aria-label={t`What are you looking for?`}
        className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-1"
      >
        {widths.map(width => (
          <ChipToggle
            key={width}
            pressed={(asked ?? km) === width}
            onChange={on => (on ? void measureFrom(width) : onChange({ ...filters, km: undefined }))}
            {...(width === widths[0] && { icon: 'pin' as const })}
          >
            <span aria-hidden>≤ {width} km</span>
            <span className="sr-only">{t`Within ${width} km`}</span>
          </ChipToggle>
        ))}
        <ChipToggle pressed={day === 'today'} onChange={chooseDay('today')}>
          <Trans context="day">Today</Trans>
        </ChipToggle>
        <ChipToggle pressed={day === 'weekend'} onChange={chooseDay('weekend')}>
          <Trans>This weekend</Trans>
        </ChipToggle>
        <ChipToggle
          pressed={date !== undefined}
          icon="calendar"
          onChange={on => (on ? setIsChoosing(true) : onChange({ ...filters, day: undefined }))}
        >
          {date ? dates.shortDate(`${date}T12:00`) : <Trans>Pick a day</Trans>}
        </ChipToggle>
        {childrenInfo.length > 0 && (
          <ChipToggle pressed={fits === true} onChange={on => onChange({ ...filters, fits: on || undefined })}>
            <Trans>My children’s age</Trans>
          </ChipToggle>
        )}
        <ChipToggle
          name="room"
          pressed={room === true}
          onChange={on => onChange({ ...filters, room: on || undefined })}
        >
          {heads === 1 ? <Trans>Places left</Trans> : <Trans>Room for {heads}</Trans>}
        </ChipToggle>
      </div>
      <Dialog open={isChoosing} onClose={close} title={t`Choose a date`} closeLabel={t`Close`}>
        <Suspense fallback={<div className="min-h-93" />}>
          <Days
            value={date ?? dateAndTimeOf(new Date()).date}
            busyDays={[]}
            onChange={chosen => {
              onChange({ ...filters, day: chosen })
              close()
            }}
          />
        </Suspense>
      </Dialog>
    </>
  )
}

type LineProps = { filters: Filters; counted: ReturnType<typeof useUpcoming>['counted']; onClear: () => void }

/** Says how many are filtered out, and clears the filters. Its space is reserved until the numbers are known. */
export function FilteredOut({ filters, counted, onClear }: LineProps) {
  const isOn = isFiltering(filters)
  const others = counted && counted.all - counted.matching
  const isMany = counted?.all === limits.listItems
  return (
    <div
      hidden={!isOn}
      className={`flex flex-wrap content-center items-center gap-x-3 text-[.9375rem] text-ink-2 ${filters.km ? 'min-h-23 md:min-h-11' : 'min-h-11'}`}
    >
      <p aria-live="polite">
        {!isOn ? null : others === undefined ? (
          '…'
        ) : isMany ? (
          <Trans>Many more are filtered out.</Trans>
        ) : filters.km ? (
          <Plural
            value={others}
            _0="Nothing is filtered out."
            one="# is filtered out."
            other="# are filtered out, including those we can’t measure the distance to."
          />
        ) : (
          <Plural value={others} _0="Nothing is filtered out." one="# is filtered out." other="# are filtered out." />
        )}
      </p>
      <button type="button" onClick={onClear} className={textLinkClass}>
        <Trans>Show all</Trans>
      </button>
    </div>
  )
}
