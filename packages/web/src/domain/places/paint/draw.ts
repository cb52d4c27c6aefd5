import { fontOf, type Label, layOut, type NamedTile } from './labels.ts'
import type { Palette } from './palette.ts'
import { extent } from './read-tile.ts'
import { areas, edgeOf, type LineKind, type Street, streets, widthOf } from './style.ts'
import type { ReadyTile } from './tile-cache.ts'

type Context = OffscreenCanvasRenderingContext2D

/** A tile at its place in the picture, in pixels of the screen. */
export interface PlacedTile {
  tile: ReadyTile
  left: number
  top: number
  size: number
}

export interface Picture {
  width: number
  height: number
  zoom: number
  /** Pixels of the device per pixel of the screen. */
  ratio: number
}

const fontFamily = '"Figtree Variable", system-ui, sans-serif'
const buildingEdgeFrom = 16
/** A narrower line's corners look the same without arcs, and take a fifth less time. */
const roundFrom = 6

/** Draws tiles over the whole picture, one kind of thing at a time, so that no tile covers its neighbour's. */
export function draw(context: Context, tiles: readonly PlacedTile[], picture: Picture, palette: Palette): Label[] {
  const { width, height, zoom, ratio } = picture
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = palette.ground
  context.fillRect(0, 0, width * ratio, height * ratio)
  context.lineCap = 'round'
  context.miterLimit = 2
  const brush = { context, tiles, zoom, ratio }

  for (const area of areas) {
    fill(brush, area, palette[area])
    if (area === 'water') stroke(brush, ['river', 'stream'], palette.water)
  }
  if (zoom >= buildingEdgeFrom) outline(brush, palette.buildingEdge)
  stroke(brush, ['quay'], palette.pier)
  drawStreets(brush, palette)
  stroke(brush, ['border'], palette.border, { dash: [7, 4] })
  stroke(brush, ['region'], palette.border, { dash: [3, 3] })
  return drawNames(brush, picture, palette)
}

interface Brush {
  context: Context
  tiles: readonly PlacedTile[]
  zoom: number
  ratio: number
}

/** Draws in a tile's own coordinates; returns how many of them equal one pixel of the screen. */
function enter({ context, ratio }: Brush, { left, top, size }: PlacedTile): number {
  const scale = (size / extent) * ratio
  context.setTransform(scale, 0, 0, scale, left * ratio, top * ratio)
  return extent / size
}

/** Where areas of a kind overlap, as grass in a park, both are filled. */
function fill(brush: Brush, area: (typeof areas)[number], colour: string) {
  brush.context.fillStyle = colour
  for (const placed of brush.tiles) {
    const paths = placed.tile.areas.get(area)
    if (!paths) continue
    enter(brush, placed)
    for (const path of paths) brush.context.fill(path)
  }
}

/** Edges of buildings; those along a tile's border lie outside it and are cut off. */
function outline(brush: Brush, colour: string) {
  const { context } = brush
  context.strokeStyle = colour
  context.lineJoin = 'miter'
  for (const placed of brush.tiles) {
    const paths = placed.tile.areas.get('building')
    if (!paths) continue
    context.save()
    const unit = enter(brush, placed)
    context.beginPath()
    context.rect(0, 0, extent, extent)
    context.clip()
    context.lineWidth = 0.8 * unit
    for (const path of paths) context.stroke(path)
    context.restore()
  }
}

function stroke(
  brush: Brush,
  kinds: readonly LineKind[],
  colour: string,
  { wider = 0, dash = [] }: { wider?: number; dash?: number[] } = {},
) {
  const { context, zoom } = brush
  context.strokeStyle = colour
  for (const kind of kinds) {
    const width = widthOf(kind, zoom)
    if (width === 0) continue
    context.lineJoin = width < roundFrom ? 'miter' : 'round'
    for (const placed of brush.tiles) {
      const paths = placed.tile.lines.get(kind)
      if (!paths) continue
      const unit = enter(brush, placed)
      context.lineWidth = (width + wider * 2) * unit
      context.setLineDash(dash.map(part => part * unit))
      for (const path of paths) context.stroke(path)
    }
  }
  context.setLineDash([])
}

const withEdge = streets.filter(street => street !== 'path')

/** All edges first, then all middles, so that streets join; bridges last, over what they cross. */
function drawStreets(brush: Brush, palette: Palette) {
  const { zoom } = brush
  const wider = edgeOf(zoom)
  const path = { dash: zoom >= 15 ? [3, 2.5] : [] }
  stroke(brush, ['path'], palette.path, path)
  if (wider > 0) for (const street of withEdge) stroke(brush, [street], edgeOfStreet(street, palette), { wider })
  for (const street of withEdge) stroke(brush, [street], middleOf(street, zoom, palette))
  stroke(brush, ['rail'], palette.rail)
  if (zoom >= 14) stroke(brush, ['rail'], palette.ground, { wider: -0.45, dash: [6, 6] })
  stroke(brush, ['tram'], palette.rail)
  // A round end would draw a ring across the street before a bridge.
  brush.context.lineCap = 'butt'
  for (const street of streets) {
    const bridge = [`${street}-bridge`] as const
    if (wider > 0) stroke(brush, bridge, edgeOfStreet(street, palette), { wider: street === 'path' ? 1 : wider + 0.4 })
    stroke(brush, bridge, middleOf(street, zoom, palette))
  }
}

function edgeOfStreet(street: Street, palette: Palette): string {
  if (street === 'primary' || street === 'motorway') return palette.mainEdge
  return street === 'secondary' ? palette.secondEdge : palette.streetEdge
}

/** Without an edge, a light street would be invisible on the ground. */
function middleOf(street: Street, zoom: number, palette: Palette): string {
  if (street === 'path') return palette.path
  if (street === 'primary' || street === 'motorway') return palette.main
  if (street === 'secondary') return zoom < 12 ? palette.secondEdge : palette.second
  return zoom < 13 ? palette.streetEdge : palette.street
}

function drawNames({ context, tiles, ratio }: Brush, { width, height, zoom }: Picture, palette: Palette): Label[] {
  const named: NamedTile[] = tiles.map(({ tile, left, top, size }) => ({ names: tile.names, left, top, size }))
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const measure = (text: string, font: string) => {
    context.font = `${font} ${fontFamily}`
    return context.measureText(text).width
  }
  const labels = layOut(named, { width, height, zoom, measure })
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  // The least important first, so that no other halo covers an important name.
  for (const { text, kind, rank, x, y, angle } of labels.toReversed()) {
    const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio]
    context.setTransform(cos, sin, -sin, cos, x * ratio, y * ratio)
    context.font = `${fontOf(kind, rank, zoom)} ${fontFamily}`
    context.lineWidth = 3.5
    context.lineJoin = 'round'
    context.strokeStyle = kind === 'water' ? palette.waterHalo : palette.halo
    context.strokeText(text, 0, 0.5)
    context.fillStyle = { place: palette.placeName, street: palette.streetName, water: palette.waterName }[kind]
    context.fillText(text, 0, 0.5)
  }
  return labels
}
