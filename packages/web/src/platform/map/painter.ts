import latinExtUrl from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url'
import latinUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import type { HostedMap } from '@papadag/contract/places/hosted-map'
import { draw, type PlacedTile } from './draw.ts'
import { type Box, type Disc, discsOf } from './labels.ts'
import { palettes, type Theme } from './palette.ts'
import { createTileCache, type TileAddress } from './tile-cache.ts'
import { coveredBy, tilesOf } from './view-tiles.ts'

/** A part of the world to draw: pixels of Web Mercator at a zoom, which may be fractional. */
export interface PaintAsked {
  map: HostedMap
  theme: Theme
  frame: { zoom: number; left: number; top: number; width: number; height: number }
  ratio: number
  /** Parts of the frame that something covers, so that no name belongs there. */
  covered: Box[]
}

/**
 * What has been drawn: nothing yet without a `picture`. More of it follows unless `isLast`; some of it could not be loaded
 * if `hasFailed`.
 */
export interface Painted {
  picture: ImageBitmap | undefined
  frame: PaintAsked['frame']
  /** Circles that cover its names, in pixels of the frame. */
  names: Disc[]
  isLast: boolean
  hasFailed: boolean
}

/** Tiles that arrive within this time are drawn together. */
const gatherMs = 60

/** Draws views of the map; of those requested during that, only the last counts. */
export function createPainter(show: (painted: Painted) => void) {
  const canvas = new OffscreenCanvas(1, 1)
  // Drawn by the processor, in this worker: a graphics card first cuts every house into triangles, and the page waits for it.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  const fonts = loadFonts()
  let cache: { version: string; tiles: ReturnType<typeof createTileCache> } | undefined
  let latest: PaintAsked | undefined

  return async function paint(asked: PaintAsked): Promise<void> {
    latest = asked
    if (cache?.version !== asked.map.version)
      cache = { version: asked.map.version, tiles: createTileCache(asked.map.version) }
    const { tiles } = cache
    const wanted = tilesOf(asked.frame, asked.map)
    const loading = wanted.map(address => tiles.want(address)).filter(one => one !== undefined)
    // Sends what is already loaded, if anything; always answers, so that the next view can be requested.
    if (loading.length < wanted.length || wanted.length === 0) paintNow(asked, wanted, tiles, loading.length === 0)
    else show({ picture: undefined, frame: asked.frame, names: [], isLast: false, hasFailed: false })
    if (loading.length === 0) return
    let due: ReturnType<typeof setTimeout> | undefined
    for (const one of loading) {
      one.then(
        () => {
          due ??= setTimeout(() => {
            due = undefined
            if (latest === asked) paintNow(asked, wanted, tiles, false)
          }, gatherMs)
        },
        () => {},
      )
    }
    const outcomes = await Promise.allSettled([...loading, fonts])
    // It would paint the same again, and take back that something is missing.
    clearTimeout(due)
    if (latest === asked)
      paintNow(
        asked,
        wanted,
        tiles,
        true,
        outcomes.some(({ status }) => status === 'rejected'),
      )
  }

  function paintNow(
    { map, frame, ratio, theme, covered }: PaintAsked,
    wanted: readonly TileAddress[],
    tiles: ReturnType<typeof createTileCache>,
    isLast: boolean,
    hasFailed = false,
  ) {
    if (!context) return
    const width = Math.round(frame.width * ratio)
    const height = Math.round(frame.height * ratio)
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    const placed: PlacedTile[] = []
    for (const address of wanted) {
      const tile = tiles.get(address)
      const size = 256 * 2 ** (frame.zoom - address.z)
      if (tile) placed.push({ tile, left: address.x * size - frame.left, top: address.y * size - frame.top, size })
    }
    const there = coveredBy(map, frame)
    const labels = draw(context, placed, { ...frame, ratio, covered, there }, palettes[theme])
    show({ picture: canvas.transferToImageBitmap(), frame, names: labels.flatMap(discsOf), isLast, hasFailed })
  }
}

/** The font of all text, which the page has already loaded. Without it, names use the system's font. */
async function loadFonts(): Promise<void> {
  const faces = [latinExtUrl, latinUrl].map(
    url => new FontFace('Figtree Variable', `url(${url})`, { weight: '300 900' }),
  )
  await Promise.all(
    faces.map(async face => {
      const { fonts } = self as unknown as { fonts?: { add(face: FontFace): void } } // workers have it too
      fonts?.add(face)
      await face.load()
    }),
  ).catch(() => {})
}
