import type { Cell } from '../../change.ts'

export interface Point {
  latitude: number
  longitude: number
}

/** The area of a list: corners as fractions of the Web Mercator map, from 0 in the northwest to 1 in the southeast. */
export interface Area {
  west: number
  north: number
  east: number
  south: number
}

const equatorM = 40_075_017
const mostLatitude = 85.05

/** The cell that contains a point; about 24 km wide in the Netherlands at zoom 10, and 3 km at zoom 13. */
export function cellAt(point: Point, zoom: number): Cell {
  const { x, y } = onMap(point)
  const count = 2 ** zoom
  return { zoom, x: Math.min(count - 1, Math.floor(x * count)), y: Math.min(count - 1, Math.floor(y * count)) }
}

function onMap({ latitude, longitude }: Point) {
  const sine = Math.sin((Math.max(-mostLatitude, Math.min(mostLatitude, latitude)) * Math.PI) / 180)
  return {
    x: Math.max(0, Math.min(1, longitude / 360 + 0.5)),
    y: Math.max(0, Math.min(1, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI))),
  }
}

/** The square that contains everything within this distance of a point. */
export function areaAround(point: Point, metres: number): Area {
  const { x, y } = onMap(point)
  const wide = metres / (equatorM * Math.cos((Math.min(mostLatitude, Math.abs(point.latitude)) * Math.PI) / 180))
  return { west: x - wide, north: y - wide, east: x + wide, south: y + wide }
}

export function areaOfTile({ zoom, x, y }: Cell): Area {
  const count = 2 ** zoom
  return { west: x / count, north: y / count, east: (x + 1) / count, south: (y + 1) / count }
}

/** Whether any point of the cell is in the area. */
export function meets({ west, north, east, south }: Area, cell: Cell): boolean {
  const of = areaOfTile(cell)
  return of.west < east && of.east > west && of.north < south && of.south > north
}

/** The zoom of the cells by which areas are found. */
const indexZoom = 10
/** A larger area is ignored: it would occupy half the index. */
const mostCells = 64

/** The names of the index cells that an area touches; undefined for one that is too large. */
export function indexCellsOf({ west, north, east, south }: Area): string[] | undefined {
  const count = 2 ** indexZoom
  const at = (part: number) => Math.max(0, Math.min(count - 1, Math.floor(part * count)))
  const [firstX, lastX, firstY, lastY] = [at(west), at(east), at(north), at(south)]
  if ((lastX - firstX + 1) * (lastY - firstY + 1) > mostCells) return undefined
  const names: string[] = []
  for (let x = firstX; x <= lastX; x += 1) for (let y = firstY; y <= lastY; y += 1) names.push(`${x}/${y}`)
  return names
}

/** The name of the index cell that contains a cell; cells are never larger. */
export function indexCellOf({ zoom, x, y }: Cell): string {
  const smaller = 2 ** (zoom - indexZoom)
  return `${Math.floor(x / smaller)}/${Math.floor(y / smaller)}`
}
