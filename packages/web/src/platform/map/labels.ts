import { longestStraight } from './geometry.ts'
import type { Name, NameKind } from './names.ts'
import { extent } from './read-tile.ts'

/** The names of a tile, and the tile's position in the picture. */
export interface NamedTile {
  names: readonly Name[]
  /** Pixels of the picture. */
  left: number
  top: number
  size: number
}

export interface Label {
  text: string
  kind: NameKind
  rank: number
  /** The middle. */
  x: number
  y: number
  angle: number
  width: number
  height: number
}

/** A part of the picture, in its pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Sheet {
  width: number
  height: number
  zoom: number
  /** Where something covers the picture: controls, pins. */
  covered?: readonly Box[]
  /** The part of the picture that the map covers, if not all of it: no name crosses its edge. */
  there?: Box
  /** The width of a text on the screen. */
  measure(text: string, font: string): number
}

/** The same name is not shown twice within this many pixels. */
export const apart = 600
const margin = 4
const townsUntil = 17

/** Close up, streets are wide and so may their names be. */
const sizeOfStreet = (zoom: number) => (zoom < 16 ? 11.5 : zoom < 17.5 ? 12.5 : 14)

const fonts: Partial<Record<NameKind, string>> = {
  water: 'italic 550 12px',
  green: '600 12px',
  site: '550 11.5px',
  stopName: '600 11px',
  number: '500 10.5px',
  parking: '750 10px',
  stop: '750 8px',
}
/** Pixels of the side of a sign, and of how far below it its name is. */
const signs: Partial<Record<NameKind, number>> = { parking: 14, stop: 11 }
const belowSign = 13
/** Roughly, since measuring all house numbers takes time. */
const digitWidth = 6.2

export const fontOf = (kind: NameKind, rank: number, zoom: number): string => {
  if (kind === 'street') return `550 ${sizeOfStreet(zoom)}px`
  const fixed = fonts[kind]
  if (fixed) return fixed
  return rank < 3 ? '700 17px' : rank < 5 ? '680 14.5px' : rank < 8 ? '620 13px' : '600 12px'
}

/**
 * Places the names of all tiles over the whole picture: important ones first, none across its edge, over another, under what
 * covers the picture, upside down, or twice near each other.
 */
