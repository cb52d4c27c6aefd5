import { limits } from '@papadag/contract/limits'
import type {
  EditedNotificationSettings,
  EditedSettings,
  EditedUser,
  PasswordChange,
  Settings,
  User,
} from '@papadag/contract/users/users'
import * as z from 'zod/mini'
import { erasedName, ownUser, replaceChildren } from '../../domain/account.ts'
import { audit } from '../../domain/audit.ts'
import { erasuresKeptDays } from '../../domain/erasures.ts'
import { record } from '../../domain/facts.ts'
import { endKeys } from '../../domain/links/keys.ts'
import { nameKey } from '../../domain/names/name-key.ts'
import { setPapaDays } from '../../domain/papa-days/papa-days.ts'
import { fetchesOn, reconsiderBuddies } from '../../domain/playdates/buddies.ts'
import { endPlaydatesOf, holdPlaydatesOf, removeFromEachOthersPlaydates } from '../../domain/playdates/seats.ts'
import { ageOf } from '../../domain/position/closeness.ts'
import { gridPointOf } from '../../domain/position/grid-point.ts'
import { chosenHome, homeFor, storedHome } from '../../domain/position/home.ts'
import type { Point } from '../../domain/position/metres.ts'
import { townNamed, townWritten } from '../../domain/position/towns.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, DbConflict, type Sql, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { hashPassword, verifyPassword } from '../../platform/sessions/password.ts'
import { settings } from './queries.ts'

/** Called for a changed address, in the transaction; undefined without mail. */
export type OnNewAddress = ((tx: Db, userId: number, oldEmail: string) => Promise<void>) | undefined

/** Updates the given fields; changes nothing if the e-mail address is taken. */
export function edit(db: Db, body: EditedUser, userId: number, onNewAddress: OnNewAddress): Promise<User> {
  const set: Sql[] = []
  if (body.firstName !== undefined) set.push(sql`first_name = ${body.firstName}`)
  if (body.lastName !== undefined) set.push(sql`last_name = ${body.lastName}`)
  if (body.bio !== undefined) set.push(sql`bio = ${body.bio}`)
  if (body.email !== undefined) set.push(...newAddress(body.email, onNewAddress !== undefined))
  if (body.phoneNumber !== undefined) set.push(sql`phone_number = ${body.phoneNumber}`)
  if (body.city !== undefined) set.push(sql`city = ${body.city && townWritten(body.city)}`)
  if (body.favoriteLocations !== undefined) set.push(sql`favorite_locations = ${body.favoriteLocations}::text[]`)
  return db.transaction(async tx => {
    await tx.run(sql`select from users where id = ${userId} for update`)
    const before = await ownUser(tx, userId)
    if (isRenamed(before, body) && (await tx.count(sql`from users where id = ${userId} and is_host`)))
      throw new Problem('user.nameIsFixed')
    if (body.city !== undefined) {
      const stored = await storedHome(tx, userId)
      const chosen = chosenHome(stored)
      const next = homeFor(chosen, body.city)
      set.push(...home(next, next === chosen ? stored.isTown : true))
    }
    if (set.length > 0) {
      await tx.run(sql`update users set ${sql.join(set)} where id = ${userId}`).catch((error: unknown) => {
        throw error instanceof DbConflict ? new Problem('auth.emailTaken') : error
      })
    }
    if (body.childrenInfo) await replaceChildren(tx, body.childrenInfo, userId)
    const user = await ownUser(tx, userId)
    if (!user) throw new Problem('auth.required')
    const oldEmail = before && nameKey(before.email) === nameKey(user.email) ? undefined : before?.email
    if (oldEmail !== undefined) {
      await audit(tx, 'account.emailChanged', userId)
      await onNewAddress?.(tx, userId, oldEmail)
    }
    if (JSON.stringify(before) !== JSON.stringify(user)) await record(tx, { fact: 'personChanged', userId })
    if (before?.city !== user.city) await record(tx, { fact: 'placeKnown', userId })
    return user
  })
}

const isRenamed = (before: User | undefined, { firstName, lastName }: EditedUser) =>
  (firstName !== undefined && firstName !== before?.firstName) ||
  (lastName !== undefined && lastName !== before?.lastName)

/**
 * A new address starts unconfirmed. With mail configured, reset links go to the last confirmed address until it is
 * confirmed (safety S13).
 */
