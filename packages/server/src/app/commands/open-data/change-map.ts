import { installMap, nameOf } from '../../../features/map/install.ts'
import { withMapOf } from '../../../features/map/make-map.ts'
import type { Config } from '../../../platform/config.ts'
import { openDataDir } from '../../../platform/files/data-dir.ts'
import type { Progress } from '../../../platform/files/progress.ts'
import { aboutMap } from '../../../platform/map/about-map.ts'
import { type MapFacts, putInPlace, readState } from '../../../platform/map/map-folder.ts'
import type { Said } from '../command.ts'
import type { Area } from './area.ts'

/** A file of tiles, an extract to draw them from, or no map any more. */
type Change = { file: string; around?: Area | undefined } | { extract: string; around?: Area | undefined } | 'remove'

/** Installs or removes the map, also while servers run. */
export async function changeMap(config: Config, change: Change, progress: Progress): Promise<Said> {
  openDataDir(config.dataDir)
  const folder = config.mapDir
  if (change === 'remove') {
    const { current } = readState(folder)
    if (!current) return { text: 'There is no map of this installation’s own.', facts: { removed: null } }
    putInPlace(folder, undefined)
    return {
      text: `Removed ${aboutMap(current)}. Screens that show it keep it for a day.`,
      facts: { removed: current },
    }
  }
  const { around } = change
  if ('file' in change) return summary(installMap({ file: change.file, folder, around, progress }))
  const { extract } = change
  const map = await withMapOf(extract, { folder, progress }, (made, dataAtMs) =>
    installMap({ file: made, folder, around, dataAtMs, name: nameOf(extract), isDrawn: true, progress }),
  )
  return summary(map)
}

function summary(map: MapFacts): Said {
  return {
    text: `The map is now ${aboutMap(map)}: ${map.tiles.toLocaleString('en')} tiles, ${(map.bytes / 1e6).toFixed(1)} MB. © OpenStreetMap contributors, ODbL.`,
    facts: { map },
  }
}
