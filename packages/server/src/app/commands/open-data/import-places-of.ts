import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { download } from '../../../features/import/download/download.ts'
import { importPlaces } from '../../../features/import/import-places.ts'
import { ImportProblem } from '../../../features/import/osm-object.ts'
import { readPlaces } from '../../../features/import/read-places.ts'
import { summary } from '../../../features/import/summary.ts'
import { nameOf } from '../../../features/map/install.ts'
import type { Config } from '../../../platform/config.ts'
import { openDataDir } from '../../../platform/files/data-dir.ts'
import type { Progress } from '../../../platform/files/progress.ts'
import { readState } from '../../../platform/map/map-folder.ts'
import { type Outside, theInternet } from '../../../platform/outside.ts'
import type { Said, Surroundings } from '../command.ts'
import { withDatabase } from '../with-database.ts'
import { changeMap } from './change-map.ts'

type Around = Pick<Surroundings, 'progress' | 'say' | 'wait'> & { outside?: Outside }

export type Wanted = { files: readonly string[] } | { region: string; isWeekly: boolean }

const dayMs = 86_400_000

/** Imports files, or the newest extract of a region: once, or every week until it is stopped. */
export async function importPlacesOf(config: Config, wanted: Wanted, around: Around): Promise<Said> {
  if ('files' in wanted) return importFiles(config, wanted.files, around.progress)
  const { region, isWeekly } = wanted
  if (!isWeekly) return importRegion(config, region, around)
  for (;;) {
    let isDone = true
    try {
      around.say(await importRegion(config, region, around))
    } catch (error) {
      // Retries tomorrow: an unreachable server or a full disk is no reason to stop.
      if (!(error instanceof ImportProblem)) throw error
      around.say({ text: error.message, facts: { problem: error.message } })
      isDone = false
    }
    if (!(await around.wait(isDone ? 7 * dayMs : dayMs))) return { text: 'Ended.', facts: { isEnded: true } }
  }
}

function importFiles(config: Config, files: readonly string[], progress: Progress): Promise<Said> {
  return withDatabase(config, async open => {
    // Everything is read and checked before the database is opened.
    const reading = await readPlaces(files, progress)
    const counts = await importPlaces(await open(), reading, { files, progress })
    const { read, skipped } = reading
    return { text: summary(reading, counts), facts: { read, skipped, places: reading.places.length, ...counts } }
  })
}

async function importRegion(config: Config, region: string, { progress, outside }: Around): Promise<Said> {
  const folder = join(openDataDir(config.dataDir).path, 'downloads', region.replaceAll('/', '_').slice(0, 100))
  const mark = join(folder, 'imported')
  const known = existsSync(mark) ? readFileSync(mark, 'utf8') : undefined
  const got = await download({
    region,
    base: config.osmDownload.url,
    trusted: config.osmDownload.trusted,
    outside: outside ?? theInternet(),
    folder,
    known,
    progress,
  })
  if (!got) return { text: `The newest extract of ${region} is here already.`, facts: { isNew: false } }
  const said = await importFiles(config, [got.file], progress)
  // Redraws a map that was drawn from an extract of this name.
  const { current } = readState(config.mapDir)
  const isItsMap = current?.name === nameOf(got.file)
  const drawn = isItsMap ? await changeMap(config, { extract: got.file }, progress) : undefined
  writeFileSync(mark, got.checksum, { mode: 0o600 })
  rmSync(got.file)
  return {
    text: [said.text, ...(drawn ? [drawn.text] : [])].join('\n'),
    facts: { isNew: true, ...said.facts, ...drawn?.facts },
  }
}
