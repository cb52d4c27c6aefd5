import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { importPlaces } from '../../features/import/import-places.ts'
import { readPlaces } from '../../features/import/read-places.ts'
import { summary } from '../../features/import/summary.ts'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/db.ts'
import { noProgress } from '../../platform/files/progress.ts'
import { emptyFolder } from '../files/empty-folder.ts'
import { type OsmData, overpass } from '../write-pbf.ts'

async function filesWith(contents: readonly (OsmData | Buffer | string)[]): Promise<string[]> {
  const folder = emptyFolder()
  const files = contents.map((_, index) => join(folder, `file-${index}`))
  for (const [index, content] of contents.entries()) {
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : overpass(content)
    await writeFile(files[index] ?? '', text)
  }
  return files
}

/** Reads open data given together, each in a file. */
export async function readData(...contents: (OsmData | Buffer | string)[]) {
  return readPlaces(await filesWith(contents), noProgress)
}

/** Imports open data as an operator does, and returns what he reads. */
export async function bringIn(db: Db, ...contents: (OsmData | Buffer | string)[]) {
  const files = await filesWith(contents)
  const reading = await readPlaces(files, noProgress)
  const counts = await importPlaces(db, reading, { files, progress: noProgress })
  return { counts, said: summary(reading, counts) }
}

const Shown = z.object({ id: z.number(), name: z.string(), sourceId: z.nullable(z.string()) })

/** The places that an import shows. */
export const shownPlaces = (db: Db) =>
  db.many(Shown, sql`select id, name, source_id as "sourceId" from places where hidden_at is null order by id`)

/** So many metres, in degrees of latitude. */
export const metres = (count: number) => count / 111_195

/** A playground as open data has it, so many metres north of a spot in Utrecht. */
export function playground(
  id: number,
  { north = 0, ...tags }: { north?: number; [tag: string]: string | number | undefined } = {},
) {
  const given = Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, String(value)]))
  return { id, lat: 52.09 + metres(north), lon: 5.12, tags: { leisure: 'playground', ...given } }
}

export const threePlaygrounds: OsmData = {
  nodes: [
    playground(1, { name: 'De Wip' }),
    playground(2, { north: 200, name: 'De Schommel' }),
    playground(3, { north: 400 }),
  ],
}

/** The same data without one of its points. */
export const without = (data: OsmData, id: number): OsmData => ({
  ...data,
  nodes: (data.nodes ?? []).filter(node => node.id !== id),
})