function newAddress(email: string, hasMail: boolean): Sql[] {
  const key = nameKey(email)
  const isSame = sql`email_key = ${key}`
  const stays = sql`${isSame} or not ${hasMail}::boolean`
  return [
    sql`email = ${email}`,
    sql`email_key = ${key}`,
    sql`email_confirmed = email_confirmed and ${isSame}`,
    sql`email_refused_at = case when ${isSame} then email_refused_at end`,
    ...[
      { reset: sql`reset_email`, current: sql`email` },
      { reset: sql`reset_email_key`, current: sql`email_key` },
    ].map(
      ({ reset, current }) => sql`${reset} = case when ${stays} then ${reset}
                                                  when reset_email_key = ${key} then null
                                                  else coalesce(${reset}, case when email_confirmed then ${current} end) end`,
    ),
  ]
}

const columns = {
  childrenVisibility: sql`children_visibility`,
  matchAges: sql`match_ages`,
  showChildNames: sql`show_child_names`,
  showPhone: sql`show_phone`,
  lastNameInitialOnly: sql`last_name_initial_only`,
  discoverable: sql`discoverable`,
  spotlight: sql`spotlight`,
  messagesFrom: sql`messages_from`,
  readReceipts: sql`read_receipts`,
  language: sql`language`,
  showDistance: sql`show_distance`,
  papaDaysVisible: sql`papa_days_visible`,
  proposals: sql`proposals`,
  tellFirstNearby: sql`tell_first_nearby`,
  placeQuestions: sql`place_questions`,
} as const satisfies Record<Exclude<keyof Settings, 'neighbourhood' | 'notifications' | 'papaDays'>, Sql>

/** The centre of a town by its name; throws `user.unknownTown`. */
export function centreOf(town: string): { latitude: number; longitude: number } {
  const centre = townNamed(town)
  if (!centre) throw new Problem('user.unknownTown')
  return centre
}

/**
 * What others see of a father depends on these. His days are not announced to anybody, since the moment of a change
 * reveals something.
 */
const shownBy = [
  'childrenVisibility',
  'showPhone',
  'lastNameInitialOnly',
  'discoverable',
  'showDistance',
  'neighbourhood',
  'papaDaysVisible',
] as const

/** Where he is known to live depends on these. */
const placedBy = ['neighbourhood', 'showDistance', 'discoverable'] as const

type WithHome = Omit<EditedSettings, 'town'> & {
  /** Whether the neighbourhood is the centre of a town that he named. */
  isTown?: boolean
}

