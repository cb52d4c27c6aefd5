import { Participant, Playdate } from '@papadag/contract/playdates/playdates'
import { lastNameSeenBy } from '../../domain/people.ts'
import { seenBy } from '../../domain/playdates/projection.ts'
import { isComing, isNotHiddenFrom, isOneOf, isOver, isRevocable, mayLocate } from '../../domain/playdates/state.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { JsonText } from '../../platform/db/json.ts'
import type { Page } from '../../platform/http/serve.ts'
import { list } from './page.ts'

/** Ended playdates that this viewer was on, latest start first. */
export function past(db: Db, viewerId: number, page: Page): Promise<JsonText<Playdate[]>> {
  const conditions = [sql`${isOver} and ${isOneOf(viewerId)}`]
  return list(db, page, { viewerId, conditions, direction: 'desc' })
}

/** All that this viewer created or joined, latest start first. */
export function own(db: Db, viewerId: number, page: Page): Promise<JsonText<Playdate[]>> {
  return list(db, page, { viewerId, conditions: [isOneOf(viewerId)], direction: 'desc' })
}

/** The same with cancelled ones as long as they are stored, for his export. */
export function stored(db: Db, viewerId: number, page: Page): Promise<JsonText<Playdate[]>> {
  const isShown = isNotHiddenFrom(viewerId)
  return list(db, page, { viewerId, conditions: [isOneOf(viewerId)], direction: 'desc', isShown })
}

/** Upcoming playdates at a place whose location this viewer may know, earliest start first. */
export function atPlace(db: Db, placeId: number, viewerId: number, page: Page): Promise<JsonText<Playdate[]>> {
  const isHere = sql`p.place_id = ${placeId} and ${isComing} and ${mayLocate(viewerId, isOneOf(viewerId))}`
  return list(db, page, { viewerId, conditions: [isHere], direction: 'asc' })
}

/** Playdates that this creator has cancelled and can still restore. */
export function cancelled(db: Db, viewerId: number): Promise<Playdate[]> {
  const mine = sql`select * from playdates p where p.creator_id = ${viewerId} and ${isRevocable}`
  return db.many(Playdate, sql`${seenBy(viewerId, mine)} order by p.cancelled_at desc`)
}

/** The fathers on the waiting list, longest wait first, without those this viewer cannot see. */
export function waitingFor(db: Db, id: number, viewerId: number): Promise<Participant[]> {
  return db.many(
    Participant,
    sql`select u.id, u.first_name as "firstName", ${lastNameSeenBy(viewerId)} as "lastName", u.profile_image as "profileImage",
               w.children
          from waiting w join users u on u.id = w.user_id and u.id <> all (${blockedWith(viewerId)})
         where w.playdate_id = ${id} order by w.turn`,
  )
}
