import { fallbackLocation } from '@papadag/contract/limits'
import { AddButton } from '../../features/places/map/adding/add-button.tsx'
import { ListSheet } from '../../features/places/map/list/list-sheet.tsx'
import { Credit } from '../../features/places/map/map-controls.tsx'
import { phone } from '../../features/places/map/phone.ts'
import { ListOrMap, TypesFromMap } from '../../features/places/surface/segments.tsx'
import { listAddress, readWanted } from '../../features/places/surface/surface-address.ts'
import { screen } from '../../platform/screen/screen.ts'
import { createStore } from '../../platform/store.ts'

const nothing = () => {}
const wanted = readWanted(new URLSearchParams())
// A store cannot be watched before there is a screen.
const nothingInView = { ...createStore(undefined), use: () => undefined }
const { latitude, longitude } = fallbackLocation

/** The map on a phone: place-tile.ts adds the tile in its middle. */
export function MapDrawing() {
  return (
    <div data-stop="peek" className="map-phone">
      <div className="map-frame isolate overflow-hidden">
        <div className="map-top absolute inset-x-3 top-3 z-4">
          <div className="map-bar grid grid-cols-1 gap-y-2">
            <div className="flex flex-wrap gap-2">
              <div className="field-box min-w-32 flex-1" />
              <ListOrMap shown="map" wanted={wanted} list={listAddress(wanted, 'playground')} />
            </div>
            <TypesFromMap wanted={wanted} />
          </div>
        </div>
        <div
          data-map={phone}
          data-zoom={screen.mapZoom}
          data-at={JSON.stringify([latitude, longitude])}
          className="leaflet-container absolute inset-0 z-0"
        >
          <div className="leaflet-pane leaflet-tile-pane" />
        </div>
        <Credit also={undefined} />
      </div>
      <ListSheet
        isSheet
        stop="peek"
        onStop={nothing}
        inView={nothingInView}
        action={<AddButton isPicking={false} onAdd={nothing} onStop={nothing} />}
        isAway={false}
      >
        {null}
      </ListSheet>
    </div>
  )
}
