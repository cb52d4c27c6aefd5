import type { Matched } from './match.ts'
import type { NamedPlace } from './names.ts'

/**
 * Numbers places that are named after the same street in the same town: 'Kerkstraat' and 'Kerkstraat 2'. A place keeps
 * its number when others are added or removed.
 */
export function numberNames(pairs: Matched['pairs']): Map<NamedPlace, string> {
  const names = new Map<NamedPlace, string>()
  const groups = new Map<string, Matched['pairs']>()
  for (const pair of pairs) {
    const { namedAfter, town, type } = pair.place
    if (namedAfter === undefined) continue
    const key = JSON.stringify([type, town ?? null, namedAfter])
    const group = groups.get(key)
    if (group) group.push(pair)
    else groups.set(key, [pair])
  }
  for (const group of groups.values()) {
    const taken = new Set<number>()
    const numbers = new Map<NamedPlace, number>()
    for (const { place, known } of group) {
      const number = numberIn(known?.namedAfter, place.namedAfter ?? '')
      if (number === undefined || taken.has(number)) continue
      taken.add(number)
      numbers.set(place, number)
    }
    let next = 1
    for (const { place } of group) {
      let number = numbers.get(place)
      if (number === undefined) {
        while (taken.has(next)) next += 1
        number = next
        taken.add(number)
      }
      names.set(place, number === 1 ? (place.namedAfter ?? '') : `${place.namedAfter} ${number}`)
    }
  }
  return names
}

function numberIn(name: string | null | undefined, base: string): number | undefined {
  if (name === base) return 1
  const [, digits] = name?.startsWith(`${base} `) ? (/^ (\d{1,4})$/.exec(name.slice(base.length)) ?? []) : []
  return digits === undefined ? undefined : Number(digits)
}
