import type { HostedMap } from '@papadag/contract/places/hosted-map'
import type { Map as LeafletMap } from 'leaflet'
import { type Box, type Disc, meets } from '../../../platform/map/labels.ts'
import type { PaintAsked } from '../../../platform/map/painter.ts'
import { coveredBy } from '../../../platform/map/view-tiles.ts'

/** What covers the map: its controls (`data-covers-map`), and pins by their pictures. */
const covering = '[data-covers-map], .map-chips button, .map-pin > img, .map-cluster, .map-sign > img'

/** The parts of a frame of the map that something covers, in the frame's pixels. */
export function coveredIn(map: LeafletMap, { left, top }: PaintAsked['frame']): Box[] {
  const container = map.getContainer()
  const view = container.getBoundingClientRect()
  const { min } = map.getPixelBounds()
  const [x, y] = [(min?.x ?? 0) - left - view.left, (min?.y ?? 0) - top - view.top]
  const frame = container.closest('.map-frame') ?? container
  return [...frame.querySelectorAll(covering)].flatMap(element => {
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return []
    return [{ left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y }]
  })
}

/** Whether one of the names in a frame is below a control or a pin. */
export function isNameHidden(map: LeafletMap, frame: PaintAsked['frame'], names: readonly Disc[]): boolean {
  const boxes = coveredIn(map, frame)
  return names.some(name => boxes.some(box => meets(name, box)))
}

/** Calls `onChange` after pins have come or gone; returns how to stop. */
export function watchPins(map: LeafletMap, onChange: () => void): () => void {
  let due = 0
  const pins = new MutationObserver(() => {
    cancelAnimationFrame(due)
    due = requestAnimationFrame(onChange)
  })
  pins.observe(map.getPanes().markerPane, { childList: true })
  return () => {
    pins.disconnect()
    cancelAnimationFrame(due)
  }
}

/** The style that shows only the part of a picture that a map covers. */
export function clipTo(own: HostedMap, frame: PaintAsked['frame']): string {
  const { left, top, right, bottom } = coveredBy(own, frame)
  return `inset(${top}px ${frame.width - right}px ${frame.height - bottom}px ${left}px)`
}
