import type { Map as LeafletMap } from 'leaflet'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { isMoving } from '../create-map.ts'
import type { PinnedPlace } from '../points/use-points.ts'

const pinPx = 44
const marginPx = 12

/**
 * Keeps the popup above its pin while the map moves, and moves the map until it is fully visible: after each movement
 * and whenever the popup grows, until the user moves the map himself.
 */
export function usePopupPosition(
  map: LeafletMap,
  { latitude, longitude }: PinnedPlace,
  dialog: RefObject<HTMLDivElement | null>,
  above: number,
) {
  const isMovedByUser = useRef(false)

  const placeAbovePin = useEffectEvent(() => {
    const element = dialog.current
    if (!element) return
    const { x, y } = map.latLngToContainerPoint([latitude, longitude])
    const { offsetWidth: width, offsetHeight: height } = element
    element.style.translate = `${Math.round(x - width / 2)}px ${Math.round(y - pinPx - height)}px`
  })
  const keepInView = useEffectEvent(() => {
    const element = dialog.current
    // Moving it now would stop its animation.
    if (!element || isMovedByUser.current || isMoving(map)) return
    placeAbovePin()
    const [right, down] = panFor(map, [latitude, longitude], element, above)
    if (right || down) map.panBy([right, down])
    // The map may be higher than the window.
    else element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const onRest = () => keepInView()
    const handlers = {
      move: () => placeAbovePin(),
      moveend: onRest,
      zoomstart() {
        // `display: none` would lose the focus.
        element.style.opacity = '0'
      },
      zoomend() {
        element.style.opacity = ''
        placeAbovePin()
      },
    }
    map.on(handlers)
    // The popup grows when its texts load.
    const resized = new ResizeObserver(onRest)
    resized.observe(element)
    return () => {
      resized.disconnect()
      map.off(handlers)
    }
  }, [map, dialog])

  useEffect(() => {
    const container = map.getContainer()
    const markMoved = () => {
      isMovedByUser.current = true
    }
    map.on('dragstart', markMoved)
    container.addEventListener('keydown', markMoved)
    return () => {
      map.off('dragstart', markMoved)
      container.removeEventListener('keydown', markMoved)
    }
  }, [map])
}

/**
 * How far the view must move to the right and down. A popup that is too high for what is left below the search covers
 * the search.
 */
function panFor(map: LeafletMap, at: [number, number], { offsetWidth, offsetHeight }: HTMLElement, above: number) {
  const { x, y } = map.latLngToContainerPoint(at)
  const { x: mapWidth, y: mapHeight } = map.getSize()
  const half = offsetWidth / 2 + marginPx
  const right = x < half ? x - half : Math.max(0, x + half - mapWidth)
  const lowest = mapHeight - marginPx
  const top = lowest - pinPx - offsetHeight > above ? Math.max(above, marginPx) : marginPx
  const highest = top + offsetHeight + pinPx
  const down = y < highest ? y - highest : Math.max(0, y - lowest)
  return [Math.round(right), Math.round(down)] as const
}
