/** `npm run import:osm -- FILE…`: imports places from open data. */
import { importPlaces } from '../../features/import/import-places.ts'
import { ImportProblem } from '../../features/import/osm-object.ts'
import { showProgress } from '../../features/import/progress.ts'
import { readPlaces } from '../../features/import/read-places.ts'
import { summary } from '../../features/import/summary.ts'
import { readConfig } from '../../platform/config.ts'
import { command, pathGiven } from './command.ts'
import { withDatabase } from './with-database.ts'

await command(() => {
  const files = process.argv.slice(2).map(pathGiven)
  if (files.length === 0) {
    throw new ImportProblem('Which files? npm run import:osm -- FILE… reads .osm.pbf, Overpass JSON and GeoJSON.')
  }
  const progress = showProgress(process.stderr)
  return withDatabase(readConfig(process.env), async open => {
    // Everything is read and checked before the database is opened.
    const reading = await readPlaces(files, progress)
    return summary(reading, await importPlaces(await open(), reading, { files, progress }))
  })
})
