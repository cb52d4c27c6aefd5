import type { createCircle, editCircle } from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import type { Body } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../domain/account.ts'
import { codeFrom, comeIn, enterByCode, hashOfCode } from '../../domain/circle-codes.ts'
import { type About, holdFather, make, mustBeMakeable, mustHaveRoom } from '../../domain/circle-making.ts'
import { askedIntoCircle, isStillAsked, isWaiting, keepersOf, seesAsker } from '../../domain/circles.ts'
import { record } from '../../domain/facts.ts'
import { newSalt } from '../../domain/links/link-tokens.ts'
import { findBuddies, isRegularOf } from '../../domain/playdates/buddies.ts'
import { holdDatesOfCircle, leaveDatesOfCircle } from '../../domain/playdates/seats.ts'
import { areAcquainted, blockedWith } from '../../domain/visibility.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { Problem } from '../../platform/problem.ts'
import { sayYes } from './cards.ts'

const Id = z.object({ id: z.number() })

/** Makes a circle, asks these fathers, and lets in who has said yes to the card; returns its id. */
export function create(db: Db, body: Body<typeof createCircle>, userId: number): Promise<number> {
  const { fromCardId, fathers } = body
  return db.transaction(async tx => {
    const id =
      fromCardId === undefined
        ? await createOwn(tx, body, userId)
        : await sayYes(tx, { cardId: fromCardId, userId, about: body })
    if (fathers) {
      await lockAsKeeper(tx, id, userId)
      await askAll(tx, id, userId, fathers)
    }
    return id
  })
}

async function createOwn(tx: Db, about: About, userId: number): Promise<number> {
  await mustBeMakeable(tx, userId)
  await mustHaveRoom(tx, userId)
  return make(tx, about, [userId])
}

const Standing = z.object({ isMember: z.boolean(), isKeeper: z.boolean(), isAsked: z.boolean() })

/**
 * Locks a circle, so that what is decided about its members holds; throws `circle.unknown` for whoever is neither in it
 * nor asked.
 */
async function lock(tx: Db, id: number, userId: number): Promise<z.output<typeof Standing>> {
  await tx.run(sql`select from circles where id = ${id} for update`)
  return standingIn(tx, id, userId)
}

/** The same for whoever may take dates from it: what it plans is locked first. */
async function lockWithDates(tx: Db, id: number, userId: number) {
  await standingIn(tx, id, userId)
  const dates = await holdDatesOfCircle(tx, id)
  return { ...(await lock(tx, id, userId)), dates }
}

async function standingIn(tx: Db, id: number, userId: number): Promise<z.output<typeof Standing>> {
  const standing = await tx.one(
    Standing,
    sql`select exists (select from circle_members x where x.circle_id = g.id and x.user_id = ${userId}) as "isMember",
               ${userId} = any(${keepersOf(sql`g.id`)}) as "isKeeper",
               exists (select from (select g.id) g join ${askedIntoCircle(userId)}) as "isAsked"
          from circles g where g.id = ${id}`,
  )
  if (!standing?.isMember && !standing?.isAsked) throw new Problem('circle.unknown')
  return standing
}

async function lockAsKeeper(tx: Db, id: number, userId: number): Promise<void> {
  const { isMember, isKeeper } = await lock(tx, id, userId)
  if (!isMember) throw new Problem('circle.unknown')
  if (!isKeeper) throw new Problem('circle.notKeeper')
}

/** Changes what members read about it; what is absent stays. */
export function edit(db: Db, id: number, body: Body<typeof editCircle>, userId: number): Promise<void> {
  return db.transaction(async tx => {
    await lockAsKeeper(tx, id, userId)
    const { name, text, picture } = body
    await tx.run(sql`
      update circles set name = coalesce(${name ?? null}, name), text = coalesce(${text ?? null}, text),
             picture = case when ${picture !== undefined} then ${picture ?? null} else picture end
       where id = ${id}`)
    await record(tx, { fact: 'circleChanged', circleId: id })
  })
}

/** Ends a circle with its chat. */
export function end(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    const { dates } = await lockWithDates(tx, id, userId)
    await lockAsKeeper(tx, id, userId)
    await record(tx, { fact: 'circleEnding', circleId: id })
    await tx.run(sql`delete from circles where id = ${id}`)
    await findBuddies(tx, dates)
  })
}

/** Asks acquaintances to join. */
export function askFathers(db: Db, id: number, fathers: readonly number[], userId: number): Promise<void> {
  return db.transaction(async tx => {
    await lockAsKeeper(tx, id, userId)
    await mustBeFreeToStart(tx, userId)
    await askAll(tx, id, userId, fathers)
  })
}

