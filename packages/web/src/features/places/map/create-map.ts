import { limits } from '@papadag/contract/limits'
import { screen } from '../../../platform/screen/screen.ts'
import type { Position } from './geo.ts'
// Leaflet in pieces: half of its single file is shapes, popups and controls, which this map does not use.
import 'leaflet/src/map/handler/Map.DoubleClickZoom.js'
import 'leaflet/src/map/handler/Map.Drag.js'
import 'leaflet/src/map/handler/Map.Keyboard.js'
import 'leaflet/src/map/handler/Map.ScrollWheelZoom.js'
import 'leaflet/src/map/handler/Map.TouchZoom.js'
import { Map as LeafletMap } from 'leaflet/src/map/Map.js'

const moving = new WeakSet<LeafletMap>()

/** Whether it is moving; moving it now would interrupt that. */
export function isMoving(map: LeafletMap): boolean {
  return moving.has(map)
}

/**
 * Leaflet with our settings: without its own controls, without animation with reduced motion, two fingers on a touch
 * screen.
 */
export function createMap(element: HTMLElement, { latitude, longitude }: Position): LeafletMap {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(element, {
    center: [latitude, longitude],
    zoom: screen.mapZoom,
    minZoom: 3,
    maxZoom: limits.mapMaxZoom,
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: !isCalm,
    // Each frame of a fade would paint the page again, so tiles appear at once.
    fadeAnimation: false,
    markerZoomAnimation: !isCalm,
    inertia: !isCalm,
    worldCopyJump: true,
    dragging: !matchMedia('(pointer: coarse)').matches,
  })
  map.on('movestart', () => moving.add(map))
  map.on('moveend', () => moving.delete(map))
  if (isCalm) {
    const panBy = map.panBy.bind(map)
    map.panBy = (offset, options) => panBy(offset, { ...options, animate: false })
  }
  return map
}

/**
 * Leaves one-finger gestures to the page (decision L13): a mouse drags the map, a finger only if the map fills the
 * window. Pinching is Leaflet's own and moves the map as well. Calls `onOneFinger` for users who try.
 */
export function guardDragging(map: LeafletMap, isFull: () => boolean, onOneFinger: () => void): () => void {
  const element = map.getContainer()
  const choose = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch' || isFull()) map.dragging.enable()
    else map.dragging.disable()
  }
  const watch = ({ touches }: TouchEvent) => {
    if (touches.length === 1 && !isFull()) onOneFinger()
  }
  // Before Leaflet receives it.
  element.addEventListener('pointerdown', choose, { capture: true })
  element.addEventListener('touchmove', watch, { passive: true })
  return () => {
    element.removeEventListener('pointerdown', choose, { capture: true })
    element.removeEventListener('touchmove', watch)
  }
}
