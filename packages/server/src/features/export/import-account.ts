import { limits } from '@papadag/contract/limits'
import { type Imported, type ImportOutcome, type PlaceMeant, profileFields } from '@papadag/contract/users/imports'
import { ChildInput, EditedUser, type User } from '@papadag/contract/users/users'
import * as z from 'zod/mini'
import { ownUser, replaceChildren } from '../../domain/account.ts'
import { audit } from '../../domain/audit.ts'
import { nameKey } from '../../domain/names/name-key.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'

/** Writes of other features, with their own rules. */
export interface ImportAccountParts {
  editProfile(db: Db, fields: EditedUser, userId: number): Promise<unknown>
  savePlace(db: Db, placeId: number, userId: number): Promise<unknown>
  reviewPlace(
    db: Db,
    placeId: number,
    review: { rating: number; text?: string | null },
    userId: number,
  ): Promise<unknown>
}

interface Plan {
  outcome: ImportOutcome
  profile: EditedUser
  children: z.output<typeof ChildInput>[]
  saved: number[]
  reviewed: { placeId: number; rating: number; text?: string | null }[]
}

/** The changes that importing this file would make. */
export async function previewOf(db: Db, file: Imported, userId: number): Promise<ImportOutcome> {
  return (await planFor(db, file, userId)).outcome
}

/** Imports the file, all or nothing. Existing data stays as it is, so that a repeat changes nothing. */
export function importFile(db: Db, parts: ImportAccountParts, file: Imported, userId: number): Promise<ImportOutcome> {
  return db.transaction(async tx => {
    // A second import at the same moment waits, and then finds what the first one has created.
    await tx.run(sql`select from users where id = ${userId} for update`)
    const { outcome, profile, children, saved, reviewed } = await planFor(tx, file, userId)
    if (outcome.profile.length > 0) await parts.editProfile(tx, profile, userId)
    if (outcome.children.added.length > 0) await replaceChildren(tx, children, userId)
    for (const placeId of saved) await parts.savePlace(tx, placeId, userId)
    for (const { placeId, ...review } of reviewed) await parts.reviewPlace(tx, placeId, review, userId)
    await audit(tx, 'account.imported', userId)
    return outcome
  })
}

async function planFor(db: Db, file: Imported, userId: number): Promise<Plan> {
  if (file.format !== 'papadag-export') throw new Problem('import.foreign')
  if (file.version !== 1) throw new Problem('import.version')
  const user = await ownUser(db, userId)
  if (!user) throw new Problem('auth.required')
  const profile = profilePlan(file.account ?? {}, user)
  const children = childrenPlan(file.account?.childrenInfo ?? [], user)
  const favorites = await placesPlan(db, file.favoritePlaces ?? [], userId, ({ isSaved }) => isSaved)
  const reviews = await placesPlan(db, file.reviews ?? [], userId, ({ isReviewed }) => isReviewed)
  return {
    outcome: {
      profile: profile.changes,
      children: children.outcome,
      favoritePlaces: favorites.outcome,
      reviews: reviews.outcome,
    },
    profile: profile.fields,
    children: children.all,
    saved: favorites.found.map(({ placeId }) => placeId),
    reviewed: reviews.found.map(({ placeId, item: { rating, text = null } }) => ({ placeId, rating, text })),
  }
}

/** Empty fields in the file change nothing, and neither do those that a profile here does not accept. */
function profilePlan(account: NonNullable<Imported['account']>, user: User) {
  const changes: ImportOutcome['profile'] = []
  const fields: EditedUser = {}
  for (const field of profileFields) {
    const value = account[field]
    if (!value || value.length === 0) continue
    const accepted = EditedUser.safeParse({ [field]: value })
    const from = written(user[field])
    const to = written(value)
    if (!accepted.success || to === null || from === to) continue
    Object.assign(fields, accepted.data)
    changes.push({ field, from, to })
  }
  return { changes, fields }
}

function written(value: string | readonly string[] | null | undefined): string | null {
  return (Array.isArray(value) ? value.join(', ') : (value as string | null | undefined)) || null // the other cases
}

type ImportedChild = { name: string; birthMonth: string }

/** Two children with the same name are the same child. Children without a name are distinguished by their month. */
const keyOf = ({ name, birthMonth }: ImportedChild) => (name ? nameKey(name) : birthMonth)

function childrenPlan(given: readonly ImportedChild[], { childrenInfo }: User) {
  const all = childrenInfo.map(({ name, birthMonth }) => ({ name, birthMonth, age: 0 }))
  const known = new Set(all.map(keyOf))
  const outcome: ImportOutcome['children'] = { added: [], known: 0, left: [] }
  for (const child of given) {
    const isChild = ChildInput.safeParse({ ...child, age: 0 }).success
    if (known.has(keyOf(child))) outcome.known += 1
    else if (!isChild || all.length >= limits.children) outcome.left.push(child.name || child.birthMonth)
    else {
      known.add(keyOf(child))
      all.push({ ...child, age: 0 })
      outcome.added.push(child.name || child.birthMonth)
    }
  }
  return { outcome, all }
}

const Found = z.object({ id: z.number(), name: z.string(), isSaved: z.boolean(), isReviewed: z.boolean() })
type Found = z.output<typeof Found>

async function placesPlan<T extends PlaceMeant>(
  db: Db,
  items: readonly T[],
  userId: number,
  isKnown: (place: Found) => boolean,
) {
  const outcome: ImportOutcome['reviews'] = { added: [], known: 0, unknown: [] }
  const found: { placeId: number; item: T }[] = []
  for (const item of items) {
    const place = await placeMeant(db, item, userId)
    if (!place) outcome.unknown.push(item.placeName ?? null)
    else if (isKnown(place) || found.some(({ placeId }) => placeId === place.id)) outcome.known += 1
    else {
      found.push({ placeId: place.id, item })
      outcome.added.push(place.name)
    }
  }
  return { outcome, found }
}

/** Literals, since the partial indexes for each type are used only when the statement names the type. */
const isOfType = { restaurant: sql`p.type = 'restaurant'`, playground: sql`p.type = 'playground'` } as const

/** The local place with this name at this position, if there is one that everybody may see. */
async function placeMeant(db: Db, { placeName, type, latitude, longitude }: PlaceMeant, userId: number) {
  if (!placeName || !type || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  const near = await db.many(
    Found,
    sql`select p.id, p.name,
               exists (select from place_favorites f where f.place_id = p.id and f.user_id = ${userId}) as "isSaved",
               exists (select from place_reviews r where r.place_id = p.id and r.user_id = ${userId}) as "isReviewed"
          from (select p.* from places p where ${isOfType[type]} and p.hidden_at is null and p.location is not null
                 order by p.location <-> mercator(${latitude}::float8, ${longitude}::float8) limit 20) p,
               lateral (select metres_between(${latitude}::float8, ${longitude}::float8, p.latitude, p.longitude) as metres) away
         where metres <= ${limits.similarWithinM} order by metres, p.id`,
  )
  return near.find(({ name }) => nameKey(name) === nameKey(placeName))
}
