/** `npm run export:corrections -- FILE`: exports what fathers corrected in open data, for a mapper who checks it. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportCorrections } from '../../features/import/export-corrections.ts'
import { readConfig } from '../../platform/config.ts'
import { command, exportTarget } from './command.ts'
import { withDatabase } from './with-database.ts'

await command(() =>
  withDatabase(readConfig(process.env), async open => {
    const path = exportTarget(process.argv.slice(2), 'corrections.geojson')
    const db = await open()
    await pipeline(Readable.from(exportCorrections(db)), createWriteStream(path))
    return `Wrote what differs from OpenStreetMap to ${path}.`
  }),
)
