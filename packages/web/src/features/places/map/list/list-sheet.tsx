import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { numberIn } from '../../../../platform/language/formats.ts'
import type { Store } from '../../../../platform/store.ts'
import { aboutIn } from '../../measures.ts'
import type { InView } from '../points/use-points.ts'
import { nearestStop, type Stop, stops } from './sheet-stops.ts'

type Props = {
  /** Whether it is a sheet over the map of a phone; otherwise it is below or next to the map. */
  isSheet: boolean
  stop: Stop
  onStop: (stop: Stop) => void
  /** How many playgrounds are in view; undefined while unknown. */
  inView: Store<InView | undefined>
  /** The button of the sheet. */
  action: ReactNode
  /** While a place is open it takes the sheet's place. */
  isAway: boolean
  children: ReactNode
}

/**
 * The list: on a phone within a sheet with the screen's heading and three stops, which a finger drags, and which keys
 * and screen readers set like a slider; otherwise below the map or next to it.
 */
export function ListSheet({ isSheet, stop, onStop, inView, action, isAway, children }: Props) {
  const sheet = useRef<HTMLElement>(null)
  const drag = useDrag(sheet, stop, onStop)
  return (
    <section
      ref={sheet}
      id="playground-list"
      tabIndex={-1}
      aria-labelledby="playground-list-title"
      hidden={isAway}
      className="map-list card relative flex flex-col bg-surface card-shadow"
    >
      {isSheet ? (
        <div {...drag} className="map-list-head px-4 pt-4 pb-3">
          <Grip stop={stop} onStop={onStop} />
          <h1 className="text-xl">
            <Trans>Playground Map</Trans>
          </h1>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
            <p className="min-h-5 min-w-0 flex-1 basis-32 text-ink-2 text-sm">
              <Trans>Where the slides are.</Trans> <Count of={inView} isSheet />
            </p>
            {action}
          </div>
        </div>
      ) : (
        <div className="px-4 pt-4 pb-1.5 lg:px-4.5">
          <Title />
          <p className="min-h-5 text-ink-2 text-sm">
            <Count of={inView} />
          </p>
        </div>
      )}
      <div className="map-list-rows px-4 pb-4 lg:px-4.5">
        {isSheet && <Title />}
        {children}
      </div>
    </section>
  )
}

function Title() {
  return (
    <h2 id="playground-list-title" className="text-lg">
      <Trans>List of playgrounds</Trans>
    </h2>
  )
}

function Count({ of, isSheet = false }: { of: Props['inView']; isSheet?: boolean }) {
  const seen = of.use()
  return <span role="status">{seen && <InWords {...seen} isSheet={isSheet} />}</span>
}

function InWords({ certain: count, unknown: perhaps, isEstimate, isSheet }: InView & { isSheet: boolean }) {
  const { i18n } = useLingui()
  const about = aboutIn(i18n.locale, count)
  const unknown = (isEstimate ? aboutIn : numberIn)(i18n.locale, perhaps)
  return (
    <>
      {isEstimate ? (
        <Trans>About {about} in view.</Trans>
      ) : isSheet ? (
        <Plural value={count} _0="None in view." one="# in view." other="# in view." />
      ) : (
        <Plural value={count} one="# playground in view" other="# playgrounds in view" />
      )}
      {perhaps > 0 && (
        <>
          {' '}
          <Trans>(+ {unknown} not known yet)</Trans>
        </>
      )}
    </>
  )
}

function Grip({ stop, onStop }: { stop: Stop; onStop: (stop: Stop) => void }) {
  const { t } = useLingui()
  const at = stops.indexOf(stop)
  const said = { peek: t`collapsed`, half: t`half screen`, full: t`full screen` }
  const goTo = (to: number) => onStop(stops[Math.min(Math.max(to, 0), stops.length - 1)] ?? 'half')
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowUp: at + 1,
      ArrowRight: at + 1,
      PageUp: at + 1,
      ArrowDown: at - 1,
      ArrowLeft: at - 1,
      PageDown: at - 1,
      Home: 0,
      End: 2,
      Enter: (at + 1) % 3,
      ' ': (at + 1) % 3,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t`Height of the list`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={stops.length - 1}
      aria-valuenow={at}
      aria-valuetext={said[stop]}
      onKeyDown={press}
      className="map-list-grip -mt-4 mx-auto grid h-7 w-24 place-items-center rounded-full"
    >
      <span className="h-[5px] w-11 rounded-full bg-line-2" />
    </div>
  )
}

const tapPx = 6

/** Makes the handle follow the finger and snap to the nearest stop; a tap moves it to the next stop. */
function useDrag(sheet: { current: HTMLElement | null }, stop: Stop, onStop: (stop: Stop) => void) {
  const from = useRef<{ y: number; height: number; moved: boolean }>(undefined)
  const screen = () => sheet.current?.parentElement
  const headPx = () => sheet.current?.querySelector<HTMLElement>('.map-list-rows')?.offsetTop ?? 0
  const end = () => {
    from.current = undefined
    screen()?.style.removeProperty('--sheet')
    screen()?.removeAttribute('data-dragging')
  }
  return {
    onPointerDown(event: React.PointerEvent<HTMLElement>) {
      // The button in it is pressed, not dragged.
      const isButton = event.target instanceof Element && event.target.closest('button')
      if (!sheet.current || event.button !== 0 || isButton) return
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { y: event.clientY, height: sheet.current.offsetHeight, moved: false }
    },
    onPointerMove({ clientY }: React.PointerEvent) {
      const start = from.current
      if (!start) return
      const by = start.y - clientY
      if (Math.abs(by) > tapPx) start.moved = true
      if (!start.moved) return
      screen()?.setAttribute('data-dragging', '')
      screen()?.style.setProperty('--sheet', `${Math.round(start.height + by)}px`)
    },
    onPointerUp({ clientY }: React.PointerEvent) {
      const start = from.current
      if (!start) return
      end()
      if (start.moved) onStop(nearestStop(start.height + start.y - clientY, headPx(), screen()?.offsetHeight ?? 0))
      else onStop(stops[(stops.indexOf(stop) + 1) % stops.length] ?? 'half')
    },
    onPointerCancel: end,
  }
}
