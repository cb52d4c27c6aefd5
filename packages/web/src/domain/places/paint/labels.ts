import { longestStraight } from './geometry.ts'
import { extent } from './read-tile.ts'
import type { Name, NameKind } from './tile-parts.ts'

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

export interface Sheet {
  width: number
  height: number
  zoom: number
  /** The width of a text on the screen. */
  measure(text: string, font: string): number
}

/** The same name is not shown twice within this many pixels. */
export const apart = 600
const margin = 4
const townsUntil = 17

/** Close up, streets are wide and so may their names be. */
const sizeOfStreet = (zoom: number) => (zoom < 16 ? 11.5 : zoom < 17.5 ? 12.5 : 14)

export const fontOf = (kind: NameKind, rank: number, zoom: number): string => {
  if (kind === 'street') return `550 ${sizeOfStreet(zoom)}px`
  if (kind === 'water') return 'italic 550 12px'
  return rank < 3 ? '700 17px' : rank < 5 ? '680 14.5px' : rank < 8 ? '620 13px' : '600 12px'
}

/**
 * Places the names of all tiles over the whole picture: important ones first, none across its edge, over another,
 * upside down, or twice near each other.
 */
export function layOut(tiles: readonly NamedTile[], sheet: Sheet): Label[] {
  const wishes = tiles.flatMap(tile => tile.names.flatMap(name => wishOf(name, tile, sheet) ?? []))
  // Ordered by what does not depend on the view, so that names stay while the map is moved.
  wishes.sort((a, b) => a.rank - b.rank || b.room - a.room || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  const placed: Label[] = []
  const grid = new Grid()
  const byText = new Map<string, Label[]>()
  for (const { room: _, ...label } of wishes) {
    const same = byText.get(label.text) ?? []
    if (same.some(other => Math.hypot(other.x - label.x, other.y - label.y) < apart)) continue
    const discs = discsOf(label)
    if (!discs.every(disc => isOnSheet(disc, sheet)) || grid.hits(discs)) continue
    grid.add(discs)
    placed.push(label)
    byText.set(label.text, [...same, label])
  }
  return placed
}

function wishOf({ text, kind, rank, fromZoom, along }: Name, { left, top, size }: NamedTile, sheet: Sheet) {
  if (sheet.zoom < fromZoom) return undefined
  // Close up, the name of a town would stand on some house or other.
  if (kind === 'place' && rank < 6 && sheet.zoom >= townsUntil) return undefined
  const scale = size / extent
  const at = (x: number, y: number) => ({ x: left + x * scale, y: top + y * scale })
  const height = kind === 'street' ? sizeOfStreet(sheet.zoom) + 2.5 : 18
  if (kind !== 'street') {
    const [x = 0, y = 0] = along
    const width = sheet.measure(text, fontOf(kind, rank, sheet.zoom))
    return { text, kind, rank, ...at(x, y), angle: 0, width, height, room: 0 }
  }
  const straight = longestStraight(along)
  if (!straight) return undefined
  const room = straight.length * scale
  // Starts with a rough width, since measuring takes time.
  if (room < text.length * 4) return undefined
  const width = sheet.measure(text, fontOf(kind, rank, sheet.zoom))
  if (room < width * 0.9) return undefined
  return { text, kind, rank, ...at(straight.x, straight.y), angle: straight.angle, width, height, room }
}

interface Disc {
  x: number
  y: number
  radius: number
}

/** Circles that cover a label, whatever its direction. */
function discsOf({ x, y, angle, width, height }: Label): Disc[] {
  const radius = height / 2 + 1
  const reach = Math.max(0, width / 2 - height / 2)
  const count = Math.max(1, Math.ceil((reach * 2) / (radius * 1.4)) + 1)
  return Array.from({ length: count }, (_, at) => {
    const along = count === 1 ? 0 : -reach + (2 * reach * at) / (count - 1)
    return { x: x + Math.cos(angle) * along, y: y + Math.sin(angle) * along, radius }
  })
}

function isOnSheet({ x, y, radius }: Disc, { width, height }: Sheet): boolean {
  const room = radius + margin
  return x >= room && y >= room && x <= width - room && y <= height - room
}

const cell = 64

/** The circles of all placed labels, found by their position. */
class Grid {
  readonly #cells = new Map<string, Disc[]>()

  #near({ x, y }: Disc): string[] {
    const keys: string[] = []
    for (let column = -1; column <= 1; column += 1)
      for (let row = -1; row <= 1; row += 1) keys.push(`${Math.floor(x / cell) + column} ${Math.floor(y / cell) + row}`)
    return keys
  }

  hits(discs: readonly Disc[]): boolean {
    return discs.some(disc =>
      this.#near(disc).some(key =>
        this.#cells
          .get(key)
          ?.some(other => Math.hypot(other.x - disc.x, other.y - disc.y) < other.radius + disc.radius + margin),
      ),
    )
  }

  add(discs: readonly Disc[]) {
    for (const disc of discs) {
      const key = `${Math.floor(disc.x / cell)} ${Math.floor(disc.y / cell)}`
      const there = this.#cells.get(key)
      if (there) there.push(disc)
      else this.#cells.set(key, [disc])
    }
  }
}