export async function editSettings(db: Db, body: WithHome, userId: number): Promise<Settings> {
  const wanted = Object.entries(columns).filter(([name]) => body[name as keyof typeof columns] !== undefined) // its own keys
  const set = wanted.map(([name, column]) => sql`${column} = ${body[name as keyof typeof columns]}`) // as above
  if (body.notifications !== undefined) set.push(notificationSettings(body.notifications))
  const { neighbourhood, papaDays } = body
  if (set.length === 0 && neighbourhood === undefined && papaDays === undefined) return settings(db, userId)
  return db.transaction(async tx => {
    await tx.run(sql`select from users where id = ${userId} for update`)
    const before = await settings(tx, userId)
    if (neighbourhood !== undefined) {
      const isTown = body.isTown ?? neighbourhood === null
      set.push(...home(await homeAt(tx, neighbourhood, userId), isTown))
    }
    if (papaDays !== undefined) set.push(...(await setPapaDays(tx, papaDays, userId)))
    await tx.run(sql`update users set ${sql.join(set)} where id = ${userId}`)
    if (body.notifications?.remindBeforeMin) await record(tx, { fact: 'remindersChosen', userId })
    if (papaDays ?? body.notifications?.eveningHour ?? body.notifications?.timeZone)
      await record(tx, { fact: 'eveningChosen', userId })
    const after = await settings(tx, userId)
    const isSeen = shownBy.some(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    if (isSeen) await record(tx, { fact: 'personChanged', userId })
    if (placedBy.some(key => JSON.stringify(before[key]) !== JSON.stringify(after[key])))
      await record(tx, { fact: 'placeKnown', userId })
    return after
  })
}

/** Merges the given notification settings; omitted switches keep their value. */
function notificationSettings({ push = {}, mail = {}, ...others }: EditedNotificationSettings): Sql {
  const json = (part: object) => sql`${JSON.stringify(part)}::jsonb`
  return sql`notification_settings = notification_settings || ${json(others)} || jsonb_build_object(
    'push', notification_settings -> 'push' || ${json(push)}, 'mail', notification_settings -> 'mail' || ${json(mail)})`
}

/** Only the grid cell, never the exact position. Without one, he lives in the town of his profile. */
async function homeAt(tx: Db, where: Settings['neighbourhood'], userId: number): Promise<Point | null> {
  if (where) return gridPointOf(where, limits.neighbourhoodGridM)
  return homeFor(null, (await storedHome(tx, userId)).city)
}

const home = (at: Point | null, isTown: boolean | null): Sql[] => [
  sql`neighbourhood_is_town = ${at && isTown}`,
  // In another cell, settling starts anew (`hasSettled`).
  sql`neighbourhood_since = case
    when (neighbourhood_latitude, neighbourhood_longitude) is not distinct from (${at?.latitude ?? null}::float8, ${at?.longitude ?? null}::float8)
    then neighbourhood_since else now() end`,
  sql`neighbourhood_latitude = ${at?.latitude ?? null}`,
  sql`neighbourhood_longitude = ${at?.longitude ?? null}`,
]

const Hash = z.object({ hash: z.string() })
const Name = z.object({ username: z.string() })

export async function usernameOf(db: Db, userId: number): Promise<string> {
  const found = await db.one(Name, sql`select username from users where id = ${userId}`)
  if (!found) throw new Problem('auth.required')
  return found.username
}

/** Whether this differs from the user's current address. */
export async function isOtherEmail(db: Db, email: string, userId: number): Promise<boolean> {
  return (await db.count(sql`from users where id = ${userId} and email_key is distinct from ${nameKey(email)}`)) > 0
}

/**
 * Changes the password and ends the account's other keys, except the given session; throws `auth.wrongPassword` if the current
 * password is wrong. A first password ends nothing. Returns the new hash and the ids of the ended sessions.
 */
export async function changePassword(
  db: Db,
  { currentPassword, newPassword, endCalendarFeeds = false, endParentLinks = true }: PasswordChange,
  { id: userId, sessionId }: { id: number; sessionId: number },
): Promise<{ hash: string; ended: number[] }> {
  if (currentPassword === undefined) return { hash: await firstPassword(db, newPassword, userId), ended: [] }
  const stored = await db.one(Hash, sql`select password_hash as hash from users where id = ${userId}`)
  if (!stored || !(await verifyPassword(stored.hash, currentPassword, `user ${userId}`)))
    throw new Problem('auth.wrongPassword')
  const hash = await hashPassword(newPassword, `user ${userId}`)
  return db.transaction(async tx => {
    // The password may have been changed since it was checked, for instance by the owner of a stolen session.
    const isDone = await tx.run(
      sql`update users set password_hash = ${hash} where id = ${userId} and password_hash = ${stored.hash}`,
    )
    if (!isDone) throw new Problem('auth.wrongPassword')
    await audit(tx, 'account.passwordChanged', userId)
    const asked = [
      ...(endCalendarFeeds ? ['calendar feed'] : []),
      ...(endParentLinks ? ['link for the other parent'] : []),
    ]
    return { hash, ended: await endKeys(tx, 'newPassword', { userId, sessionId, asked }) }
  })
}

/** Gives an account without a password its first, and returns its hash. */
async function firstPassword(db: Db, newPassword: string, userId: number): Promise<string> {
  const refusal = new Problem('request.invalid', {
    issues: [{ path: 'currentPassword', code: 'user.passwordRequired' }],
  })
  // Refused before it is hashed, which takes time.
  if ((await db.count(sql`from users where id = ${userId} and not has_password`)) === 0) throw refusal
  const hash = await hashPassword(newPassword, `user ${userId}`)
  return db.transaction(async tx => {
    const isDone = await tx.run(
      sql`update users set password_hash = ${hash}, has_password = true where id = ${userId} and not has_password`,
    )
    if (!isDone) throw refusal
    await audit(tx, 'account.passwordChanged', userId)
    return hash
  })
}

/** For a route's `allow`: throws `session.unknown` unless the session is the user's own. */
export async function mustOwnSession(db: Db, id: number, userId: number): Promise<void> {
  if ((await db.count(sql`from sessions where id = ${id} and user_id = ${userId}`)) === 0)
    throw new Problem('session.unknown')
}

/**
 * Hides two users from each other. A user whom the blocker cannot see does not exist here either, since the reply would
 * otherwise reveal that he does. The blocked user learns only that playdates he was going to are cancelled, as if they
 * had been deleted.
 */
export function block(db: Db, blockedId: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    if ((await tx.count(sql`from blocks where blocker_id = ${userId} and blocked_id = ${blockedId}`)) > 0) return
    const isSeen = sql`from users where id = ${blockedId} and id <> ${userId} and id <> all (${blockedWith(userId)})`
    if ((await tx.count(isSeen)) === 0) throw new Problem('user.unknown')
    await removeFromEachOthersPlaydates(tx, userId, blockedId)
    await tx.run(sql`
      insert into blocks (blocker_id, blocked_id, created_at)
      -- By the clock, since messages were stored until their threads were locked.
      values (${userId}, ${blockedId}, clock_timestamp()) on conflict do nothing`)
    await reconsiderBuddies(tx, fetchesOn([userId, blockedId]))
    await record(tx, { fact: 'blocked', blockerId: userId, blockedId })
    await audit(tx, 'user.blocked', userId)
  })
}

