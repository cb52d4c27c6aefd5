import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { surroundingKeys } from './facts/kinds.ts'
import { readGeoJson } from './json/read-geojson.ts'
import { readOverpass } from './json/read-overpass.ts'
import { interestingKeys } from './mapping.ts'
import { streetKeys } from './matching/names.ts'
import { ImportProblem, type OnBytes, type Source } from './osm-object.ts'
import { withShapes } from './pbf/raw-objects.ts'
import { readPbf } from './pbf/read-pbf.ts'

/** Objects without any of these keys are skipped in the first pass, and in the second. */
const keys = { keys: interestingKeys, nearbyKeys: new Set([...surroundingKeys, ...streetKeys]) }
/** The number of bytes read to recognise a format: Overpass and GeoJSON identify themselves before their list. */
const sniffed = 64 * 1024

/** Opens a file of open data, recognised by its content, not its name; throws `ImportProblem` for an unknown format. */
export async function openSource(path: string, onBytes: OnBytes): Promise<Source> {
  const name = basename(path)
  const beginning = await beginningOf(path)
  // These formats are read up to three times in each step.
  const onPart: OnBytes = bytes => onBytes(bytes / 3)
  if (beginning.subarray(0, 64).includes('OSMHeader')) return withShapes(readPbf(path, name, onPart), keys)
  const text = beginning.toString('utf8')
  if (/^\uFEFF?\s*\{/.test(text)) {
    if (/"features"\s*:\s*\[/.test(text)) return readGeoJson(path, name, onBytes)
    if (/"elements"\s*:\s*\[/.test(text)) return withShapes(readOverpass(path, name, onPart), keys)
  }
  throw new ImportProblem(`${name} is neither .osm.pbf, nor Overpass JSON, nor GeoJSON. Nothing was imported.`)
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffed), 0, sniffed, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
