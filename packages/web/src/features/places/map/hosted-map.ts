import type { HostedMap } from '@papadag/contract/places/hosted-map'
import type { Map as LeafletMap, TileLayer, ZoomAnimEvent } from 'leaflet'
import { pixelRatio } from '../../../platform/browser/pixel-ratio.ts'
import type { Disc } from '../../../platform/map/labels.ts'
import type { PaintAsked, Painted } from '../../../platform/map/painter.ts'
import type { Theme } from '../../../platform/map/palette.ts'
import { startPainter } from '../../../platform/map/start-painter.ts'
import { clipTo, coveredIn, isNameHidden, watchPins } from './covered.ts'
import { showBeside } from './tiles/tiles-beside.ts'

type Frame = PaintAsked['frame']

/** How much is drawn beyond the view on each side, so that dragging does not show an edge immediately. */
const beside = 0.25
/** How much of that must be left when the map comes to rest. */
const spare = 0.08
/** The most device pixels in one picture; 28 MB. */
const maxPixels = 7_000_000

export interface ShownMap {
  setTheme(theme: Theme): void
  stop(): void
}

/**
 * Shows this server's own map below everything else on a Leaflet map; reports whether parts of it are missing. While
 * the tiles around it do not load, or if there are none, hatching shows where it ends.
 */
export function showHostedMap(
  map: LeafletMap,
  own: HostedMap,
  theme: Theme,
  onMissing: (isMissing: boolean) => void,
  tiles?: TileLayer,
  onTilesMissing?: (isMissing: boolean) => void,
): ShownMap {
  const worker = startPainter()
  const picture = pictureOn(map, own, tiles !== undefined)
  if (tiles)
    showBeside(map, tiles, own, isMissing => {
      picture.setBeside(!isMissing)
      onTilesMissing?.(isMissing)
    })
  map.getContainer().classList.add('map-hosted')
  let asked: Frame | undefined
  let isBusy = false
  let isWaiting = false
  let hasFailed = false

  worker.onmessage = ({ data }: MessageEvent<Painted>) => {
    picture.show(data)
    hasFailed = data.hasFailed
    onMissing(hasFailed)
    isBusy = false
    if (isWaiting) requestPainting()
  }
  worker.onerror = () => onMissing(true)

  function requestPainting() {
    isWaiting = isBusy
    const frame = isBusy ? undefined : frameOf(map)
    if (!frame) return
    isBusy = true
    asked = frame
    const ratio = Math.min(pixelRatio(), Math.sqrt(maxPixels / (frame.width * frame.height)))
    const covered = coveredIn(map, frame)
    worker.postMessage({ map: own, theme, frame, ratio, covered } satisfies PaintAsked)
  }

  function onMove() {
    picture.place()
    if (!isCovered(0)) requestPainting()
  }

  function onRest() {
    if (hasFailed || !isCovered(spare) || picture.hasHiddenName()) requestPainting()
  }

  const isCovered = (more: number) => asked !== undefined && contains(asked, map, more)

  // Leaflet animates to a new zoom with a style that it sets once.
  const onAnimation = ({ zoom, center }: ZoomAnimEvent) => {
    const half = map.getSize().divideBy(2)
    const pane = map.containerPointToLayerPoint([0, 0])
    picture.place(zoom, map.project(center, zoom).subtract(half).subtract(pane).round())
  }

  const stopWatching = watchPins(map, () => picture.hasHiddenName() && requestPainting())
  map.on('move zoom viewreset', onMove)
  map.on('moveend resize', onRest)
  map.on('zoomanim', onAnimation)
  requestPainting()

  return {
    setTheme(next) {
      if (next === theme) return
      theme = next
      requestPainting()
    },
    stop() {
      stopWatching()
      map.off('move zoom viewreset', onMove)
      map.off('moveend resize', onRest)
      map.off('zoomanim', onAnimation)
      worker.terminate()
      picture.remove()
      tiles?.remove()
      map.getContainer().classList.remove('map-hosted')
    },
  }
}

/** What is to be drawn now; undefined while the map has no size. */
function frameOf(map: LeafletMap): Frame | undefined {
  const { x: width, y: height } = map.getSize()
  if (width === 0 || height === 0) return undefined
  const { min } = map.getPixelBounds()
  const [aside, above] = [Math.round(width * beside), Math.round(height * beside)]
  return {
    zoom: map.getZoom(),
    left: (min?.x ?? 0) - aside,
    top: (min?.y ?? 0) - above,
    width: width + aside * 2,
    height: height + above * 2,
  }
}

/** The picture in the map that shows what was painted last. */
function pictureOn(map: LeafletMap, own: HostedMap, isBeside: boolean) {
  const canvas = document.createElement('canvas')
  canvas.className = 'leaflet-zoom-animated'
  const target = canvas.getContext('bitmaprenderer')
  map.getPanes().tilePane.append(canvas)
  let shown: Frame | undefined
  let names: readonly Disc[] = []

  const clip = () => {
    canvas.style.clipPath = shown && isBeside ? clipTo(own, shown) : ''
  }

  /** Moves it to where its part of the world is now, scaled while the zoom changes. */
  function place(zoom = map.getZoom(), origin = map.getPixelOrigin()) {
    if (!shown) return
    const scale = 2 ** (zoom - shown.zoom)
    canvas.style.transform = transformTo(shown.left * scale - origin.x, shown.top * scale - origin.y, scale)
  }

  return {
    place,
    show(painted: Painted) {
      if (painted.picture) {
        shown = painted.frame
        names = painted.names
        target?.transferFromImageBitmap(painted.picture)
        Object.assign(canvas.style, { width: `${shown.width}px`, height: `${shown.height}px` })
        clip()
        place()
      }
      canvas.toggleAttribute('data-drawn', painted.isLast)
    },
    hasHiddenName: () => shown?.zoom === map.getZoom() && isNameHidden(map, shown, names),
    setBeside(next: boolean) {
      isBeside = next
      clip()
    },
    remove: () => canvas.remove(),
  }
}

/** Like Leaflet's own function, whose import here would take it out of the script that every map loads. */
function transformTo(x: number, y: number, scale: number): string {
  return `translate3d(${x}px,${y}px,0) scale(${scale})`
}

/** Whether a picture contains the view of a map and this much more on each side. */
function contains(frame: Frame, map: LeafletMap, more: number): boolean {
  const { min, max } = map.getPixelBounds()
  if (!min || !max || frame.zoom !== map.getZoom()) return false
  const [aside, above] = [(max.x - min.x) * more, (max.y - min.y) * more]
  const isWide = min.x - aside >= frame.left && max.x + aside <= frame.left + frame.width
  return isWide && min.y - above >= frame.top && max.y + above <= frame.top + frame.height
}
