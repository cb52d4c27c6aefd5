import './map.css'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import type { Map as LeafletMap } from 'leaflet'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { screen } from '../../../platform/screen/screen.ts'
import { useMedia } from '../../../platform/screen/use-media.ts'
import { FeatureChips } from '../surface/feature-chips.tsx'
import { ListOrMap, TypesFromMap } from '../surface/segments.tsx'
import { filterOf, listAddress, type Wanted } from '../surface/surface-address.ts'
import { AddButton } from './adding/add-button.tsx'
import { useAdding } from './adding/use-adding.tsx'
import { goesBeyond, type Position } from './geo.ts'
import { ListSheet } from './list/list-sheet.tsx'
import { PlaceSearch } from './list/place-search.tsx'
import type { Origin } from './list/playground-list.tsx'
import { RowSkeletons } from './list/row-skeletons.tsx'
import type { Stop } from './list/sheet-stops.ts'
import { enterFull, leaveFull, lookFor, useMapAddress } from './map-address.ts'
import { MapNotices, PickHint } from './map-notices.tsx'
import { MapStage } from './map-stage.tsx'
import { phone } from './phone.ts'
import { createLayersState, MapLayers } from './points/map-layers.tsx'
import type { PinLayer } from './points/pin-layer.ts'
import { useOpenPlace } from './points/use-open-place.ts'
import { useSign } from './points/use-pin-layer.ts'
import { useBackground } from './use-background.ts'
import { useFinding } from './use-finding.ts'
import { useFullWindow } from './use-full-window.ts'
import { useLeaflet } from './use-leaflet.ts'
import { useStartAt } from './use-start-at.ts'

const OfflineMapCard = lazy(() => import('./offline/offline-map-card.tsx'))
// The map comes first.
const PlaygroundList = lazy(() => import('./list/playground-list.tsx'))
const InfoCards = lazy(() => import('./list/info-cards.tsx'))
const loadPopup = () => import('./popup/map-popup.tsx')
const loadSheetPlace = () => import('./popup/sheet-place.tsx')
const MapPopup = lazy(loadPopup)
const SheetPlace = lazy(loadSheetPlace)

/** The height of search, types and features over a map that fills the window. */
const barPx = 124

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
  const isPhone = useMedia(phone)
  const { wanted, placeId, closePlace: onClose, ...address } = useMapAddress()
  const isFull = address.isFull && !isPhone
  const filter = useFilter(wanted)
  const { attach, map, view } = useLeaflet(position ?? otherwise)
  useStartAt(map, position, placeId !== undefined || wanted.words !== '')

  const background = useBackground(map)
  const [layersState] = useState(createLayersState)
  const layer = useRef<PinLayer>(undefined)
  const { open, openPin, openFar } = useOpenPlace(map, placeId, layer)
  const [stop, setStop] = useState<Stop>('peek')
  const adding = useAddingOn(map, { position, findMe, onAdded: openFar }, () => {
    if (open) onClose()
    setStop('peek')
  })
  useSign(map, position, 'own', t`Your Location`)
  useSign(map, adding.at, 'new', t`New playground`)

  const window = useRef<HTMLDivElement>(null)
  useFullWindow(window, isFull, leaveFull)
  usePlaceCode(map, isPhone)

  const isOver = isPhone || isFull
  const search = (
    <SearchBar
      wanted={wanted}
      isHere={placeId !== undefined}
      onChoose={openFar}
      map={map}
      hasChips={!(isOver && adding.isPicking)}
    />
  )
  const add = <AddButton isPicking={adding.isPicking} onAdd={adding.start} onStop={adding.stop} />
  const place = map && open && <OpenedPlace {...{ map, isPhone, isFull, origin, wanted, onClose }} place={open} />
  const more = <More own={background.own} around={around} />
  return (
    <>
      {!isPhone && <Head />}
      {!isOver && <div className="mb-2.5">{search}</div>}
      <div
        ref={window}
        data-cover={isFull || undefined}
        data-stop={stop}
        className={isPhone ? 'map-phone' : isFull ? 'map-full' : 'map-part'}
      >
        <MapStage
          map={map}
          attach={attach}
          zoom={view?.zoom ?? screen.mapZoom}
          isAlone={isOver}
          full={isPhone ? undefined : { isFull, onChange: isFull ? leaveFull : enterFull }}
          isPicking={adding.isPicking}
          onPick={at => void adding.pick(at)}
          add={
            !isPhone && (
              <span data-covers-map className="over-map map-add pointer-events-auto ml-auto rounded-xl bg-bg">
                {add}
              </span>
            )
          }
          onLocate={position ? undefined : () => void adding.goToMe()}
          isLocating={adding.isFinding}
          onPress={() => open && onClose()}
          credit={background.attribution}
          top={
            <>
              {isOver && search}
              {adding.isPicking && <PickHint isFinding={adding.isFinding} onHere={() => void adding.pickHere()} />}
              <MapNotices
                hasFailed={layersState.hasFailed}
                isBare={background.isMissing}
                ends={background.end !== undefined && view !== undefined && goesBeyond(view.box, background.end)}
              />
            </>
          }
        >
          {!isPhone && place}
        </MapStage>
        {isPhone && place}
        <ListSheet
          isSheet={isPhone}
          stop={stop}
          onStop={setStop}
          inView={layersState.inView}
          action={add}
          isAway={isPhone && open !== undefined}
        >
          <Suspense fallback={<RowSkeletons />}>
            <PlaygroundList
              center={view?.center}
              origin={origin}
              filter={filter}
              openId={placeId}
              isLong={isOver}
              onChoose={openFar}
            />
          </Suspense>
          {isPhone && more}
        </ListSheet>
      </div>
      <MapLayers map={map} view={view} filter={filter} open={open} onOpen={openPin} layer={layer} state={layersState} />
      {adding.dialog}
      {!isPhone && more}
    </>
  )
}

