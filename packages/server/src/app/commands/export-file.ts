import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportCorrections } from '../../features/import/export-corrections.ts'
import { exportPlaces } from '../../features/import/export-places.ts'
import { exportStates } from '../../features/import/export-states.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { fileToWrite } from '../../platform/files/given-file.ts'
import type { Said } from './command.ts'
import type { Exportable } from './exportable.ts'
import { withDatabase } from './with-database.ts'

const parts = {
  places: { content: exportPlaces, named: 'the places from open data' },
  states: { content: exportStates, named: 'what fathers reported of places this week' },
  corrections: { content: exportCorrections, named: 'what differs from OpenStreetMap' },
}

/** Writes a part of the data to a file, as GeoJSON under the licence of open data. */
export function exportTo(config: Config, what: Exportable, path: string): Promise<Said> {
  const { content, named } = parts[what]
  return withDatabase(config, async open => {
    fileToWrite(path, sentence => new ConfigProblem(`${sentence}. Nothing was written.`))
    const db = await open()
    await pipeline(Readable.from(content(db)), createWriteStream(path))
    return { text: `Wrote ${named} to ${path}.`, facts: { file: path } }
  })
}