/**
 * Asks those who are neither members nor asked. One who is no acquaintance of the asker refuses them all, for whatever
 * reason; how others see him plays no part, so that nobody learns of their blocks.
 */
async function askAll(tx: Db, circleId: number, askerId: number, fathers: readonly number[]): Promise<void> {
  const others = [...new Set(fathers)].filter(id => id !== askerId)
  const contacts = await tx.count(sql`from users u
    where u.id = any(${others}::int[]) and u.id <> all (${blockedWith(askerId)}) and ${areAcquainted(sql`u.id`, askerId)}`)
  if (contacts < others.length || others.length === 0) throw new Problem('circle.notContact')
  const isToThem = sql`a.circle_id = ${circleId} and a.user_id = any(${others}::int[])`
  await tx.run(sql`delete from circle_asked a where ${isToThem} and not ${isStillAsked}`)
  // Its time stays, so that no keeper learns whose question it was, or that he could not see it.
  const askedAnew = await tx.many(
    Id,
    sql`update circle_asked a set asked_by = ${askerId} where ${isToThem} and a.declined_at is null and not ${seesAsker}
        returning a.user_id as id`,
  )
  const asked = await tx.many(
    Id,
    sql`insert into circle_asked (circle_id, user_id, asked_by)
        select ${circleId}::int, id, ${askerId}::int from unnest(${others}::int[]) id
         where not exists (select from circle_members m where m.circle_id = ${circleId} and m.user_id = id)
         order by id
        on conflict do nothing returning user_id as id`,
  )
  const taken = await tx.count(sql`from (select user_id from circle_members where circle_id = ${circleId}
    union all select a.user_id from circle_asked a where a.circle_id = ${circleId} and ${isStillAsked}) every`)
  if (taken > limits.circleMembers) throw new Problem('circle.full')
  for (const [isListed, fathers] of [
    [true, asked],
    [false, askedAnew],
  ] as const)
    if (fathers.length > 0)
      await record(tx, { fact: 'circleAsked', circleId, askerId, fathers: fathers.map(({ id }) => id), isListed })
}

/** Lets a father who was asked join, or remembers that he does not want to, which nobody learns. */
export function answer(db: Db, id: number, yes: boolean, userId: number): Promise<void> {
  return db.transaction(async tx => {
    await holdFather(tx, userId)
    const { isMember } = await lock(tx, id, userId)
    // A repeat; whoever is in it leaves by leaving.
    if (isMember) return
    if (!yes) {
      await tx.run(sql`
        update circle_asked set declined_at = now() where circle_id = ${id} and user_id = ${userId}`)
      return record(tx, { fact: 'circleDeclined', circleId: id, userId })
    }
    await mustHaveRoom(tx, userId)
    await mustFit(tx, id)
    await comeIn(tx, id, userId)
  })
}

async function mustFit(tx: Db, id: number): Promise<void> {
  if ((await tx.count(sql`from circle_members where circle_id = ${id}`)) >= limits.circleMembers)
    throw new Problem('circle.full')
}

/** Whether a father whom this keeper sees has come with the code and waits. */
async function wishes(tx: Db, id: number, fatherId: number, keeperId: number): Promise<boolean> {
  const waiting = sql`from circle_wishes v join users u on u.id = v.user_id
    where v.circle_id = ${id} and ${isWaiting} and u.id = ${fatherId} and u.id <> all (${blockedWith(keeperId)})`
  return (await tx.count(waiting)) > 0
}

/** Throws `circle.noMember` for whoever is not in it, or whom the keeper does not see. */
async function mustBeMember(tx: Db, id: number, memberId: number, keeperId: number): Promise<void> {
  const isSeen = sql`from circle_members x
    where x.circle_id = ${id} and x.user_id = ${memberId} and x.user_id <> all (${blockedWith(keeperId)})`
  if ((await tx.count(isSeen)) === 0) throw new Problem('circle.noMember')
}

/** Makes a member a keeper, or no longer one; without any, the longest member is. */
export function setKeeper(
  db: Db,
  id: number,
  { memberId, isKeeper }: { memberId: number; isKeeper: boolean },
  userId: number,
): Promise<void> {
  return db.transaction(async tx => {
    await lockAsKeeper(tx, id, userId)
    if (await wishes(tx, id, memberId, userId)) {
      await mustFit(tx, id)
      await comeIn(tx, id, memberId, isKeeper)
      return record(tx, { fact: 'circleLetIn', circleId: id, userId: memberId })
    }
    await mustBeMember(tx, id, memberId, userId)
    await tx.run(sql`
      update circle_members set is_keeper = ${isKeeper} where circle_id = ${id} and user_id = ${memberId}`)
    await record(tx, { fact: 'circleChanged', circleId: id })
  })
}

