import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '@papadag/ui/pictures/icon'
import type { Map as LeafletMap } from 'leaflet'

const button = 'grid size-11 place-items-center hover:bg-sunken off:text-line-2 off:hover:bg-surface'
const box = 'over-map overflow-hidden rounded-[14px] bg-surface text-ink'

type Props = {
  map: LeafletMap | undefined
  zoom: number
  /** Fills the window with the map, or leaves it; absent where the map always fills its screen. */
  full: { isFull: boolean; onChange: () => void } | undefined
  /** Locates the user; absent if his position is known. */
  onLocate: (() => void) | undefined
  isLocating: boolean
}

/** Zoom in, zoom out, full window and locate. */
export function MapControls({ map, zoom, full, onLocate, isLocating }: Props) {
  const { t } = useLingui()
  const isNearest = map !== undefined && zoom >= map.getMaxZoom()
  const isFurthest = map !== undefined && zoom <= map.getMinZoom()
  return (
    <div data-covers-map className="map-controls absolute right-3 z-2 grid gap-2">
      <div className={`map-zoom ${box}`}>
        <button
          type="button"
          aria-label={t`Zoom in`}
          aria-disabled={isNearest}
          onClick={() => map?.zoomIn()}
          className={button}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          aria-label={t`Zoom out`}
          aria-disabled={isFurthest}
          onClick={() => map?.zoomOut()}
          className={`${button} border-line border-t-[1.5px]`}
        >
          <Icon name="minus" />
        </button>
      </div>
      {full && (
        <div className={box}>
          <button
            type="button"
            aria-label={full.isFull ? t`Exit full screen` : t`Full screen`}
            onClick={full.onChange}
            className={button}
          >
            <svg
              viewBox="0 0 24 24"
              width="22"
              height="22"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              aria-hidden
            >
              <path
                strokeLinecap="round"
                strokeLinejoin="round"
                d={full.isFull ? 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5' : 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'}
              />
            </svg>
          </button>
        </div>
      )}
      {onLocate && (
        <div className={box}>
          <button
            type="button"
            aria-label={t`Use My Location`}
            title={t`Use My Location`}
            aria-busy={isLocating}
            onClick={onLocate}
            className={button}
          >
            <Icon name="locate" className={isLocating ? 'animate-pulse' : ''} />
          </button>
        </div>
      )}
    </div>
  )
}

/** The legend of the heat, also in words. */
export function Legend() {
  const { t } = useLingui()
  return (
    <div
      role="img"
      aria-label={t`Legend: blue few, lime some, red many playgrounds`}
      data-covers-map
      className="over-map pointer-events-none rounded-[6px_16px_16px] bg-surface px-3 py-2 font-semibold text-[.8125rem] text-ink leading-tight"
    >
      <p className="font-bold">
        <Trans>Playgrounds nearby</Trans>
      </p>
      <div className="map-ramp mt-1.5 mb-1 h-2.5 rounded-full opacity-75" />
      <div className="flex flex-wrap justify-between gap-x-3.5 text-xs">
        <span>
          <Trans context="heat">Few</Trans>
        </span>
        <span>
          <Trans context="heat">Some</Trans>
        </span>
        <span>
          <Trans context="heat">Many</Trans>
        </span>
      </div>
    </div>
  )
}

/** The attribution, which stays visible in every state (safety S47). */
export function Credit({ also }: { also: string | undefined }) {
  return (
    <p data-covers-map className="map-credit absolute right-6.5 z-1 rounded-t-lg bg-surface/90 px-2 text-ink-2 text-xs">
      <a
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noopener noreferrer"
        className="inline-block py-1 underline underline-offset-2"
      >
        © OpenStreetMap contributors
      </a>
      {also && <> · {also}</>}
    </p>
  )
}
