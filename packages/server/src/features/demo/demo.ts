import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@papadag/contract/limits'
import { allFeatureKeys, placeTypes } from '@papadag/contract/places/places'
import { halfDays } from '@papadag/contract/users/papa-days'
import * as z from 'zod/mini'
import { nameKey } from '../../domain/names/name-key.ts'
import { bitsOf } from '../../domain/papa-days/papa-days.ts'
import { pollColumns } from '../../domain/playdates/plan-columns.ts'
import { seat } from '../../domain/playdates/seats.ts'
import { gridPointOf } from '../../domain/position/grid-point.ts'
import { homeFor } from '../../domain/position/home.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { hashPassword } from '../../platform/sessions/password.ts'
import { timesOf, When } from './when.ts'

const folder = new URL('../../../demo/', import.meta.url)
const passwordFile = 'demo-password'
/** A domain that never receives mail. */
const mailDomain = 'papadag.example'

const Father = z.object({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  city: z.string(),
  bio: z.string(),
  children: z.array(z.object({ name: z.string(), ageMonths: z.int() })),
  favoriteLocations: z.array(z.string()),
  /** Roughly where he lives; shown to others in bands. */
  lives: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
  /** Whether everybody sees his children's ages, or only his contacts. */
  showsAges: z.optional(z.boolean()),
  papaDays: z.optional(z.array(z.enum(halfDays))),
})
type Father = z.output<typeof Father>

const Plan = z.object({
  when: When,
  title: z.string(),
  description: z.optional(z.string()),
  location: z.string(),
  /** A private address for participants; others see this area. */
  area: z.optional(z.string()),
  /** The name of one of the demo's places. */
  place: z.optional(z.string()),
  max: z.int(),
  /** Usernames with the number of children each brings; the first is the creator. */
  fathers: z.record(z.string(), z.int()),
})
type Plan = z.output<typeof Plan>

const DemoPlace = z.object({
  type: z.enum(placeTypes),
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  features: z.array(z.enum(allFeatureKeys)),
  description: z.optional(z.string()),
  changingTable: z.optional(z.enum(['everyone', 'womenOnly'])),
  /** Stars and text by username. */
  reviews: z.optional(z.record(z.string(), z.tuple([z.int(), z.nullable(z.string())]))),
  savedBy: z.optional(z.array(z.string())),
  addedBy: z.optional(z.string()),
  isNew: z.optional(z.boolean()),
})
type DemoPlace = z.output<typeof DemoPlace>

const DemoChat = z.object({
  /** Usernames; the first one sent the first message. */
  fathers: z.tuple([z.string(), z.string()]),
  isRequest: z.optional(z.boolean()),
  messages: z.array(z.object({ from: z.string(), minutesAgo: z.number(), text: z.string() })),
  /** How many messages each has read. */
  read: z.record(z.string(), z.int()),
})
type DemoChat = z.output<typeof DemoChat>

const Created = z.object({ id: z.number() })
const Clock = z.object({ now: z.string() })

async function read<S extends z.ZodMiniType>(schema: S, name: string): Promise<z.output<S>[]> {
  return z.array(schema).parse(JSON.parse(await readFile(new URL(name, folder), 'utf8')))
}

/**
 * Fills an empty database with fathers and playdates around the current time; returns whether it did. Existing data is
 * left alone.
 */
