import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { download } from '../../../features/import/download/download.ts'
import { importPlaces } from '../../../features/import/import-places.ts'
import { ImportProblem } from '../../../features/import/osm-object.ts'
import type { Progress } from '../../../features/import/progress.ts'
import { readPlaces } from '../../../features/import/read-places.ts'
import { summary } from '../../../features/import/summary.ts'
import { nameOf } from '../../../features/map/install.ts'
import type { Config } from '../../../platform/config.ts'
import { openDataDir } from '../../../platform/files/data-dir.ts'
import { readState } from '../../../platform/map/map-folder.ts'
import { type Outside, theInternet } from '../../../platform/outside.ts'
import { withDatabase } from '../with-database.ts'
import { changeMap } from './change-map.ts'

const usage =
  'npm run import:osm -- FILE… reads .osm.pbf, Overpass JSON and GeoJSON; --download REGION [--every week] fetches an extract'

interface Surroundings {
  progress: Progress
  pathGiven(path: string): string
  print(text: string): void
  /** Waits, with `--every week`; resolves to false when it is time to stop. */
  wait(ms: number): Promise<boolean>
  outside?: Outside
}

const dayMs = 86_400_000

/** Imports files, or the newest extract of a region: once, or every week until it is stopped. */
export async function importPlacesOf(config: Config, args: readonly string[], around: Surroundings): Promise<string> {
  const { files, region, isWeekly } = read(args)
  if (region === undefined) return importFiles(config, files.map(around.pathGiven), around.progress)
  if (!isWeekly) return importRegion(config, region, around)
  for (;;) {
    let isDone = true
    try {
      around.print(await importRegion(config, region, around))
    } catch (error) {
      // Retries tomorrow: an unreachable server or a full disk is no reason to stop.
      if (!(error instanceof ImportProblem)) throw error
      around.print(error.message)
      isDone = false
    }
    if (!(await around.wait(isDone ? 7 * dayMs : dayMs))) return 'Ended.'
  }
}

function importFiles(config: Config, files: string[], progress: Progress): Promise<string> {
  return withDatabase(config, async open => {
    // Everything is read and checked before the database is opened.
    const reading = await readPlaces(files, progress)
    return summary(reading, await importPlaces(await open(), reading, { files, progress }))
  })
}

async function importRegion(config: Config, region: string, { progress, outside }: Surroundings): Promise<string> {
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
  if (!got) return `The newest extract of ${region} is here already.`
  const said = await importFiles(config, [got.file], progress)
  // Redraws a map that was drawn from an extract of this name.
  const { current } = readState(config.mapDir)
  const isItsMap = current?.name === nameOf(got.file)
  const drawn = isItsMap ? `\n${await changeMap(config, ['--from', got.file], path => path)}` : ''
  writeFileSync(mark, got.checksum, { mode: 0o600 })
  rmSync(got.file)
  return `${said}${drawn}`
}

function read(args: readonly string[]) {
  const wrong = () => new ImportProblem(`Which files? ${usage}.`)
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch {
    throw wrong()
  }
  const { values, positionals: files } = parsed
  const isWeekly = values.every !== undefined
  const isRegion = values.download !== undefined
  if (isRegion === files.length > 0 || (isWeekly && (!isRegion || values.every !== 'week'))) throw wrong()
  return { files, region: values.download, isWeekly }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { download: { type: 'string' }, every: { type: 'string' } },
  })
}
