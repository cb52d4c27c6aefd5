import { fileToRead } from '../../platform/files/given-file.ts'
import type { Progress } from '../../platform/files/progress.ts'
import { addFacts, type FactCounts } from './facts/open-facts.ts'
import { createSurroundings } from './facts/surroundings.ts'
import { type Gathered, gather, type Skipped, sift } from './gather.ts'
import { type Box, boxOf, widened } from './geometry.ts'
import { join } from './join.ts'
import { createNames, type NamedPlace } from './matching/names.ts'
import { openSource } from './open-source.ts'
import { ImportProblem, type Source, type Unreadable } from './osm-object.ts'

/** Everything that an import will write, fully read and checked before the first write. */
export interface Reading {
  read: { playground: number; restaurant: number }
  skipped: Skipped
  places: NamedPlace[]
  /** The ids of objects that are in the files, and of which these do not say enough to import them. */
  undecided: ReadonlySet<string>
  unreadable: Unreadable
  facts: FactCounts
  /** The area covered; undefined if the files name none. */
  box: Box | undefined
}

/** The margin around the objects of a file that names no area, which then counts as its area. */
const boxMarginMetres = 1000

/** Reads the files as one; throws `ImportProblem` if one of them cannot be read completely. */
export async function readPlaces(files: readonly string[], progress: Progress): Promise<Reading> {
  try {
    const given = files.map(file => fileToRead(file, refuse))
    const sources = await Promise.all(files.map(file => openSource(file, progress.advance)))
    const total = given.reduce((sum, { size }) => sum + size, 0)

    progress.step('Reading places ', total)
    let gathered: Gathered | undefined = await gather(sources)
    progress.step('Joining        ', 1)
    const { hasPlayground } = join(gathered)
    const found = sift(gathered, hasPlayground)
    // Frees the memory of the other companions, which are no longer needed.
    const companions = gathered.companions.filter(({ kind }) => kind === 'park' || kind === 'settlement')
    const { read, skipped, undecided } = gathered
    gathered = undefined
    progress.step('Reading around ', total)
    const names = createNames(found)
    const surroundings = createSurroundings(found)
    for (const source of sources) await surroundings.read(source, names.wanted)
    const places = names.finish(companions)
    const facts = addFacts(surroundings.arounds)
    for (const file of given) file.mustBeSame()
    return {
      read,
      skipped,
      undecided,
      facts,
      unreadable: unreadableIn(sources),
      places: places.sort(byId),
      box: boxAround(
        places,
        sources.map(source => source.box()),
      ),
    }
  } finally {
    progress.end()
  }
}

function unreadableIn(sources: readonly Source[]): Unreadable {
  const all = sources.map(source => source.unreadable())
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    first: all.find(({ count }) => count > 0)?.first ?? '',
  }
}

const refuse = (sentence: string) => new ImportProblem(`${sentence}. Nothing was imported.`)

/** Orders by nodes, ways and relations, then by number, which makes the numbering of equal names stable. */
function byId(a: NamedPlace, b: NamedPlace): number {
  const [kindA = '', numberA] = a.id.split('/')
  const [kindB = '', numberB] = b.id.split('/')
  return kindA === kindB ? Number(numberA) - Number(numberB) : kindA < kindB ? -1 : 1
}

function boxAround(places: readonly NamedPlace[], declared: readonly (Box | undefined)[]): Box | undefined {
  const boxes = [
    ...declared.filter(box => box !== undefined),
    ...(declared.every(box => box !== undefined) ? [] : places.map(place => widened(boxOf(place), boxMarginMetres))),
  ]
  if (boxes.length === 0) return undefined
  return boxes.reduce((all, box) => ({
    south: Math.min(all.south, box.south),
    west: Math.min(all.west, box.west),
    north: Math.max(all.north, box.north),
    east: Math.max(all.east, box.east),
  }))
}
