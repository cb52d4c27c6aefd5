import { limits } from '@papadag/contract/limits'
import type { Tags } from './osm-object.ts'

/**
 * A single line that a column can store: without control and direction characters and lone surrogates, and at most
 * `max` long.
 */
export function plain(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  return [...line].slice(0, max).join('').trim()
}

/** The place's name, preferably the Dutch one; undefined if mappers gave it none. */
export function nameOf(tags: Tags): string | undefined {
  for (const key of ['name:nl', 'name', 'official_name', 'alt_name', 'loc_name']) {
    const name = plain(tags[key] ?? '', limits.placeName)
    if (name !== '') return name
  }
  return undefined
}

/** 'Kerkstraat 12, 3512 AB Utrecht', as far as it is known. */
export function addressOf(tags: Tags, town?: string): string | undefined {
  const street = tags['addr:street'] ?? tags['addr:place']
  if (!street) return undefined
  return addressFrom({
    street: [street, tags['addr:housenumber']].filter(Boolean).join(' '),
    postcode: tags['addr:postcode'],
    town: tags['addr:city'] ?? town,
  })
}

/** Formats the known parts of an address. */
export function addressFrom(parts: {
  street: string
  postcode?: string | undefined
  town?: string | undefined
}): string | undefined {
  const postcode = parts.postcode?.replace(
    /^(\d{4})\s*([A-Za-z]{2})$/,
    (_, digits, letters) => `${digits} ${letters.toUpperCase()}`,
  )
  const town = [postcode, parts.town].filter(Boolean).join(' ')
  const address = plain([parts.street, town].filter(Boolean).join(', '), limits.placeAddress)
  return [...address].length < limits.placeAddressMin ? undefined : address
}

const surfaces: Readonly<Record<string, string>> = {
  sand: 'zand',
  grass: 'gras',
  woodchips: 'houtsnippers',
  bark_mulch: 'boomschors',
  rubber: 'rubber',
  tartan: 'rubber',
  gravel: 'grind',
  fine_gravel: 'fijn grind',
  pebblestone: 'kiezels',
  artificial_turf: 'kunstgras',
  asphalt: 'asfalt',
  paving_stones: 'tegels',
  concrete: 'beton',
  dirt: 'aarde',
  ground: 'aarde',
}

/** The mapper's description, or else the facts; in Dutch, since a place has one description for all languages. */
export function descriptionOf(tags: Tags): string | null {
  const written = tags['description:nl'] ?? tags.description
  const facts = [tags.access === 'customers' ? 'Alleen voor klanten.' : '', ...(written ? [written] : factsIn(tags))]
  return plain(facts.filter(Boolean).join(' '), limits.description) || null
}

function factsIn(tags: Tags): string[] {
  const { surface = '', operator, opening_hours: hours } = tags
  const surfaceName = surfaces[surface]
  return [
    tags.leisure === 'indoor_play' || tags.indoor === 'yes' ? 'Binnen.' : '',
    agesIn(tags),
    surfaceName ? `Ondergrond: ${surfaceName}.` : '',
    hours ? `Open: ${hours}.` : '',
    tags.fee === 'yes' ? 'Toegang kost geld.' : '',
    tags.supervised === 'yes' ? 'Er is toezicht.' : '',
    tags.dog === 'no' ? 'Honden mogen er niet in.' : '',
    tags.leisure && operator ? `Beheer: ${operator}.` : '',
  ]
}

function agesIn({ min_age: min, max_age: max }: Tags): string {
  const isAge = (age: string | undefined) => age !== undefined && /^\d{1,2}$/.test(age)
  if (isAge(min) && isAge(max)) return `Voor ${min} tot en met ${max} jaar.`
  if (isAge(min)) return `Vanaf ${min} jaar.`
  return isAge(max) ? `Tot en met ${max} jaar.` : ''
}

/** Contact details and mappers' notes to each other are not published. */
const personal = /^(contact:|phone|mobile|fax|email|note|fixme|created_by|source)/i

/** The stored tags, from which names and texts can be derived again. */
export function keptTags(tags: Tags): Tags {
  return Object.fromEntries(
    Object.entries(tags)
      .filter(([key]) => !personal.test(key))
      .map(([key, value]): [string, string] => [plain(key, 255), plain(value, 1000)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