export function unblock(db: Db, blockedId: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    const isUnblocked = await tx.run(sql`delete from blocks where blocker_id = ${userId} and blocked_id = ${blockedId}`)
    if (isUnblocked) await record(tx, { fact: 'unblocked', blockerId: userId, blockedId })
  })
}

/** Deletes children who have come of age from profiles. */
export async function forgetGrownUp(db: Db): Promise<void> {
  await deleteInBatches(db, sql`children`, sql`${ageOf(sql`children`)} > ${limits.childAgeMax}::int`)
}

const Gone = z.object({ username: z.string(), registeredAt: z.string() })
const Uploaded = z.object({ address: z.string() })

/**
 * Erases an account (safety S14). Rows that refer to it are deleted with it; places stay without a contributor, and
 * chat messages until they expire. Its pictures are deleted after the commit, except those a place shows. Returns the
 * ids of the ended sessions; undefined, without changing anything, if there is no such account or the condition `mayGo`
 * on the row `u` does not hold.
 */
export async function erase(
  db: Db,
  pictures: Pictures,
  secret: string,
  userId: number,
  mayGo: Sql = sql`true`,
): Promise<number[] | undefined> {
  const erased = await db.transaction(async tx => {
    await holdPlaydatesOf(tx, userId)
    // The lock keeps new logins out; sessions started before it are visible to the statements that follow.
    await tx.run(sql`select from users where id = ${userId} for update`)
    if ((await tx.count(sql`from users u where u.id = ${userId} and ${mayGo}`)) === 0) return undefined
    const ended = await endKeys(tx, 'deletion', { userId })
    const uploaded = await tx.many(
      Uploaded,
      sql`select '/uploads/' || name as address from pictures where owner_id = ${userId}`,
    )
    await record(tx, { fact: 'accountEnding', userId })
    // Before the notices that the playdates are cancelled.
    await tx.run(sql`
      delete from notifications n using playdates p
       where p.creator_id = ${userId} and n.details -> 'playdateId' = to_jsonb(p.id)`)
    await endPlaydatesOf(tx, userId)
    // Unlike the places themselves, proposals about them are personal.
    await tx.run(sql`delete from place_proposals where user_id = ${userId}`)
    await tx.run(sql`update held_pictures set owner_id = null where owner_id = ${userId}`)
    const row = await tx.one(
      Gone,
      sql`delete from users where id = ${userId} returning username, created_at::text as "registeredAt"`,
    )
    if (!row) throw new Error('a locked account is not there')
    await tx.run(sql`delete from received where user_id = ${userId}`)
    await tx.run(sql`
      insert into erasures (user_id, username_hash, registered_at)
      values (${userId}, ${erasedName(secret, row.username)}, ${row.registeredAt}::timestamptz)
      on conflict (user_id) do update set erased_at = now()`)
    await audit(tx, 'account.deleted', userId)
    return { ended, uploaded }
  })
  for (const { address } of erased?.uploaded ?? []) await pictures.release(address)
  return erased?.ended
}

/** Deletes expired erasures; `keepErasures` does so outside the database. */
export async function forgetErasures(db: Db): Promise<void> {
  await deleteInBatches(db, sql`erasures`, sql`erased_at < now() - make_interval(days => ${erasuresKeptDays})`)
}