/** The same object while the search is the same, since the layers of the map follow it. */
function useFilter(wanted: Wanted) {
  const { features, facts } = filterOf(wanted, 'playground')
  return useMemo(() => ({ ...(features && { features }), ...(facts && { facts }) }), [features, facts])
}

type Adding = Pick<Props, 'position' | 'findMe'> & { onAdded: (place: Place) => void }

/** Adding a playground on this map, which may have to find him first. */
function useAddingOn(map: LeafletMap | undefined, { position, findMe, onAdded }: Adding, onStart: () => void) {
  const adding = useAdding(onAdded)
  const finding = useFinding(map, position, findMe, adding.pick)
  return {
    ...adding,
    ...finding,
    start() {
      onStart()
      adding.start()
      // For keyboard users: arrows and Enter.
      map?.getContainer().focus({ preventScroll: true })
    },
  }
}

type OpenedProps = Omit<Parameters<typeof SheetPlace>[0], 'more'> & {
  isPhone: boolean
  isFull: boolean
  wanted: Wanted
}

/** In the sheet on a phone, otherwise at its pin. */
function OpenedPlace({ isPhone, isFull, wanted, ...place }: OpenedProps) {
  const opened = { ...place, more: listAddress(wanted, 'playground', place.place.id) }
  return (
    <Suspense fallback={isPhone && <div className="map-place" />}>
      {isPhone ? (
        <SheetPlace key={opened.place.id} {...opened} />
      ) : (
        <MapPopup key={opened.place.id} above={isFull ? barPx : 0} {...opened} />
      )}
    </Suspense>
  )
}

/** The same element each time, so that React does not render it again. */
const infoCards = <InfoCards />

/** What is said about the map: how to save it, and the cards. */
function More({ own, around }: { own: ReturnType<typeof useBackground>['own']; around: Position | undefined }) {
  return (
    <>
      {own && (
        <Suspense>
          <OfflineMapCard center={around} map={own} />
        </Suspense>
      )}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 lg:grid-cols-4 lg:gap-4.5">
        <Suspense>{infoCards}</Suspense>
      </div>
    </>
  )
}

function Head() {
  return (
    <>
      <h1>
        <Trans>Playground Map</Trans>
      </h1>
      <p className="mt-0.5 mb-2.5 text-ink-2 text-sm md:mb-3.5">
        <Trans>Where the slides are, and where there are plenty.</Trans>
      </p>
    </>
  )
}

type SearchProps = Pick<Parameters<typeof PlaceSearch>[0], 'isHere' | 'onChoose'> & {
  map: LeafletMap | undefined
  wanted: Wanted
  hasChips: boolean
}

/** The same search as that of the list. */
function SearchBar({ map, wanted, hasChips, ...search }: SearchProps): ReactNode {
  return (
    <div className="map-bar grid grid-cols-1 gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="flex flex-wrap gap-2">
        <PlaceSearch
          words={wanted.words}
          onWords={words => lookFor({ words })}
          onArrive={map && (({ latitude, longitude }) => map.setView([latitude, longitude], screen.mapZoom))}
          {...search}
        />
        <ListOrMap shown="map" wanted={wanted} list={listAddress(wanted, 'playground')} />
      </div>
      <TypesFromMap wanted={wanted} />
      {hasChips && (
        <FeatureChips type="playground" chosen={wanted} onChange={lookFor} className="map-chips col-span-full" />
      )}
    </div>
  )
}

/** A father who points at the map may press a pin, so the code of an open place is loaded then. */
function usePlaceCode(map: LeafletMap | undefined, isPhone: boolean) {
  useEffect(() => {
    const element = map?.getContainer()
    const load = () => void (isPhone ? loadSheetPlace : loadPopup)().catch(() => {})
    for (const type of ['pointerenter', 'focusin']) element?.addEventListener(type, load)
    return () => {
      for (const type of ['pointerenter', 'focusin']) element?.removeEventListener(type, load)
    }
  }, [map, isPhone])
}
