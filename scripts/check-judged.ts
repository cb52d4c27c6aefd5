// What the import says of fences and open water, compared with what a person saw on drawings of the same files:
// `judged-places.json`. The files contain few playgrounds, so pitches, parks, schools and the like count as some.

import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readPbf } from '../packages/server/src/features/import/pbf/read-pbf.ts'
import { readPlaces } from '../packages/server/src/features/import/read-places.ts'
import { noProgress } from '../packages/server/src/platform/files/progress.ts'

interface Judgement {
  openWater: 'yes' | 'no'
  fence: 'whole' | 'partly' | 'unknown'
}

const judged = JSON.parse(readFileSync(new URL('judged-places.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, Judgement>
>
const leastRecall = 0.95
const leastPrecision = 0.8
const leastFences = 0.9

/** Compares all of them, and prints every difference. */
export async function checkJudged(realFiles: string, folder: string, check: (isTrue: boolean, what: string) => void) {
  const counts = { places: 0, right: 0, missed: 0, extra: 0, fences: 0, differences: [] as string[] }
  for (const [file, judgements] of Object.entries(judged)) {
    const path = join(folder, `${basename(file)}.json`)
    await writeAsPlaygrounds(join(realFiles, file), path, new Set(Object.keys(judgements)))
    const { places } = await readPlaces([path], noProgress)
    const facts = new Map(places.map(place => [place.id, place.facts]))
    for (const [id, { openWater, fence }] of Object.entries(judgements)) {
      const found = facts.get(id)
      counts.places += found ? 1 : 0
      const isSaid = found?.openWater === 'yes'
      if (isSaid && openWater === 'yes') counts.right += 1
      else if (isSaid) counts.extra += 1
      else if (openWater === 'yes') counts.missed += 1
      if ((found?.fence ?? 'unknown') === fence) counts.fences += 1
      if (isSaid !== (openWater === 'yes') || (found?.fence ?? 'unknown') !== fence)
        counts.differences.push(`${id}: ${JSON.stringify(found)} instead of ${openWater}, ${fence}`)
    }
  }
  const all = Object.values(judged).reduce((sum, judgements) => sum + Object.keys(judgements).length, 0)
  const recall = counts.right / (counts.right + counts.missed)
  const precision = counts.right / (counts.right + counts.extra)
  check(counts.places === all, `${counts.places} places of ${all} judged by hand`)
  check(recall >= leastRecall, `  unfenced open water: recall ${percent(recall)}, of at least ${percent(leastRecall)}`)
  check(precision >= leastPrecision, `  precision ${percent(precision)}, of at least ${percent(leastPrecision)}`)
  check(counts.fences >= leastFences * all, `  ${counts.fences} fences of ${all} as judged`)
  for (const difference of counts.differences) process.stdout.write(`    ${difference}\n`)
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`

/** With it objects come with their tags, whatever these are. */
class EveryKey extends Set<string> {
  override get size() {
    return Number.POSITIVE_INFINITY
  }

  override has() {
    return true
  }
}

/** Writes a file as an Overpass answer in which these objects are playgrounds. */
async function writeAsPlaygrounds(from: string, to: string, ids: ReadonlySet<string>) {
  const elements: object[] = []
  const tagsOf = (id: string, tags: object = {}) =>
    ids.has(id) ? { tags: { leisure: 'playground', access: 'yes' } } : { tags }
  await readPbf(from, basename(from), () => {}).scan({
    keys: new EveryKey(),
    node(id, lat, lon, tags) {
      elements.push({ type: 'node', id, lat, lon, ...tagsOf(`node/${id}`, tags) })
    },
    way(way) {
      elements.push({ type: 'way', id: way.id, nodes: way.refs(), ...tagsOf(`way/${way.id}`, way.tags) })
    },
    relation({ id, tags = {}, ways }) {
      const members = ways().map(({ id: ref, isInner }) => ({ type: 'way', ref, role: isInner ? 'inner' : 'outer' }))
      elements.push({ type: 'relation', id, tags, members })
    },
  })
  writeFileSync(to, JSON.stringify({ elements }))
}