export async function seedDemo(db: Db, pictures: Pictures, { password }: { password: string }): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const fathers = await read(Father, 'fathers.json')
  const places = await read(DemoPlace, 'places.json')
  const plans = await read(Plan, 'playdates.json')
  const chats = await read(DemoChat, 'chats.json')
  // Pictures and the hash are slow, so both are ready before the transaction.
  const hash = await hashPassword(password)
  const faces = new Map<string, string>()
  for (const { username } of fathers) {
    const drawing = await readFile(new URL(`avatars/${username}.webp`, folder))
    faces.set(username, await pictures.keep(drawing, { size: 'avatar' }))
  }

  return db.transaction(async tx => {
    // Another node may have done so in the meantime.
    await tx.run(sql`lock table users in share row exclusive mode`)
    if (!(await isEmpty(tx))) return false
    const clock = await tx.one(Clock, sql`select ${isoOf(sql`now()`)} as now`)
    const now = Temporal.Instant.from(clock?.now ?? '')

    const ids = new Map<string, number>()
    for (const father of fathers) {
      const face = faces.get(father.username) ?? null
      const id = await addFather(tx, father, hash, face)
      if (face) await pictures.claim(tx, face, id, 'profileImage')
      ids.set(father.username, id)
    }
    const placeIds = new Map<string, number>()
    for (const place of places) placeIds.set(place.name, await addPlace(tx, place, ids))
    for (const plan of plans) await addPlaydate(tx, plan, { ids, placeIds, now })
    for (const chat of chats) await addChat(tx, chat, ids)
    await addOpenings(tx)
    return true
  })
}

/** Whether this database contains the demo fathers; the password is printed only then. */
export async function hasDemo(db: Db): Promise<boolean> {
  return (await db.count(sql`from users where email = ${`daan@${mailDomain}`}`)) > 0
}

async function isEmpty(db: Db) {
  return (await db.count(sql`from users`)) === 0
}

