import type { Tags } from '../../features/import/osm-object.ts'
import { type at, drawn, square, together } from '../drawn-data.ts'
import type { OsmData } from '../write-pbf.ts'
import { readData } from './open-data.ts'

/** An area of 40 by 40 metres. */
export const area = (tags: Tags = {}) => drawn(1, square(20), { leisure: 'playground', ...tags }, true)

export const points = (...nodes: ReturnType<typeof at>[]): OsmData => ({ nodes })

/** What is known of the playground in this data. */
export async function factsOf(...parts: OsmData[]) {
  const { places, facts } = await readData(together(...parts))
  return { facts: places[0]?.facts, skipped: facts.skipped }
}
