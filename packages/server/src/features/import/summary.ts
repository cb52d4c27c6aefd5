import type { ImportCounts } from './import-places.ts'
import type { Reading } from './read-places.ts'

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Describes the result of an import to the operator. */
export function summary({ read, skipped, places }: Reading, counts: ImportCounts): string {
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
  ]
  if (places.length === 0) lines.push('Nothing to import: no playground or child-friendly restaurant in there.')
  else {
    lines.push(
      `Of ${counted(places.length, 'place')} ${counts.new} new, ${counts.changed} changed, ${counts.same} the same${counts.alreadyAdded > 0 ? `, ${counts.alreadyAdded} added by fathers before` : ''}.`,
    )
  }
  if (counts.missing > 0)
    lines.push(`${counts.missing} missing for the first time; the next import without them hides them.`)
  if (counts.hidden > 0) lines.push(`${counts.hidden} missing for the second time and hidden now.`)
  return lines.join('\n')
}
