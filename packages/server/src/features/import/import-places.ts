import { basename } from 'node:path'
import type { Db } from '../../platform/db/db.ts'
import type { Progress } from '../../platform/files/progress.ts'
import { rowOf } from './imported-row.ts'
import { type KnownPlace, type Matched, match } from './matching/match.ts'
import type { NamedPlace } from './matching/names.ts'
import { numberNames } from './matching/number-names.ts'
import type { Reading } from './read-places.ts'
import {
  beginRun,
  endRun,
  insertPlaces,
  knownPlaces,
  linkPlaces,
  missPlaces,
  storeFacts,
  updatePlaces,
} from './store.ts'

/** The result of an import. */
export interface ImportCounts {
  new: number
  changed: number
  same: number
  /** Missing for the first time, so still shown. */
  missing: number
  /** Missing for the second time. */
  hidden: number
  /** Places that a father had already added. */
  alreadyAdded: number
  /** Playgrounds of which the data says something else than before. */
  factsChanged: number
}

type Pair = Matched['pairs'][number]

/** Writes the places that were read, except unchanged ones. */
export async function importPlaces(
  db: Db,
  reading: Reading,
  { files, progress }: { files: readonly string[]; progress: Progress },
): Promise<ImportCounts> {
  const { places, box, read, skipped, undecided } = reading
  const { pairs, alreadyAdded, missing, area } = match(places, await knownPlaces(db), { box, undecided })
  const names = numberNames(pairs)
  // Rows are built on demand, since keeping all of them would take too much memory.
  const row = ({ place, known }: Pair) => rowOf(place, names.get(place), aliasesOf(place, known))

  const added: Pair[] = []
  const changed: (Pair & { known: KnownPlace })[] = []
  for (const { place, known } of pairs) {
    if (!known) added.push({ place, known })
    else if (known.missed > 0 || row({ place, known }).source_hash !== known.hash) changed.push({ place, known })
  }
  const links = alreadyAdded
    .map(({ place, known }) => ({ id: known.id, known, aliases: aliasesOf(place, known) }))
    .filter(({ known, aliases }) => !isSameList(aliases, known.aliases))
    .map(({ id, aliases }) => ({ id, aliases }))

  const counts = {
    new: added.length,
    changed: changed.length,
    same: pairs.length - added.length - changed.length,
    missing: missing.filter(({ missed }) => missed === 0).length,
    hidden: missing.filter(({ missed }) => missed > 0).length,
    alreadyAdded: alreadyAdded.length,
    factsChanged: 0,
  }
  try {
    progress.step('Writing        ', added.length + changed.length + links.length + missing.length + places.length)
    const writer = { db, onDone: progress.advance }
    const run = await beginRun(
      db,
      files.map(file => basename(file)),
    )
    const ids = await insertPlaces(writer, mapped(added, row), area ?? run)
    await updatePlaces(
      writer,
      mapped(changed, pair => ({ ...row(pair), id: pair.known.id })),
    )
    await linkPlaces(writer, links)
    await missPlaces(
      writer,
      missing.map(({ id }) => id),
    )
    counts.factsChanged = await storeFacts(writer, factsOf([...pairs, ...alreadyAdded], ids))
    await endRun(db, run, { read, skipped, facts: reading.facts, ...counts })
  } finally {
    progress.end()
  }
  return counts
}

/** What is known of each place, with the id of its row; of two that are the same place the first counts. */
function* factsOf(pairs: readonly Pair[], ids: ReadonlyMap<string, number>) {
  const told = new Set<number>()
  for (const { place, known } of pairs) {
    const id = known?.id ?? ids.get(place.id)
    if (id === undefined || told.has(id)) continue
    told.add(id)
    yield { id, facts: place.facts ?? {} }
  }
}

/** Earlier and additional ids of the place in the open data, without its current one. */
function aliasesOf(place: NamedPlace, known: KnownPlace | undefined): string[] {
  const ids = new Set([...(known?.aliases ?? []), ...place.aliases])
  if (known?.source === 'osm' && known.sourceId) ids.add(known.sourceId)
  if (known && known.source !== 'osm') ids.add(place.id)
  else ids.delete(place.id)
  return [...ids].sort()
}

function* mapped<T, U>(items: Iterable<T>, make: (item: T) => U): Generator<U> {
  for (const item of items) yield make(item)
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())
}
