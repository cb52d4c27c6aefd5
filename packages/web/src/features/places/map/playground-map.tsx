import './map.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { fallbackLocation } from '@papadag/contract/limits'
import { featureKeys } from '@papadag/contract/places'
import { Button } from '@papadag/ui/button'
import { ChipToggle } from '@papadag/ui/chip'
import { useEffect, useRef, useState } from 'react'
import { reads } from '../../../platform/reads.ts'
import { screen } from '../../../platform/screen.ts'
import { featureLabels } from '../feature-labels.ts'
import type { Position } from './geo.ts'
import { InfoCards } from './info-cards.tsx'
import { showInAddress, useMapAddress } from './map-address.ts'
import { PickHint, QuietNotice } from './map-notices.tsx'
import { MapPopup } from './map-popup.tsx'
import { MapStage } from './map-stage.tsx'
import { PlaceSearch } from './place-search.tsx'
import { PlaygroundList } from './playground-list.tsx'
import { useAdding } from './use-adding.tsx'
import { useBackground } from './use-background.ts'
import { useHeat } from './use-heat.ts'
import { useLeaflet } from './use-leaflet.ts'
import { useOpenPlace } from './use-open-place.ts'
import { usePinLayer, useSign } from './use-pin-layer.ts'
import { usePins, usePoints } from './use-points.tsx'

type Props = {
  /** Where this browser is, when that is known. */
  position: Position | undefined
  /** Finds that out, and says so when it cannot. */
  findMe: () => Promise<Position | undefined>
}

/** Playgrounds on a map and in a list: where they are, where many are, and a way to add one. */
export function PlaygroundMap({ position, findMe }: Props) {
  const { i18n, t } = useLingui()
  const { features, placeId } = useMapAddress()
  const filter = features.length > 0 ? features.join() : undefined
  const { attach, map, view } = useLeaflet(position ?? fallbackLocation)
  useStartAt(map, position, placeId !== undefined)

  const background = useBackground(map)
  const { points, isLoading, hasFailed, readers } = usePoints(view, filter)
  const { count, pins } = usePins(view, points, filter)
  const clustered = useHeat(map, view, points, !pins)
  const { open, openPin, openFar, close } = useOpenPlace(map, placeId, features)
  const adding = useAdding(openFar)
  const layer = usePinLayer(map, { pins, clustered, open, onOpen: openPin })
  useSign(map, position, 'own', t`Your Location`)
  useSign(map, adding.at, 'new', t`New playground`)

  const [isFinding, setFinding] = useState(false)
  const find = async () => {
    setFinding(true)
    const found = await findMe()
    setFinding(false)
    return found
  }
  const goToMe = async () => {
    const found = await find()
    if (found) map?.setView([found.latitude, found.longitude], screen.mapZoom)
  }
  const pickHere = async () => {
    const found = position ?? (await find())
    if (!found) return
    map?.setView([found.latitude, found.longitude], Math.max(map.getZoom(), screen.heatMaxZoom))
    void adding.pick(found)
  }
  const startAdding = () => {
    if (open) close(layer)
    adding.start()
    // Whoever came by keyboard goes on there: arrows and Enter.
    map?.getContainer().focus({ preventScroll: true })
  }

  return (
    <>
      <div className="mb-3.5 gap-5 md:flex md:items-end">
        <div className="flex-1">
          <h1>
            <Trans>Playground Map</Trans>
          </h1>
          <p className="mt-0.5 text-ink-2 text-sm">
            <Trans>Where the slides are, and where they are many.</Trans>
          </p>
        </div>
        <div className="mt-3 flex gap-2.5 md:mt-0">
          {!position && (
            <Button size={44} icon="locate" busy={isFinding} onClick={() => void goToMe()}>
              <Trans>Use My Location</Trans>
            </Button>
          )}
          {adding.isPicking ? (
            <Button size={44} variant="picked" icon="x" className="phone:flex-1" onClick={adding.stop}>
              <Trans>Cancel</Trans>
            </Button>
          ) : (
            <Button size={44} variant="do" icon="plus" className="phone:flex-1" onClick={startAdding}>
              <Trans>Add Playground</Trans>
            </Button>
          )}
        </div>
      </div>
      <div className="mb-3 gap-3 lg:flex lg:items-center">
        <PlaceSearch onChoose={openFar} className="lg:w-84" />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row that scrolls */}
        <div
          role="group"
          aria-label={t`Only with`}
          className="phone:-mx-4 flex gap-2 overflow-x-auto phone:px-4 py-1 [scrollbar-width:none] max-lg:mt-2"
        >
          {featureKeys.playground.map(key => (
            <ChipToggle
              key={key}
              icon={featureLabels[key].icon}
              pressed={features.includes(key)}
              onChange={pressed =>
                showInAddress({
                  features: featureKeys.playground.filter(other =>
                    other === key ? pressed : features.includes(other),
                  ),
                  placeId,
                })
              }
            >
              {i18n._(featureLabels[key].label)}
            </ChipToggle>
          ))}
        </div>
      </div>
      <MapStage
        map={map}
        attach={attach}
        zoom={view?.zoom ?? screen.mapZoom}
        count={isLoading ? undefined : count}
        isPicking={adding.isPicking}
        onPick={at => void adding.pick(at)}
        onPress={() => open && close(layer)}
        credit={background.attribution}
        notices={
          <>
            {adding.isPicking && <PickHint isFinding={isFinding} onHere={() => void pickHere()} />}
            {hasFailed ? (
              <QuietNotice>
                <Trans>Not all playgrounds could be loaded.</Trans>{' '}
                <button type="button" onClick={readTilesAgain} className="min-h-6 font-bold underline">
                  <Trans>Retry</Trans>
                </button>
              </QuietNotice>
            ) : (
              background.isMissing && (
                <QuietNotice>
                  <Trans>The background of the map does not arrive. The playgrounds are where they always are.</Trans>
                </QuietNotice>
              )
            )}
          </>
        }
      >
        {map && open && <MapPopup key={open.id} map={map} place={open} onClose={() => close(layer)} />}
      </MapStage>
      {readers}
      {adding.dialog}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-[2fr_1fr_1fr] md:gap-4.5 md:*:first:row-span-2">
        <PlaygroundList center={view?.center} features={filter} openId={placeId} onChoose={openFar} />
        <InfoCards />
      </div>
    </>
  )
}

function readTilesAgain() {
  void reads.invalidateQueries({ predicate: ({ queryKey: [at] }) => String(at).startsWith('/api/map/') })
}

/** Where one is turns out a moment after the map is there; it goes along unless somebody has moved it by then. */
function useStartAt(map: ReturnType<typeof useLeaflet>['map'], position: Position | undefined, isElsewhere: boolean) {
  const isSettled = useRef(isElsewhere || position !== undefined)
  useEffect(() => {
    if (!map) return
    const settle = () => {
      isSettled.current = true
    }
    const element = map.getContainer()
    for (const type of ['pointerdown', 'keydown', 'wheel']) element.addEventListener(type, settle, { passive: true })
    return () => {
      for (const type of ['pointerdown', 'keydown', 'wheel']) element.removeEventListener(type, settle)
    }
  }, [map])
  useEffect(() => {
    if (!map || !position || isSettled.current) return
    isSettled.current = true
    map.setView([position.latitude, position.longitude], screen.mapZoom, { animate: false })
  }, [map, position])
}
