import { type Box, fontOf, type Label, layOut, type NamedTile } from './labels.ts'
import type { NameKind } from './names.ts'
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
  /** Where something covers the picture, so that no name belongs there. */
  covered: readonly Box[]
  /** The part of the picture that the map covers, if not all of it. */
  there?: Box
  /** Where the picture is in the world, so that its hatching stays in place. */
  left?: number
  top?: number
}

const fontFamily = '"Figtree Variable", system-ui, sans-serif'
const buildingEdgeFrom = 16
const groundEdgeFrom = 15
const numbersFrom = 17
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
  if (zoom >= groundEdgeFrom) {
    outline(brush, 'pitch', palette.pitchEdge)
    outline(brush, 'play', palette.playEdge)
  }
  if (zoom >= buildingEdgeFrom) outline(brush, 'building', palette.buildingEdge)
  stroke(brush, ['quay'], palette.pier)
  drawStreets(brush, palette)
  stroke(brush, ['border'], palette.border, { dash: [7, 4] })
  stroke(brush, ['region'], palette.border, { dash: [3, 3] })
  drawEnd(context, picture, palette)
  return drawNames(brush, picture, palette)
}

const between = 12

/** Hatching where the map ends, so that nobody takes a place without a map for an empty one. */
function drawEnd(context: Context, { width, height, ratio, there, left = 0, top = 0 }: Picture, palette: Palette) {
  if (!there || (there.left <= 0 && there.top <= 0 && there.right >= width && there.bottom >= height)) return
  context.save()
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.beginPath()
  context.rect(0, 0, width, height)
  context.rect(there.left, there.top, there.right - there.left, there.bottom - there.top)
  context.clip('evenodd')
  context.fillStyle = palette.ground
  context.fillRect(0, 0, width, height)
  context.strokeStyle = palette.hatch
  context.lineWidth = 3
  context.beginPath()
  const first = -((((left + top) % between) + between) % between)
  for (let at = first; at < width + height; at += between) {
    context.moveTo(at, 0)
    context.lineTo(at - height, height)
  }
  context.stroke()
  context.restore()
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

/** Edges of areas; those along a tile's border are outside it and are cut off. */
function outline(brush: Brush, area: (typeof areas)[number], colour: string) {
  const { context } = brush
  context.strokeStyle = colour
  context.lineJoin = 'miter'
  for (const placed of brush.tiles) {
    const paths = placed.tile.areas.get(area)
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
  if (wider > 0) drawIslands(brush, palette)
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

/** The share of a roundabout that stays free of its street, which is drawn wider than it is. */
const freeShare = 0.45
const smallestIsland = 1.2

/** Where a roundabout's street would cover its middle. */
function drawIslands(brush: Brush, palette: Palette) {
  const { context, zoom } = brush
  context.fillStyle = palette.grass
  for (const placed of brush.tiles) {
    if (placed.tile.islands.length === 0) continue
    const unit = enter(brush, placed)
    context.lineWidth = 0.8 * unit
    for (const { x, y, radius, street } of placed.tile.islands) {
      const free = radius * freeShare
      if (free < smallestIsland * unit || radius - (widthOf(street, zoom) / 2) * unit > free) continue
      context.strokeStyle = edgeOfStreet(street, palette)
      context.beginPath()
      context.arc(x, y, free, 0, 2 * Math.PI)
      context.fill()
      context.stroke()
    }
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

function drawNames({ context, tiles, ratio }: Brush, picture: Picture, palette: Palette): Label[] {
  const { zoom } = picture
  const named = tiles.flatMap(({ tile, left, top, size }): NamedTile[] => [
    { names: tile.names, left, top, size },
    ...(zoom >= numbersFrom ? [{ names: tile.numbers(), left, top, size }] : []),
  ])
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const measure = (text: string, font: string) => {
    context.font = `${font} ${fontFamily}`
    return context.measureText(text).width
  }
  const labels = layOut(named, { ...picture, measure })
  const colours = coloursOf(palette)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  // The least important first, so that no other halo covers an important name.
  for (const { text, kind, rank, x, y, angle, width } of labels.toReversed()) {
    const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio]
    context.setTransform(cos, sin, -sin, cos, x * ratio, y * ratio)
    context.font = `${fontOf(kind, rank, zoom)} ${fontFamily}`
    const { fill, halo } = colours[kind]
    if (kind === 'stop' || kind === 'parking') {
      context.fillStyle = fill
      context.fillRect(-width / 2, -width / 2, width, width)
      context.fillStyle = halo
    } else {
      context.lineWidth = kind === 'number' ? 2.5 : 3.5
      context.strokeStyle = halo
      context.strokeText(text, 0, 0.5)
      context.fillStyle = fill
    }
    context.fillText(text, 0, 0.5)
  }
  return labels
}

/** The colours of each kind of text and of what is around it. */
function coloursOf(palette: Palette): Record<NameKind, { fill: string; halo: string }> {
  const { halo } = palette
  const sign = { fill: palette.sign, halo: palette.signText }
  return {
    place: { fill: palette.placeName, halo },
    street: { fill: palette.streetName, halo },
    water: { fill: palette.waterName, halo: palette.waterHalo },
    green: { fill: palette.greenName, halo },
    site: { fill: palette.streetName, halo },
    stopName: { fill: palette.sign, halo },
    number: { fill: palette.streetName, halo },
    stop: sign,
    parking: sign,
  }
}
