import { parseArgs } from 'node:util'
import { installMap, nameOf } from '../../../features/map/install.ts'
import { withMapOf } from '../../../features/map/make-map.ts'
import { MapProblem } from '../../../features/map/map-problem.ts'
import type { Config } from '../../../platform/config.ts'
import { openDataDir } from '../../../platform/files/data-dir.ts'
import { aboutMap } from '../../../platform/map/about-map.ts'
import { type MapFacts, putInPlace, readState } from '../../../platform/map/map-folder.ts'

const usage = 'npm run map -- FILE.mbtiles [--around LAT,LON,KM], --from EXTRACT.osm.pbf, or --remove'

/** Installs or removes the map, also while servers run. Returns a summary for the operator. */
export async function changeMap(config: Config, args: readonly string[], pathGiven: (path: string) => string) {
  const { file, from, around, isRemoving } = read(args)
  openDataDir(config.dataDir)
  const folder = config.mapDir
  if (isRemoving) {
    const { current } = readState(folder)
    if (!current) return 'There is no map of this installation’s own.'
    putInPlace(folder, undefined)
    return `Removed ${aboutMap(current)}. Screens that show it keep it for a day.`
  }
  if (from === undefined) return summary(installMap({ file: pathGiven(file ?? ''), folder, around }))
  const extract = pathGiven(from)
  const map = await withMapOf(extract, folder, (made, dataAtMs) =>
    installMap({ file: made, folder, around, dataAtMs, name: nameOf(extract), isDrawn: true }),
  )
  return summary(map)
}

function summary(map: MapFacts) {
  return `The map is now ${aboutMap(map)}: ${map.tiles.toLocaleString('en')} tiles, ${(map.bytes / 1e6).toFixed(1)} MB. © OpenStreetMap contributors, ODbL.`
}

function read(args: readonly string[]) {
  const wrong = () => new MapProblem(`Say which map: ${usage}.`)
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch {
    throw wrong()
  }
  const { values, positionals } = parsed
  const [file, ...more] = positionals
  const ways = [file, values.from, values.remove].filter(way => way !== undefined)
  if (ways.length !== 1 || more.length > 0 || (values.remove && values.around !== undefined)) throw wrong()
  return { file, from: values.from, around: aroundIn(values.around), isRemoving: values.remove === true }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { around: { type: 'string' }, from: { type: 'string' }, remove: { type: 'boolean' } },
  })
}

function aroundIn(text: string | undefined) {
  if (text === undefined) return undefined
  const parts = text.split(',')
  const [latitude = Number.NaN, longitude = Number.NaN, km = Number.NaN] = parts.map(Number)
  const isRight = Math.abs(latitude) <= 84 && Math.abs(longitude) <= 180 && km > 0 && km <= 1000
  if (!isRight || parts.length !== 3 || parts.some(part => part.trim() === ''))
    throw new MapProblem('--around is LATITUDE,LONGITUDE,KILOMETRES, such as 52.09,5.12,15.')
  return { latitude, longitude, km }
}