async function addFather(tx: Db, father: Father, hash: string, face: string | null): Promise<number> {
  const email = `${father.username}@${mailDomain}`
  const cell = homeFor(father.lives ? gridPointOf(father.lives, limits.neighbourhoodGridM) : null, father.city)
  const days = bitsOf(father.papaDays ?? [])
  const id = await idOf(
    tx.one(
      Created,
      // Long enough ago for him to see who shares his days, and to be no longer the first in his town.
      sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, bio, profile_image, city,
                             favorite_locations, children_visibility, show_distance,
                             neighbourhood_latitude, neighbourhood_longitude, neighbourhood_is_town, papa_days, papa_days_counting, created_at)
          values (${father.username}, ${nameKey(father.username)}, ${email}, ${nameKey(email)}, ${hash}, ${father.firstName}, ${father.lastName},
                  ${father.bio}, ${face}, ${father.city}, ${father.favoriteLocations},
                  ${father.showsAges ? 'members' : 'contacts'}, ${father.lives !== undefined},
                  ${cell?.latitude ?? null}, ${cell?.longitude ?? null}, ${father.lives === undefined}, ${days}, ${days}, now() - interval '5 weeks')
          returning id`,
    ),
  )
  for (const [position, { name, ageMonths }] of father.children.entries()) {
    await tx.run(sql`
      insert into children (user_id, name, birth_month, position)
      values (${id}, ${name}, date_trunc('month', now() - make_interval(months => ${ageMonths}::int))::date, ${position})`)
  }
  return id
}

async function addPlace(tx: Db, place: DemoPlace, ids: ReadonlyMap<string, number>): Promise<number> {
  const by = place.addedBy ? ids.get(place.addedBy) : undefined
  const id = await idOf(
    tx.one(
      Created,
      sql`insert into places (type, name, description, address, latitude, longitude, features, changing_table, created_by, status)
          values (${place.type}, ${place.name}, ${place.description ?? null}, ${place.address}, ${place.latitude},
                  ${place.longitude}, ${place.features}::text[], ${place.changingTable ?? null}, ${by ?? null},
                  ${place.isNew ? 'new' : 'confirmed'})
          returning id`,
    ),
  )
  for (const [username, [rating, text]] of Object.entries(place.reviews ?? {})) {
    await tx.run(
      sql`insert into place_reviews (place_id, user_id, rating, text) values (${id}, ${ids.get(username)}, ${rating}, ${text})`,
    )
  }
  for (const username of place.savedBy ?? []) {
    await tx.run(sql`insert into place_favorites (user_id, place_id) values (${ids.get(username)}, ${id})`)
  }
  return id
}

/** How often visitors have opened the page of the town in which henk is the only father. */
async function addOpenings(tx: Db) {
  await tx.run(sql`
    insert into town_opens (town, day, opens)
    select 'maastricht', current_date - ago, 2 + ago % 3 from generate_series(0, 13) ago`)
}

interface Known {
  /** Ids of the fathers by username. */
  ids: ReadonlyMap<string, number>
  /** Ids of the places by name. */
  placeIds: ReadonlyMap<string, number>
  now: Temporal.Instant
}

async function addPlaydate(tx: Db, plan: Plan, { ids, placeIds, now }: Known) {
  const { startTime, endTime } = timesOf(plan.when, now)
  const planned = {
    ...plan,
    locationVisibility: plan.area ? ('participants' as const) : ('public' as const),
    placeId: plan.place ? placeIds.get(plan.place) : null,
    maxParticipants: plan.max,
  }
  const comers = Object.entries(plan.fathers).map(([username, children]) => ({ id: ids.get(username) ?? 0, children }))
  const id = await idOf(
    tx.one(
      Created,
      sql`insert into playdates (creator_id, ${pollColumns.names}, start_time, end_time)
          values (${comers[0]?.id}, ${pollColumns.valuesIn(planned)}, ${String(startTime)}::timestamptz, ${String(endTime)}::timestamptz)
          returning id`,
    ),
  )
  for (const comer of comers) {
    await seat(tx, id, comer.id, comer.children)
  }
}

async function addChat(
  tx: Db,
  { fathers, isRequest, messages, read: seen }: DemoChat,
  ids: ReadonlyMap<string, number>,
) {
  const members = fathers.map(username => ids.get(username) ?? 0)
  const id = await idOf(
    tx.one(
      Created,
      sql`insert into chats (first_member, second_member, requested_by, last_seq, active_at)
          values (${Math.min(...members)}, ${Math.max(...members)}, ${isRequest ? members[0] : null}, ${messages.length},
                  now() - make_interval(mins => ${messages.at(-1)?.minutesAgo ?? 0}::int))
          returning id`,
    ),
  )
  for (const [username, seq] of Object.entries(seen)) {
    await tx.run(sql`
      insert into memberships (chat_id, user_id, read_seq, delivered_seq)
      values (${id}, ${ids.get(username)}, ${seq}, ${seq})`)
  }
  for (const [index, { from, minutesAgo, text }] of messages.entries()) {
    await tx.run(sql`
      insert into messages (chat_id, seq, sender_id, content, sent_at)
      values (${id}, ${index + 1}, ${ids.get(from)}, ${text}, now() - make_interval(mins => ${minutesAgo}::int))`)
  }
}

async function idOf(creating: Promise<{ id: number } | undefined>): Promise<number> {
  const created = await creating
  if (!created) throw new Error('an insert returned no row')
  return created.id
}

/** Short, easy to type, and without characters that look alike. */
const words =
  `anker appel ballon beker boom boot bosbes brood dekbed draak eend emmer fiets fluit geit glijbaan hamer haring hooi hut
   jas kaars kano kever klei knikker koek kompas krijt laars ladder lepel mand mier modder molen mug muts nest olifant paard
   pan parel peer pet pluim puddel regen rugzak schep schommel sjaal slee snor soep step stoep tent tol trein trui tuin
   vijver vlieger vos wafel want wip zand zeil zebra zwaan`.split(/\s+/)

function aPassword(): string {
  const chosen = Array.from({ length: 3 }, () => words[randomInt(words.length)])
  return [...chosen, randomInt(10, 100)].join('-')
}

/** The demo password, generated once and kept in `DATA_DIR`, readable only by the owner. */
export async function demoLogin(dataDir: string): Promise<{ username: string; password: string }> {
  const file = join(dataDir, passwordFile)
  // `wx` keeps an existing file.
  await writeFile(file, `${aPassword()}\n`, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  return { username: 'daan', password: (await readFile(file, 'utf8')).trim() }
}