export function layOut(tiles: readonly NamedTile[], sheet: Sheet): Label[] {
  const wishes = tiles.flatMap(tile => tile.names.flatMap(name => wishOf(name, tile, sheet) ?? []))
  // Ordered by what does not depend on the view, so that names stay while the map is moved.
  wishes.sort((a, b) => a.rank - b.rank || b.room - a.room || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  const placed: Label[] = []
  const grid = new Grid(sheet.covered ?? [])
  const byText = new Map<string, Label[]>()
  for (const { room: _, ...wish } of wishes) {
    const label = besideCovered(wish, grid)
    const isAlone = aloneKinds.has(label.kind)
    const same = isAlone ? (byText.get(label.text) ?? []) : []
    if (same.some(other => Math.hypot(other.x - label.x, other.y - label.y) < apart)) continue
    const discs = discsOf(label)
    if (!discs.every(disc => isOnSheet(disc, sheet)) || grid.hits(discs)) continue
    grid.add(discs)
    placed.push(label)
    if (isAlone) byText.set(label.text, [...same, label])
  }
  return placed
}

/** Names that are not repeated nearby; house numbers and signs are. */
const aloneKinds: ReadonlySet<NameKind> = new Set(['place', 'street', 'water', 'green', 'site', 'stopName'])
/** Names of something large, which may be above or below what covers its middle. */
const movable: ReadonlySet<NameKind> = new Set(['place', 'green', 'water'])
const aside = [0, 34, -34, 60, -60]

function besideCovered(label: Label, grid: Grid): Label {
  if (!movable.has(label.kind)) return label
  for (const by of aside) {
    const moved = by === 0 ? label : { ...label, y: label.y + by }
    if (!grid.isCovered(discsOf(moved))) return moved
  }
  return label
}

function wishOf(name: Name, { left, top, size }: NamedTile, sheet: Sheet): (Label & { room: number }) | undefined {
  const { text, kind, rank, fromZoom, along } = name
  if (sheet.zoom < fromZoom) return undefined
  // Close up, the name of a town would be on some house or other.
  if (kind === 'place' && rank < 6 && sheet.zoom >= townsUntil) return undefined
  const scale = size / extent
  const at = (x: number, y: number) => ({ x: left + x * scale, y: top + y * scale })
  if (kind !== 'street') {
    const [x = 0, y = 0] = along
    const middle = at(x, kind === 'stopName' ? y + belowSign / scale : y)
    if (middle.x < 0 || middle.y < 0 || middle.x > sheet.width || middle.y > sheet.height) return undefined
    const side = signs[kind]
    const width =
      side ?? (kind === 'number' ? text.length * digitWidth : sheet.measure(text, fontOf(kind, rank, sheet.zoom)))
    const height = side ?? heights[kind] ?? 18
    return { text, kind, rank, ...middle, angle: 0, width, height, room: 0 }
  }
  const straight = longestStraight(along)
  if (!straight) return undefined
  const room = straight.length * scale
  // Starts with a rough width, since measuring takes time.
  if (room < text.length * 4) return undefined
  const width = sheet.measure(text, fontOf(kind, rank, sheet.zoom))
  if (room < width * 0.9) return undefined
  const height = sizeOfStreet(sheet.zoom) + 2.5
  return { text, kind, rank, ...at(straight.x, straight.y), angle: straight.angle, width, height, room }
}

const heights: Partial<Record<NameKind, number>> = { number: 9, stopName: 13, site: 14 }

export interface Disc {
  x: number
  y: number
  radius: number
}

/** Circles that cover a label, whatever its direction. */
export function discsOf({ x, y, angle, width, height }: Label): Disc[] {
  const radius = height / 2 + 1
  const reach = Math.max(0, width / 2 - height / 2)
  const count = Math.max(1, Math.ceil((reach * 2) / (radius * 1.4)) + 1)
  return Array.from({ length: count }, (_, at) => {
    const along = count === 1 ? 0 : -reach + (2 * reach * at) / (count - 1)
    return { x: x + Math.cos(angle) * along, y: y + Math.sin(angle) * along, radius }
  })
}

function isOnSheet({ x, y, radius }: Disc, { width, height, there }: Sheet): boolean {
  const room = radius + margin
  const { left, top, right, bottom } = there ?? { left: 0, top: 0, right: width, bottom: height }
  return x >= left + room && y >= top + room && x <= right - room && y <= bottom - room
}

export function meets({ x, y, radius }: Disc, { left, top, right, bottom }: Box): boolean {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < radius
}

const cell = 64

/** The circles of all placed labels, and what covers the picture, found by their position. */
class Grid {
  readonly #cells = new Map<string, Disc[]>()
  readonly #boxes = new Map<string, Box[]>()

  constructor(covered: readonly Box[]) {
    for (const box of covered) {
      for (let column = Math.floor(box.left / cell); column <= Math.floor(box.right / cell); column += 1)
        for (let row = Math.floor(box.top / cell); row <= Math.floor(box.bottom / cell); row += 1)
          into(this.#boxes, `${column} ${row}`, box)
    }
  }

  #near({ x, y }: Disc): string[] {
    const keys: string[] = []
    for (let column = -1; column <= 1; column += 1)
      for (let row = -1; row <= 1; row += 1) keys.push(`${Math.floor(x / cell) + column} ${Math.floor(y / cell) + row}`)
    return keys
  }

  isCovered(discs: readonly Disc[]): boolean {
    if (this.#boxes.size === 0) return false
    return discs.some(disc => this.#near(disc).some(key => this.#boxes.get(key)?.some(box => meets(disc, box))))
  }

  hits(discs: readonly Disc[]): boolean {
    const meetsOther = discs.some(disc =>
      this.#near(disc).some(key =>
        this.#cells
          .get(key)
          ?.some(other => Math.hypot(other.x - disc.x, other.y - disc.y) < other.radius + disc.radius + margin),
      ),
    )
    return meetsOther || this.isCovered(discs)
  }

  add(discs: readonly Disc[]) {
    for (const disc of discs) into(this.#cells, `${Math.floor(disc.x / cell)} ${Math.floor(disc.y / cell)}`, disc)
  }
}

function into<T>(lists: Map<string, T[]>, key: string, item: T) {
  const there = lists.get(key)
  if (there) there.push(item)
  else lists.set(key, [item])
}
