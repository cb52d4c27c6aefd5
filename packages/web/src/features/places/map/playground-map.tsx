import './map.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useRef, useState } from 'react'
import { screen } from '../../../platform/screen/screen.ts'
import { useAdding } from './adding/use-adding.tsx'
import { goesBeyond, type Position } from './geo.ts'
import { InfoCards } from './info-cards.tsx'
import { FeatureChips } from './list/feature-chips.tsx'
import { ListSheet } from './list/list-sheet.tsx'
import { PlaceSearch } from './list/place-search.tsx'
import { type Origin, PlaygroundList } from './list/playground-list.tsx'
import { peekPx, type Stop } from './list/sheet-stops.ts'
import { chooseFeatures, enterFull, leaveFull, useMapAddress } from './map-address.ts'
import { MapNotices, PickHint } from './map-notices.tsx'
import { MapStage } from './map-stage.tsx'
import { createLayersState, MapLayers } from './points/map-layers.tsx'
import type { PinLayer } from './points/pin-layer.ts'
import { useOpenPlace } from './points/use-open-place.ts'
import { useSign } from './points/use-pin-layer.ts'
import { MapPopup } from './popup/map-popup.tsx'
import { useBackground } from './use-background.ts'
import { useFinding } from './use-finding.ts'
import { useFullWindow } from './use-full-window.ts'
import { useLeaflet } from './use-leaflet.ts'
import { useStartAt } from './use-start-at.ts'

const OfflineMapCard = lazy(() => import('./offline/offline-map-card.tsx'))

/** The same element each time, so that React does not render it again. */
const infoCards = <InfoCards />

type Props = {
  /** The browser's position, if known. */
  position: Position | undefined
  /** Where the map starts otherwise. */
  otherwise: Position
  /** The origin of distances; undefined until it is known. */
  origin: Origin | undefined
  /** His neighbourhood or his position: the part of the map he can keep. */
  around: Position | undefined
  /** Locates the browser, and shows a notice if that fails. */
  findMe: () => Promise<Position | undefined>
}

/** Playgrounds on a map and in a list, with their density and a way to add one. */
export function PlaygroundMap({ position, otherwise, origin, around, findMe }: Props) {
  const { t } = useLingui()
  const { features, placeId, isFull, closePlace } = useMapAddress()
  const filter = features.length > 0 ? features.join() : undefined
  const { attach, map, view } = useLeaflet(position ?? otherwise)
  useStartAt(map, position, placeId !== undefined)

  const background = useBackground(map)
  const [layersState] = useState(createLayersState)
  const layer = useRef<PinLayer>(undefined)
  const { open, openPin, openFar } = useOpenPlace(map, placeId, layer)
  const adding = useAdding(openFar)
  useSign(map, position, 'own', t`Your Location`)
  useSign(map, adding.at, 'new', t`New playground`)

  const window = useRef<HTMLDivElement>(null)
  useFullWindow(window, isFull, leaveFull)
  const { stop, setStop, onStop } = useStop(open !== undefined, closePlace)

  const { isFinding, goToMe, pickHere } = useFinding(map, position, findMe, adding.pick)
  const startAdding = () => {
    if (open) closePlace()
    setStop('peek')
    adding.start()
    // For keyboard users: arrows and Enter.
    map?.getContainer().focus({ preventScroll: true })
  }

  return (
    <>
      <h1>
        <Trans>Playground Map</Trans>
      </h1>
      <p className="mt-0.5 mb-2.5 text-ink-2 text-sm md:mb-3.5">
        <Trans>Where the slides are, and where there are plenty.</Trans>
      </p>
      <div ref={window} data-cover={isFull || undefined} data-stop={stop} className={isFull ? 'map-full' : 'map-part'}>
        <MapStage
          map={map}
          attach={attach}
          zoom={view?.zoom ?? screen.mapZoom}
          isFull={isFull}
          onFull={isFull ? leaveFull : enterFull}
          isPicking={adding.isPicking}
          onPick={at => void adding.pick(at)}
          onAdd={startAdding}
          onStopAdding={adding.stop}
          onLocate={position ? undefined : () => void goToMe()}
          isLocating={isFinding}
          onPress={() => open && closePlace()}
          credit={background.attribution}
          top={
            <>
              <PlaceSearch onChoose={openFar} />
              <div className="map-chips pointer-events-none! grid grid-cols-[minmax(0,1fr)] gap-2 *:pointer-events-auto">
                {adding.isPicking ? (
                  <PickHint isFinding={isFinding} onHere={() => void pickHere()} />
                ) : (
                  <FeatureChips chosen={features} onChange={chooseFeatures} />
                )}
                <MapNotices
                  hasFailed={layersState.hasFailed}
                  isBare={background.isMissing}
                  ends={background.end !== undefined && view !== undefined && goesBeyond(view.box, background.end)}
                />
              </div>
            </>
          }
        >
          {map && open && (
            <MapPopup
              key={open.id}
              map={map}
              place={open}
              below={isFull && innerWidth < 1024 ? peekPx : 0}
              onClose={closePlace}
            />
          )}
        </MapStage>
        <ListSheet isFull={isFull} stop={stop} onStop={onStop} count={layersState.count}>
          <PlaygroundList
            center={view?.center}
            origin={origin}
            features={filter}
            openId={placeId}
            isFull={isFull}
            onChoose={openFar}
          />
        </ListSheet>
      </div>
      <MapLayers map={map} view={view} filter={filter} open={open} onOpen={openPin} layer={layer} state={layersState} />
      {adding.dialog}
      {background.own && (
        <Suspense>
          <OfflineMapCard center={around} map={background.own} />
        </Suspense>
      )}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 lg:grid-cols-4 lg:gap-4.5">
        {infoCards}
      </div>
    </>
  )
}

/** How far the list is drawn up; the place that is open on the map must be in view. */
function useStop(isOpen: boolean, closePlace: () => void) {
  const [stop, setStop] = useState<Stop>('peek')
  if (isOpen && stop !== 'peek') setStop('peek')
  const onStop = (next: Stop) => {
    if (isOpen && next !== 'peek') closePlace()
    setStop(next)
  }
  return { stop, setStop, onStop }
}
