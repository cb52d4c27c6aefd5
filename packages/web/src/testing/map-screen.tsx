import type { Place } from '@papadag/contract/places/places'
import { ToastRegion } from '@papadag/ui/layers/toast'
import { act, screen, within } from '@testing-library/react'
import { Map as LeafletMap } from 'leaflet/src/map/Map.js'
import { beforeAll, beforeEach, vi } from 'vitest'
import { PlaygroundMap } from '../features/places/map/playground-map.tsx'
import { showLanguage } from '../platform/language/language.ts'
import { aPlace, aRestaurant } from './a-place.ts'
import { show } from './show.tsx'
import { type Handlers, ok } from './stand-in-server.ts'

// The map that the screen has made, to see where it is.
let made: LeafletMap | undefined
LeafletMap.addInitHook(function (this: LeafletMap) {
  made = this
})
export const theMap = () => {
  if (!made) throw new Error('There is no map.')
  return made
}

export const dam = { latitude: 52.3731, longitude: 4.8926 }
export const near = aPlace({
  id: 7,
  name: 'Het Woeste Westen',
  latitude: 52.374,
  longitude: 4.895,
  features: ['benches'],
})
const other = aPlace({ id: 9, name: 'Zandbak', latitude: 52.376, longitude: 4.885, features: ['sandbox'] })
export const far = aPlace({ id: 11, name: 'Griftpark', latitude: 52.1, longitude: 5.12 })

export const intoView = vi.fn()
export function prepareMapScreen(): void {
  beforeAll(async () => {
    await Promise.all([import('../features/places/map/adding/add-dialog.tsx'), import('@papadag/ui/layers/dialog')])
  })
  beforeEach(async () => {
    await showLanguage('en')
    intoView.mockClear()
    // Without animation, so that the map is at once where it is sent.
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      query =>
        ({
          matches: query.includes('reduced-motion') || query.includes('pointer: fine'),
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList, // as much of it as is used
    )
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1 }))
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement, how) {
      intoView(this.getAttribute('role'), how)
    })
  })
}

type Props = Partial<Parameters<typeof PlaygroundMap>[0]>

export function openMap({
  at = '/playground-map',
  places = [near, other] as Place[],
  handlers = {} as Handlers,
  props = {} as Props,
} = {}) {
  const findMe = vi.fn(async () => far)
  const shown = show(
    <>
      <PlaygroundMap
        position={undefined}
        otherwise={dam}
        origin={undefined}
        around={undefined}
        findMe={findMe}
        {...props}
      />
      <ToastRegion
        label="Notices"
        closeLabel="Dismiss"
        limits={{ durationMs: 5000, removalMs: 1_000_000, swipePx: 50 }}
      />
    </>,
    at,
    {
      'GET /api/env': () => ok({ tileUrl: '/tile/{z}/{x}/{y}', tileAttribution: null, map: null }),
      'GET /api/map/0/0/0': () => ok({ cells: [], places }),
      'GET /api/places/search': () => ok(places),
      'GET /api/places/nearby': () => ok([...places, far]),
      ...Object.fromEntries(
        [near, other, far, aRestaurant()].map(place => [`GET /api/places/${place.id}`, () => ok(place)]),
      ),
      ...handlers,
    },
  )
  return { findMe, ...shown }
}

export const where = () => {
  const { lat, lng } = theMap().getCenter()
  return [lat.toFixed(3), lng.toFixed(3), theMap().getZoom()]
}
export const whereIs = (
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  zoom: number,
) => [(latitude ?? 0).toFixed(3), (longitude ?? 0).toFixed(3), zoom]
export const address = () => location.pathname + location.search
export const mapElement = () => screen.getByRole('application')
export const pin = (name: string) => within(mapElement()).findByRole('button', { name })
export const row = async (name: string) =>
  within(await screen.findByRole('region', { name: 'List of playgrounds' })).findByRole('button', {
    name: new RegExp(name),
  })
export const popup = (name: string) => screen.findByRole('dialog', { name })
export const pressAt = (latitude: number, longitude: number) =>
  act(() => void theMap().fire('click', { latlng: { lat: latitude, lng: longitude } }))
