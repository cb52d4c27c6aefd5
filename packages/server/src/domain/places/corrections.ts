import { Ages, type FactKey, isTied } from '@papadag/contract/places/facts'
import type { FeatureKey, PlaceCorrection } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { type Sql, sql } from '../../platform/db/db.ts'

/** The OpenStreetMap tag for each feature. */
export const tagOf = {
  kidsMenu: 'kids_menu',
  highChairs: 'highchair',
  changingTables: 'changing_table',
  playCorner: 'kids_area',
  strollerAccessible: 'stroller',
  restrooms: 'toilets',
  picnicTables: 'picnic_table',
  benches: 'bench',
  sandbox: 'playground:sandpit',
  waterGames: 'playground:water',
} as const satisfies Record<FeatureKey, string>

/** The tags that say something of a playground; null: none of this name, and absent: it has no tag that says it. */
type Said = Readonly<Record<string, string | null>>

const inWords =
  (tag: string, values: Readonly<Record<string, string>>) =>
  (value: unknown): Said => {
    const said = values[String(value)]
    return said === undefined ? {} : { [tag]: said }
  }
const yesOrNo = (tag: string) => inWords(tag, { yes: 'yes', no: 'no' })
const age = (years: number | null) => (years === null ? null : String(years))
const Hours = z.object({ text: z.string() })

/**
 * The tags that say each answer of fathers about a playground. The other facts (devices, water, trees, toilets, bicycle
 * stands, cafés) are objects of their own in OpenStreetMap, and an answer does not tell where they stand.
 */
export const tagsOfFacts: Readonly<Partial<Record<FactKey, (value: unknown) => Said>>> = {
  ages: value => {
    const { from, to } = Ages.parse(value)
    return { min_age: age(from), max_age: age(to) }
  },
  fence: inWords('fenced', { whole: 'yes', none: 'no' }),
  surface: inWords('surface', { sand: 'sand', grass: 'grass', rubber: 'rubber', hard: 'paved' }),
  wheelchair: inWords('wheelchair', { yes: 'yes', partly: 'limited', no: 'no' }),
  drinkingWater: yesOrNo('drinking_water'),
  lit: yesOrNo('lit'),
  dogs: yesOrNo('dog'),
  indoor: yesOrNo('indoor'),
  fee: yesOrNo('fee'),
  openingHours: value => ({ opening_hours: Hours.parse(value).text }),
}

const StoredFact = z.object({
  value: z.unknown(),
  source: z.string(),
  agreed: z.int(),
  others: z.optional(z.array(z.object({ agreed: z.int() }))),
})

const Feature = z.enum(Object.keys(tagOf) as FeatureKey[])

/**
 * An imported place with fathers' corrections, and what open data said, or else its content before the first
 * correction.
 */
export const CorrectedPlace = z.object({
  name: z.string(),
  isNameDerived: z.boolean(),
  address: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  features: z.array(Feature),
  tags: z.record(z.string(), z.string()),
  edited: z.array(z.string()),
  facts: z.record(z.string(), StoredFact),
  /** What open data says of the same. */
  openFacts: z.record(z.string(), z.unknown()),
  before: z.object({
    latitude: z.optional(z.number()),
    longitude: z.optional(z.number()),
    features: z.optional(z.array(Feature)),
  }),
})
export type CorrectedPlace = z.output<typeof CorrectedPlace>

/** Whether fathers know something better of an imported place (`p`), perhaps. */
export const isCorrected = sql`(p.source = 'osm'
  and (p.edited_fields <> '{}' or jsonb_path_exists(p.facts, '$.* ? (@.source == "fathers")')))`

/** The columns of a place (`p`) that `correctionsOf` reads, for these of its edited fields. */
export const correctedColumns = (
  edited: Sql = sql`p.edited_fields`,
): Sql => sql`p.name, p.named_after is not null as "isNameDerived", p.address, p.latitude, p.longitude, p.features,
  coalesce(p.source_tags, '{}') as tags, ${edited} as edited, p.facts,
  coalesce((select o.facts from place_open_facts o where o.place_id = p.id), '{}') as "openFacts",
  jsonb_strip_nulls(jsonb_build_object(${sql.join(
    ['latitude', 'longitude', 'features'].map(
      field => sql`${field}::text, coalesce(p.source_facts -> ${field}, (
      select r.before -> ${field} from place_revisions r where r.place_id = p.id and not r.waits and r.before ? ${field} order by r.id limit 1))`,
    ),
  )})) as before`

/**
 * What fathers know better than OpenStreetMap, as tags. Excludes their description, which is their own text, and names
 * derived from the street.
 */
export function correctionsOf(place: CorrectedPlace): PlaceCorrection[] {
  const { tags, before, edited } = place
  const all: PlaceCorrection[] = []
  if (edited.includes('name') && !place.isNameDerived) {
    all.push({ key: 'name', before: tags.name ?? null, after: place.name })
  }
  if (edited.includes('address')) {
    all.push({ key: 'addr:full', before: addressIn(tags), after: place.address })
  }
  if (edited.includes('features')) {
    const was = before.features ?? []
    for (const key of Object.keys(tagOf) as FeatureKey[]) {
      const has = place.features.includes(key)
      if (has !== was.includes(key)) {
        all.push({ key: tagOf[key], before: tags[tagOf[key]] ?? null, after: has ? 'yes' : 'no' })
      }
    }
  }
  if (edited.includes('latitude') || edited.includes('longitude')) {
    const [latitude, longitude] = [before.latitude ?? place.latitude, before.longitude ?? place.longitude]
    all.push({
      key: 'position',
      before: `${latitude}, ${longitude}`,
      after: `${place.latitude}, ${place.longitude}`,
    })
  }
  return [...all, ...factsIn(place)].filter(one => one.before !== one.after)
}

/** What fathers agree on and open data does not say. */
function factsIn({ facts, openFacts, tags }: CorrectedPlace): PlaceCorrection[] {
  return Object.entries(tagsOfFacts).flatMap(([key, tagsOf]) => {
    const fact = facts[key]
    if (fact?.source !== 'fathers' || isTied(fact)) return []
    const open = openFacts[key] === undefined ? {} : tagsOf(openFacts[key])
    return Object.entries(tagsOf(fact.value)).flatMap(([tag, after]) =>
      after === open[tag] ? [] : [{ key: tag, before: tags[tag] ?? null, after }],
    )
  })
}

function addressIn(tags: CorrectedPlace['tags']): string | null {
  const street = [tags['addr:street'] ?? tags['addr:place'], tags['addr:housenumber']].filter(Boolean).join(' ')
  const town = [tags['addr:postcode'], tags['addr:city']].filter(Boolean).join(' ')
  return tags['addr:full'] ?? ([street, town].filter(Boolean).join(', ') || null)
}
