import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { nearKm } from '@papadag/contract/playdates/playdates'
import { ChipToggle } from '@papadag/ui/chip'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { dateAndTimeOf, useDates } from '../../../platform/language/dates.ts'
import { useUser } from '../../../platform/session/session.ts'
import { type Filters, isFiltering } from './filters.ts'
import type { useUpcoming } from './use-upcoming.ts'

const Days = lazy(async () => ({ default: (await import('../form/date-field.tsx')).Days }))

type Props = {
  filters: Filters
  onChange: (filters: Filters) => void
  /** Determines the origin of distances; returns false if it remains unknown. */
  locate: () => Promise<boolean>
}

// Widest first, since most users begin with it.
const widths = nearKm.toReversed()
/** The place of no chip in their list. */
const none = -1

/** The filters. Each chip is independent; there is one distance and one day at a time. */
export function FilterBar({ filters, onChange, locate }: Props) {
  const { t } = useLingui()
  const [isChoosing, setIsChoosing] = useState(false)
  const focus = useKeptFocus(isChoosing)
  const { chips, change } = useChips({ filters, onChange, locate }, () => setIsChoosing(true))
  const drawn = chips.map((chip, index) => (
    <ChipToggle
      // biome-ignore lint/suspicious/noArrayIndexKey: they are always the same
      key={index}
      ref={element => focus.hold(index, element)}
      {...chip}
      onChange={on => {
        focus.restoreTo(index)
        chip.onChange(on)
      }}
    />
  ))
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row that scrolls */}
      <div role="group" aria-label={t`What are you looking for?`} className="md:flex md:flex-wrap md:gap-2 md:p-1">
        {/* On a phone the others scroll out of view. */}
        <div className="flex flex-wrap gap-2 py-1 empty:hidden md:contents">
          {drawn.filter((_, index) => chips[index]?.pressed)}
        </div>
        <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:contents">
          {drawn.filter((_, index) => !chips[index]?.pressed)}
        </div>
      </div>
      <DayDialog
        open={isChoosing}
        date={dateIn(filters)}
        onChoose={chosen => change({ day: chosen })}
        onClose={() => setIsChoosing(false)}
      />
    </>
  )
}

/** The chosen day, unless it is one of those with a name. */
const dateIn = ({ day }: Filters) => (day === 'today' || day === 'weekend' ? undefined : day)

function useChips({ filters, onChange, locate }: Props, onChooseDay: () => void) {
  const { t } = useLingui()
  const dates = useDates()
  const { childrenInfo } = useUser()
  // The chosen width while his position is being determined.
  const [asked, setAsked] = useState<Filters['km']>()
  const latest = useRef(filters)
  latest.current = filters
  const { km, day, fits, room } = filters
  const date = dateIn(filters)
  const heads = 1 + childrenInfo.length
  const change = (to: Filters) => onChange({ ...latest.current, ...to })
  async function measureFrom(width: Filters['km']) {
    setAsked(width)
    const isKnown = await locate()
    setAsked(undefined)
    if (isKnown) change({ km: width })
  }
  const chips: Omit<ComponentProps<typeof ChipToggle>, 'ref'>[] = [
    ...widths.map((width, index) => ({
      pressed: (asked ?? km) === width,
      onChange: (on: boolean) => (on ? void measureFrom(width) : change({ km: undefined })),
      ...(index === 0 && { icon: 'pin' as const }),
      children: (
        <>
          <span aria-hidden>{width} km</span>
          <span className="sr-only">{t`Within ${width} km`}</span>
        </>
      ),
    })),
    ...(['today', 'weekend'] as const).map(one => ({
      pressed: day === one,
      onChange: (on: boolean) => change({ day: on ? one : undefined }),
      children: one === 'today' ? <Trans context="day">Today</Trans> : <Trans>This weekend</Trans>,
    })),
    {
      pressed: date !== undefined,
      icon: 'calendar',
      onChange: on => (on ? onChooseDay() : change({ day: undefined })),
      children: date ? dates.shortDate(`${date}T12:00`) : <Trans>Pick a day</Trans>,
    },
    {
      name: 'room',
      pressed: room === true,
      onChange: on => change({ room: on || undefined }),
      children: heads === 1 ? <Trans>Places left</Trans> : <Trans>Room for {heads}</Trans>,
    },
  ]
  if (childrenInfo.length > 0) {
    const ages = <Trans>My children’s age</Trans>
    const fit = { pressed: fits === true, onChange: (on: boolean) => change({ fits: on || undefined }), children: ages }
    chips.splice(-1, 0, fit)
  }
  return { chips, change }
}

/**
 * A chip that has just been switched is rendered anew among others of its kind, so its focus is restored. The dialog of
 * days cannot return it to the old one.
 */
function useKeptFocus(isElsewhere: boolean) {
  const chips = useRef<(HTMLButtonElement | null)[]>([])
  const switched = useRef(none)
  useEffect(() => {
    if (isElsewhere) return
    chips.current[switched.current]?.focus({ preventScroll: true })
    switched.current = none
  })
  return {
    hold(index: number, chip: HTMLButtonElement | null) {
      chips.current[index] = chip
    },
    restoreTo(index: number) {
      switched.current = index
    },
  }
}

type DayDialogProps = {
  open: boolean
  date: string | undefined
  onChoose: (date: string) => void
  onClose: () => void
}

function DayDialog({ open, date, onChoose, onClose }: DayDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onClose={onClose} title={t`Choose a date`} closeLabel={t`Close`}>
      <Suspense fallback={<div className="min-h-93" />}>
        <Days
          value={date ?? dateAndTimeOf(new Date()).date}
          busyDays={[]}
          onChange={chosen => {
            onChoose(chosen)
            onClose()
          }}
        />
      </Suspense>
    </Dialog>
  )
}

type LineProps = { filters: Filters; counted: ReturnType<typeof useUpcoming>['counted']; onClear: () => void }

/** Shows how many are filtered out, and clears the filters. Its space is reserved until the numbers are known. */
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
