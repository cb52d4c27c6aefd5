import { readFileSync } from 'node:fs'
import { fold } from '@papadag/contract/places/folding'
import { metresBetween, type Point } from './metres.ts'

let towns: Map<string, { key: string; point: Point }> | undefined

/** The centre of a town by its name, in any spelling; undefined for an unknown one. */
export function townNamed(name: string): Point | undefined {
  towns ??= readTowns()
  // 'Utrecht (Oost)' and 'Zwolle, Assendorp' are districts of these towns.
  const [first = ''] = name.split(/[,(/]/)
  return towns.get(fold(first))?.point
}

/** A town with its spelled name and the form used in addresses. */
export interface Town extends Point {
  name: string
  slug: string
}

/** A known town by its name in any spelling, or by the form used in addresses. */
export function townAt(name: string): Town | undefined {
  const [first = ''] = name.split(/[,(/]/)
  return townsBySlug().get(slugOf(fold(first)))
}

/** A known town that was typed without any capital, as it is written; any other text stays as it is. */
export function townWritten(typed: string): string {
  const town = typed === typed.toLowerCase() ? townAt(typed) : undefined
  return town && fold(town.name) === fold(typed) ? town.name : typed
}

/** Known towns whose names begin with the typed text, or else contain it. */
export function townsLike(typed: string, most: number): Town[] {
  const wanted = fold(typed)
  if (wanted.length < 2) return []
  const all = [...townsBySlug().values()]
  const beginning = all.filter(({ name }) => fold(name).startsWith(wanted))
  const found = beginning.length > 0 ? beginning : all.filter(({ name }) => fold(name).includes(wanted))
  return found.slice(0, most)
}

/** The names, folded, of the towns whose centres are within this distance. */
export function townsWithin(metres: number, here: Point): string[] {
  towns ??= readTowns()
  return [...towns].flatMap(([name, { point }]) => (metresBetween(point, here) < metres ? [name] : []))
}

/** The known town whose centre is nearest. */
export function townNearest(here: Point): Town | undefined {
  let nearest: { town: Town; metres: number } | undefined
  for (const town of townsBySlug().values()) {
    const metres = metresBetween(town, here)
    if (!nearest || metres < nearest.metres) nearest = { town, metres }
  }
  return nearest?.town
}

let bySlug: Map<string, Town> | undefined

function townsBySlug() {
  towns ??= readTowns()
  bySlug ??= new Map(
    [...towns].map(([folded, { key, point }]) => {
      const slug = slugOf(folded)
      return [slug, { ...point, name: nameOf(key), slug }] as const
    }),
  )
  return bySlug
}

const slugOf = (folded: string) => folded.replaceAll(' ', '-')

/** Words inside names that are written in lower case. */
const small = new Set([
  'aan',
  'aen',
  'bij',
  'de',
  'den',
  'der',
  'en',
  'het',
  'in',
  'la',
  'le',
  'op',
  'over',
  'ten',
  'ter',
  'van',
])

/** The list is in lower case. */
function nameOf(key: string) {
  return key
    .split(/(?<=[ -])/)
    .map((word, at) => (at > 0 && small.has(word.replace(/[ -]$/, '')) ? word : capitalized(word)))
    .join('')
}

function capitalized(word: string) {
  // For 's-Hertogenbosch and IJsselstein.
  if (/^'[st]\W/.test(word)) return word
  return word.replace(/^(ij|\p{L})/u, first => first.toUpperCase())
}

function readTowns() {
  const lines = readFileSync(new URL('towns.tsv', import.meta.url), 'utf8').split('\n')
  return new Map(
    lines
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const [key = '', latitude, longitude] = line.split('\t')
        return [fold(key), { key, point: { latitude: Number(latitude), longitude: Number(longitude) } }]
      }),
  )
}
