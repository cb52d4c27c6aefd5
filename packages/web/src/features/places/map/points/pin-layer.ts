import ownPin from '@papadag/ui/svg/pin-ik.svg?no-inline'
import newPin from '@papadag/ui/svg/pin-nieuw.svg?no-inline'
import playgroundPin from '@papadag/ui/svg/pin-speeltuin.svg?no-inline'
import type { Map as LeafletMap, MarkerOptions } from 'leaflet'
import { disableClickPropagation } from 'leaflet/src/dom/DomEvent.js'
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js'
import { Marker } from 'leaflet/src/layer/marker/Marker.js'
import type { Position } from '../geo.ts'

/** An element on the map that can be pressed. */
export type Pin = Position & {
  /** The same key is the same pin, wherever it moves. */
  key: string
  name: string
  /** How many playgrounds it represents, as written on it; absent for a single one. */
  count?: string
  isOpen?: boolean
  /** Nobody knows whether it fits the filter. */
  isPerhaps?: boolean
  onPress: () => void
}

type Standing = { marker: Marker; button: HTMLButtonElement; pin: Pin }

/** Keeps the pins on the map up to date. They are buttons, so that keyboards and screen readers can reach them. */
export function createPinLayer(map: LeafletMap) {
  const standing = new Map<string, Standing>()

  function add(pin: Pin) {
    const button = document.createElement('button')
    button.type = 'button'
    const marker = new Marker([pin.latitude, pin.longitude], {
      ...plain,
      icon: new DivIcon({ html: button, className: '', iconSize: [0, 0] }),
    })
    // Leaflet would handle a press on the map too.
    disableClickPropagation(button)
    const entry = { marker, button, pin }
    button.addEventListener('click', () => entry.pin.onPress())
    button.addEventListener('focus', () => {
      // Half of it may be beyond the edge, but a focused pin must be visible.
      if (button.matches(':focus-visible')) map.panInside(marker.getLatLng(), { padding: [30, 60] })
    })
    marker.addTo(map)
    return entry
  }

  function dress(
    { button, marker }: Standing,
    { latitude, longitude, name, count, isOpen = false, isPerhaps = false }: Pin,
  ) {
    marker.setLatLng([latitude, longitude])
    // The open pin is drawn above its neighbours.
    marker.setZIndexOffset(isOpen ? 10_000 : 0)
    button.setAttribute('aria-label', name)
    if (count !== undefined) {
      button.className = 'map-cluster'
      button.textContent = count
      return
    }
    button.className = isPerhaps ? 'map-pin map-pin-perhaps' : 'map-pin'
    button.setAttribute('aria-haspopup', 'dialog')
    button.setAttribute('aria-expanded', String(isOpen))
    if (!button.firstElementChild) button.append(picture(playgroundPin, 25, 41))
  }

  return {
    show(pins: readonly Pin[]) {
      const keys = new Set(pins.map(({ key }) => key))
      for (const [key, { marker, button }] of standing) {
        if (keys.has(key)) continue
        // The focus of a removed pin moves to the map.
        if (button === document.activeElement) map.getContainer().focus({ preventScroll: true })
        marker.remove()
        standing.delete(key)
      }
      for (const pin of pins) {
        const entry = standing.get(pin.key) ?? add(pin)
        entry.pin = pin
        dress(entry, pin)
        standing.set(pin.key, entry)
      }
    },
    buttonOf: (key: string) => standing.get(key)?.button,
    remove() {
      for (const { marker } of standing.values()) marker.remove()
      standing.clear()
    },
  }
}

export type PinLayer = ReturnType<typeof createPinLayer>

/** Adds a marker without action: the user's position, or that of a new playground. */
export function addSign(map: LeafletMap, { latitude, longitude }: Position, kind: 'own' | 'new', title: string) {
  const image = kind === 'own' ? picture(ownPin, 30, 30) : picture(newPin, 25, 41)
  image.alt = title
  const holder = document.createElement('span')
  holder.className = `map-sign map-sign-${kind}`
  holder.title = title
  holder.append(image)
  const icon = new DivIcon({ html: holder, className: '', iconSize: [0, 0] })
  return new Marker([latitude, longitude], { ...plain, icon }).addTo(map)
}

/** Leaflet's own handling of clicks and tabs would duplicate that of the buttons. */
const plain: MarkerOptions = { interactive: false, keyboard: false }

function picture(source: string, width: number, height: number) {
  const image = document.createElement('img')
  Object.assign(image, { src: source, alt: '', width, height, draggable: false })
  return image
}
