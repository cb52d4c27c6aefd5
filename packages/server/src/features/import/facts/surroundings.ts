import type { FoundPlace } from '../gather.ts'
import { boxOf } from '../geometry.ts'
import { Grid } from '../matching/grid.ts'
import type { OsmObject, Source, Wanted } from '../osm-object.ts'
import { Around, farthestMetres, pathMetres, pathsOf } from './around.ts'
import { type Surrounding, surroundingOf } from './kinds.ts'

/** A longer piece of a line, or a wider wood, in degrees, is a mistake in the data. */
const mostDegrees = 0.5
/** Pieces are looked up in parts of this many degrees, about the size of a cell of the grid. */
const partDegrees = 0.004

/** More playgrounds than this within some 500 m are a mistake in the data. */
const mostTogether = 300

/** Collects what is around playgrounds. */
export function createSurroundings(places: readonly FoundPlace[]) {
  const arounds: Around[] = []
  const grid = new Grid<Around>(mostTogether)
  const wide = new Grid<Around>(mostTogether)
  for (const place of places) {
    if (place.type !== 'playground') continue
    const around = new Around(place)
    arounds.push(around)
    const isSeen = [grid.add(around, place, farthestMetres), wide.add(around, place, pathMetres)].every(Boolean)
    if (!isSeen) around.isCrowdedOut = true
  }
  const isNear = (latitude: number, longitude: number, ofPath: boolean) =>
    (ofPath ? wide : grid).at(latitude, longitude).some(({ reach: { paths, objects } }) => {
      const { south, west, north, east } = ofPath ? paths : objects
      return latitude >= south && latitude <= north && longitude >= west && longitude <= east
    })

  /** Reads one file. It shows no water around its playgrounds unless it contains water at all. */
  async function read(source: Source, others: readonly Wanted[]) {
    let hasWater = false
    const inFile = new Set<string>()
    const wanted: Wanted = {
      isWhole: true,
      near: isNear,
      wants(tags) {
        const kind = surroundingOf(tags)
        hasWater ||= kind === 'water'
        return kind !== undefined
      },
      take(object) {
        const kind = surroundingOf(object.tags)
        if (!kind) return
        if (kind === 'playground') inFile.add(object.id)
        else for (const around of near(grid, object, kind)) around.offer(kind, object)
      },
    }
    const all = [...(arounds.length > 0 ? [wanted] : []), ...others]
    if (all.length > 0) await source.eachNear(all)
    if (hasWater) for (const around of arounds) around.isCharted ||= inFile.has(around.place.id)
  }
  return { arounds, read }
}

/** The playgrounds near which an object is. */
function near(grid: Grid<Around>, object: OsmObject, kind: Surrounding): Iterable<Around> {
  const paths = pathsOf(object)
  if (paths.length === 0) return grid.at(object.latitude, object.longitude)
  if (kind === 'wood' || kind === 'device' || kind === 'tap' || kind === 'bicycleParking') {
    const { south, west, north, east } = boxOf(object)
    return north - south > mostDegrees || east - west > mostDegrees ? [] : grid.near(object, 0)
  }
  const found = new Set<Around>()
  for (const path of paths) {
    for (let i = 0; i + 3 < path.length; i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [path[i], path[i + 1], path[i + 2], path[i + 3]]
      const length = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))
      if (length > mostDegrees) continue
      const parts = Math.max(1, Math.ceil(length / partDegrees))
      for (let part = 0; part < parts; part += 1) {
        const [from, to] = [part / parts, (part + 1) / parts]
        const corners = [x1 + from * (x2 - x1), y1 + from * (y2 - y1), x1 + to * (x2 - x1), y1 + to * (y2 - y1)]
        const [longitude = 0, latitude = 0] = corners
        for (const around of grid.near({ latitude, longitude, rings: [corners] }, 0)) found.add(around)
      }
    }
  }
  return found
}
