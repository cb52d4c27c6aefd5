import { PlaceFields } from '@papadag/contract/places/place-edits'
import { placeTypes } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { isModerator } from '../../../domain/account.ts'
import { record } from '../../../domain/facts.ts'
import { nameFor, type Reader } from '../../../domain/places/projection.ts'
import { unsettledOf, whereabouts } from '../../../domain/places/settled.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'

const Editable = z.object({
  type: z.enum(placeTypes),
  name: z.string(),
  description: z.nullable(z.string()),
  address: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  features: z.array(z.string()),
  imageUrl: z.nullable(z.string()),
  namedAfter: z.nullable(z.string()),
  unsettled: z.record(z.string(), z.unknown()),
})
export type Editable = z.output<typeof Editable>

const columns = {
  name: 'name',
  description: 'description',
  address: 'address',
  latitude: 'latitude',
  longitude: 'longitude',
  features: 'features',
  hasImage: 'image_url',
} as const

/** Locks the place's row; throws `place.unknown` if it is gone or hidden. */
export async function lock(tx: Db, id: number) {
  const place = await tx.one(
    Editable,
    sql`select p.type, p.name, p.description, p.address, p.latitude, p.longitude, p.features, p.image_url as "imageUrl",
               p.named_after as "namedAfter", ${unsettledOf(sql`p`)} as unsettled
          from places p where p.id = ${id} and p.hidden_at is null for update`,
  )
  if (!place) throw new Problem('place.unknown')
  return place
}

/**
 * A generated name keeps the street it was derived from, so that every reader sees it in his language, even after an
 * undo.
 */
export type Fields = PlaceFields & { namedAfter?: string | null }
export type Wanted = { [K in keyof Fields]?: Fields[K] }

/** Whether this is just the generated name, in any language. */
function isMadeUp(name: unknown, { namedAfter }: Editable): boolean {
  return namedAfter !== null && Object.values(nameFor).some(made => made.replace('{place}', () => namedAfter) === name)
}

/** The fields that change, with their old and new values. */
export function difference(now: Editable, { namedAfter, ...wanted }: Wanted): { before: Fields; after: Fields } {
  const is = PlaceFields.parse(now)
  const changed = Object.entries(wanted).filter(
    ([key, value]) =>
      value !== undefined &&
      JSON.stringify(is[key as keyof PlaceFields]) !== JSON.stringify(value) && // keys of the same fields
      !(key === 'name' && isMadeUp(value, now)),
  )
  const before: Fields = Object.fromEntries(changed.map(([key]) => [key, is[key as keyof PlaceFields]]))
  const after: Fields = Object.fromEntries(changed)
  if (before.name !== undefined && now.namedAfter) before.namedAfter = now.namedAfter
  if (after.name !== undefined && namedAfter) after.namedAfter = namedAfter
  return { before, after }
}

interface Change {
  now: Editable
  before: Fields
  after: Fields
  imageUrl?: string | null
  reverts?: number | null
  /** The author of the edit, if the reader carries out somebody else's. */
  author?: number | null
}

/** The one way in which members and moderators change a place. */
export async function store(tx: Db, id: number, change: Change, reader: Reader): Promise<void> {
  const { now, before, after, imageUrl = null, reverts = null, author = reader.id } = change
  const changed = Object.entries(columns).flatMap(([key, column]) => (key in after ? [column] : []))
  if (changed.length === 0) return
  const isCertain = await isModerator(tx, reader.id)
  const set: Sql[] = [
    sql`updated_at = now()`,
    sql`edited_fields = (select array(select distinct f from unnest(edited_fields || ${changed}::text[]) f order by f))`,
  ]
  if (after.name !== undefined) set.push(sql`name = ${after.name}, named_after = ${after.namedAfter ?? null}`)
  if (after.description !== undefined) set.push(sql`description = ${after.description}`)
  if (after.address !== undefined) set.push(sql`address = ${after.address}`)
  if (after.latitude !== undefined) set.push(sql`latitude = ${after.latitude}`)
  if (after.longitude !== undefined) set.push(sql`longitude = ${after.longitude}`)
  if (after.features !== undefined) set.push(sql`features = ${after.features}::text[]`)
  if (imageUrl) set.push(sql`image_url = ${imageUrl}`)
  if (changed.some(column => column !== 'image_url')) {
    set.push(sql`unsettled = ${JSON.stringify(unsettledBy({ now, before, after }, isCertain))}::jsonb`)
    if (!isCertain) set.push(sql`changed_at = now()`)
  }
  if (after.latitude !== undefined || after.longitude !== undefined)
    await record(tx, { fact: 'placeMoving', placeId: id })
  await tx.run(sql`update places set ${sql.join(set)} where id = ${id}`)
  const isElsewhere = whereabouts.some(key => key in after)
  await record(tx, { fact: 'placeEdited', placeId: id, authorId: author, isElsewhere })
  await tx.run(sql`
    insert into place_revisions (place_id, edited_by, reverts, before, after)
    values (${id}, ${author}, ${reverts}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`)
}

/** What is uncertain about the place after this change: a value from before that is restored is certain again. */
function unsettledBy({ now, before, after }: Pick<Change, 'now' | 'before' | 'after'>, isCertain: boolean) {
  const unsettled = new Map(Object.entries(now.unsettled))
  for (const [key, value] of Object.entries(PlaceFields.parse(after))) {
    if (key === 'hasImage') continue
    const was = unsettled.has(key) ? unsettled.get(key) : before[key as keyof PlaceFields]
    if (isCertain || JSON.stringify(was) === JSON.stringify(value)) unsettled.delete(key)
    else unsettled.set(key, was)
  }
  return Object.fromEntries(unsettled)
}
