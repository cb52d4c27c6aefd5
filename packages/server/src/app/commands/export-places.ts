/** `npm run export:places -- FILE`: exports the open-data part of the places as GeoJSON, under its licence. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportPlaces } from '../../features/import/export-places.ts'
import { readConfig } from '../../platform/config.ts'
import { command, exportTarget } from './command.ts'
import { withDatabase } from './with-database.ts'

await command(() =>
  withDatabase(readConfig(process.env), async open => {
    const path = exportTarget(process.argv.slice(2), 'places.geojson')
    const db = await open()
    await pipeline(Readable.from(exportPlaces(db)), createWriteStream(path))
    return `Wrote the places from open data to ${path}.`
  }),
)
