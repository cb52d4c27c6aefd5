import { Trans } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { reads } from '../../../platform/data/reads.ts'
import type { Store } from '../../../platform/store.ts'

/** Leaves room on the right for the map's controls. */
const strip =
  'over-map mr-14 flex min-h-11 items-center gap-2.5 rounded-kap-s px-3.5 py-2 font-semibold text-[.9375rem] leading-tight'

/** How to choose a point, shown on the map itself. */
export function PickHint({ isFinding, onHere }: { isFinding: boolean; onHere: () => void }) {
  return (
    <div data-covers-map className={`${strip} flex-wrap bg-do-soft text-ink`}>
      <Icon name="pin" />
      <p role="status" className="min-w-[16ch] flex-1">
        <Trans>Click on the map to add a new playground</Trans>
        <span className="sr-only">
          {' '}
          <Trans>With the keyboard: move the map with the arrow keys, Enter picks the centre.</Trans>
        </span>
      </p>
      <Button size={44} icon="locate" busy={isFinding} onClick={onHere}>
        <Trans>Where I am</Trans>
      </Button>
    </div>
  )
}

/** Shows one notice at a time about what is wrong with the map. */
export function MapNotices({ hasFailed, isBare, ends }: { hasFailed: Store<boolean>; isBare: boolean; ends: boolean }) {
  if (hasFailed.use()) {
    return (
      <QuietNotice>
        <Trans>Some playgrounds could not be loaded.</Trans>{' '}
        <button type="button" onClick={readTilesAgain} className="min-h-6 font-bold underline">
          <Trans>Retry</Trans>
        </button>
      </QuietNotice>
    )
  }
  if (!isBare && !ends) return null
  return (
    <QuietNotice>
      {isBare ? (
        <Trans>The map background is not loading. The playgrounds are where they always are.</Trans>
      ) : (
        <Trans>The map ends where the stripes begin. There may be playgrounds beyond.</Trans>
      )}
    </QuietNotice>
  )
}

function readTilesAgain() {
  void reads.invalidateQueries({ predicate: ({ queryKey: [at] }) => String(at).startsWith('/api/map/') })
}

/** A discreet notice: the rest of the map works. */
function QuietNotice({ children }: { children: ReactNode }) {
  return (
    <div role="status" data-covers-map className={`${strip} bg-surface text-ink`}>
      <Icon name="info" size={20} className="text-ink-2" />
      <div className="min-w-0 flex-1 font-medium text-sm">{children}</div>
    </div>
  )
}

/** For a finger that tries to move the map. */
export function TwoFingers({ isShown }: { isShown: boolean }) {
  return (
    <p
      aria-hidden
      className={`pointer-events-none absolute inset-0 z-6 grid place-items-center bg-black/50 p-6 text-center font-bold text-lg text-white transition-opacity duration-(--pd-dur-2) ${isShown ? 'opacity-100' : 'opacity-0'}`}
    >
      <Trans>Use two fingers to move the map</Trans>
    </p>
  )
}