/** Says whether he fetches newcomers at the entrance, as regulars do who say nothing. */
export function setBuddy(
  db: Db,
  id: number,
  { memberId, isBuddy }: { memberId: number; isBuddy: boolean },
  userId: number,
): Promise<void> {
  return db.transaction(async tx => {
    const { isMember, dates } = await lockWithDates(tx, id, userId)
    if (!isMember) throw new Problem('circle.unknown')
    const isRegular = sql`from circles g where g.id = ${id} and ${isRegularOf(sql`${userId}::int`, sql`g.id`)}`
    if (memberId !== userId || (isBuddy && (await tx.count(isRegular)) === 0)) throw new Problem('circle.notRegular')
    await tx.run(sql`
      update circle_members set is_buddy = ${isBuddy} where circle_id = ${id} and user_id = ${userId}`)
    await findBuddies(tx, dates)
    await record(tx, { fact: 'buddyOffered', userId })
  })
}

/** Lets a member leave, or a keeper remove him with a reason that he alone reads. The last one ends it. */
export function removeMember(
  db: Db,
  id: number,
  { memberId, reason }: { memberId: number; reason: string | null },
  userId: number,
): Promise<void> {
  return db.transaction(async tx => {
    const { isMember } = await lockWithDates(tx, id, userId)
    if (!isMember) throw new Problem('circle.unknown')
    if (memberId !== userId) {
      await lockAsKeeper(tx, id, userId)
      if (await wishes(tx, id, memberId, userId)) {
        await tx.run(sql`
          update circle_wishes set refused_at = now() where circle_id = ${id} and user_id = ${memberId}`)
        return record(tx, { fact: 'circleRefused', circleId: id, userId: memberId })
      }
      await mustBeMember(tx, id, memberId, userId)
      // He may know the code.
      await endCode(tx, id)
      await record(tx, { fact: 'circleRemoved', circleId: id, userId: memberId, reason })
    }
    const asked = await tx.many(
      Id,
      sql`select user_id as id from circle_asked where circle_id = ${id} and asked_by = ${memberId}`,
    )
    await record(tx, { fact: 'datesOfCircleLeaving', circleId: id, userId: memberId })
    await leaveDatesOfCircle(tx, id, memberId)
    await tx.run(sql`delete from circle_members where circle_id = ${id} and user_id = ${memberId}`)
    await record(tx, { fact: 'circleLeft', circleId: id, userId: memberId, asked: asked.map(one => one.id) })
  })
}

const endCode = (tx: Db, id: number) => tx.run(sql`delete from circle_codes where circle_id = ${id}`)

/** Makes the keepers' code, which ends the one before. */
export function makeCode(db: Db, secret: string, id: number, letsIn: boolean, userId: number): Promise<void> {
  return db.transaction(async tx => {
    await lockAsKeeper(tx, id, userId)
    await endCode(tx, id)
    const salt = newSalt()
    await tx.run(sql`
      insert into circle_codes (circle_id, code_hash, salt, lets_in, uses_left, expires_at)
      values (${id}, decode(${hashOfCode(secret, codeFrom(secret, salt))}, 'hex'), ${salt}, ${letsIn}, ${limits.circleCodeUses},
              now() + make_interval(days => ${limits.circleCodeDays}::int))`)
    await record(tx, { fact: 'circleChanged', circleId: id })
  })
}

export function removeCode(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    await lockAsKeeper(tx, id, userId)
    await endCode(tx, id)
    await record(tx, { fact: 'circleChanged', circleId: id })
  })
}

/** Enters the circle of a code. */
export function enter(db: Db, secret: string, code: string, userId: number): ReturnType<typeof enterByCode> {
  return db.transaction(async tx => {
    await holdFather(tx, userId)
    await mustHaveRoom(tx, userId)
    return enterByCode(tx, secret, code, userId)
  })
}

/** Throws for anybody but a keeper. */
export function mustKeep(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(tx => lockAsKeeper(tx, id, userId))
}

/** Deletes questions that can no longer be answered and codes that are over, for a job. */
export async function forgetAsked(db: Db): Promise<void> {
  await deleteInBatches(db, sql`circle_codes`, sql`expires_at < now()`)
  await deleteInBatches(db, sql`organisation_codes`, sql`expires_at < now()`)
  await deleteInBatches(
    db,
    sql`organisations`,
    sql`circle_id is null and not exists (select from organisation_codes k where k.organisation_id = organisations.id)`,
  )
  await deleteInBatches(
    db,
    sql`circle_wishes`,
    sql`wished_at < now() - make_interval(days => ${limits.circleAskedDays}::int)`,
  )
  await deleteInBatches(
    db,
    sql`circle_asked`,
    sql`asked_at < now() - make_interval(days => ${limits.circleAskedDays}::int)`,
  )
}
