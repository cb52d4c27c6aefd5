import { factKeys } from '@papadag/contract/places/facts'
import type { ImportCounts } from './import-places.ts'
import type { WhyUnplaced } from './osm-object.ts'
import type { Reading } from './read-places.ts'

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const reasons: Readonly<Record<WhyUnplaced, string>> = {
  points: 'the file lacks the points they are drawn with',
  outlines: 'the file lacks the ways that outline them',
  coordinates: 'their coordinates are missing, damaged or not in degrees',
  exchanged: 'their latitude comes before their longitude',
}

/** Names the objects of the files that have no position, with the reason. */
function unplacedLines({ skipped, unreadable }: Reading): string[] {
  const lines = Object.entries(reasons).flatMap(([why, reason]) => {
    const found = skipped.unplaced[why as WhyUnplaced] // its own keys
    return found
      ? [`${found.count} without a position, such as ${found.first}: ${reason}. What is known of them stays.`]
      : []
  })
  if (unreadable.count > 0)
    lines.push(`Skipped ${counted(unreadable.count, 'part')} that cannot be read, such as ${unreadable.first}.`)
  return lines
}

/** Tells of which share of the playgrounds each fact is known, and which facts could not be used. */
function factLines({ facts: { playgrounds, known, skipped } }: Reading, changed: number): string[] {
  if (playgrounds === 0) return []
  const shares = factKeys.map(key => `${key} ${Math.round((100 * (known[key] ?? 0)) / playgrounds)} %`)
  const lines = [`Known of ${counted(playgrounds, 'playground')}: ${shares.join(', ')}.`]
  if (changed > 0) lines.push(`What is known of ${counted(changed, 'playground')} is new or has changed.`)
  const left = factKeys.flatMap(key => {
    const found = skipped[key]
    return found ? [`${key} of ${counted(found.count, 'playground')}, such as ${found.first}`] : []
  })
  if (left.length > 0) lines.push(`Skipped, as contradictory or too much to be true: ${left.join('; ')}.`)
  return lines
}

/** Describes the result of an import to the operator. */
export function summary(reading: Reading, counts: ImportCounts): string {
  const { read, skipped, places } = reading
  const left: [number, string][] = [
    [skipped.private, 'private'],
    [skipped.atSchool, 'at a school'],
    [skipped.unclosed, 'not an area'],
    [skipped.restaurantsWithoutSign, 'without a sign that children are welcome'],
    [skipped.merged, 'twice on the map'],
  ]
  const why = left.flatMap(([count, reason]) => (count > 0 ? [`${count} ${reason}`] : []))
  const lines = [
    `Read ${counted(read.playground, 'playground')} and ${counted(read.restaurant, 'restaurant')}${why.length > 0 ? `; left out ${why.join(', ')}` : ''}.`,
    ...unplacedLines(reading),
  ]
  if (places.length === 0) lines.push('Nothing to import: no playground or child-friendly restaurant in there.')
  else {
    lines.push(
      `Of ${counted(places.length, 'place')} ${counts.new} new, ${counts.changed} changed, ${counts.same} the same${counts.alreadyAdded > 0 ? `, ${counts.alreadyAdded} added by fathers before` : ''}.`,
    )
  }
  lines.push(...factLines(reading, counts.factsChanged))
  if (counts.missing > 0)
    lines.push(`${counts.missing} missing for the first time; the next import without them hides them.`)
  if (counts.hidden > 0) lines.push(`${counts.hidden} missing for the second time and hidden now.`)
  return lines.join('\n')
}
