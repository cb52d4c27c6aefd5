import { limits } from '@papadag/contract/limits'
import type { PlaceType } from '@papadag/contract/places/places'
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

/**
 * The mapper's description, or else what a place's facts do not tell; in Dutch, since a place has one description for all
 * languages. Only playgrounds have facts.
 */
export function descriptionOf(type: PlaceType, tags: Tags): string | null {
  const written = tags['description:nl'] ?? tags.description
  const told = [
    ...(type === 'restaurant' ? factsIn(tags) : []),
    tags.supervised === 'yes' ? 'Er is toezicht.' : '',
    tags.leisure && tags.operator ? `Beheer: ${tags.operator}.` : '',
  ]
  const sentences = [tags.access === 'customers' ? 'Alleen voor klanten.' : '', ...(written ? [written] : told)]
  return plain(sentences.filter(Boolean).join(' '), limits.description) || null
}

function factsIn({ opening_hours: hours, fee, dog }: Tags): string[] {
  return [
    hours ? `Open: ${hours}.` : '',
    fee === 'yes' ? 'Toegang kost geld.' : '',
    dog === 'no' ? 'Honden mogen er niet in.' : '',
  ]
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
