import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { theseOf, type Waiter } from '../playdates/waiting-list.ts'
import { settlePlannedInCircle } from './notifications/circles/playdate-planned.ts'
import { nameNewcomers, tellBuddy } from './notifications/playdates/playdate-buddy.ts'
import { tellDeclined, withdrawAskedAlong, withdrawDeclined } from './notifications/playdates/playdate-declined.ts'
import { announceJoiners, tellJoined } from './notifications/playdates/playdate-joined.ts'
import { tellLeft } from './notifications/playdates/playdate-left.ts'
import { settleOutNow } from './notifications/playdates/playdate-now.ts'
import { tellBlockers } from './notifications/playdates/playdate-with-blocked.ts'
import { tellHasRoom, tellMovedUp, withdrawPlaces } from './notifications/waiting.ts'
import { planReminders, withdrawReminders } from './reminders.ts'
import { announcePlaydates, announceTo } from './screens/announce.ts'
import { none, type Rows, these, usersOf, withEither } from './table.ts'

const oneOf = (seats: readonly Waiter[], userId: Sql) => sql`(p.id, ${userId}) in ${theseOf(seats)}`
const playdatesOf = (seats: readonly Waiter[]) => [...new Set(seats.map(({ playdateId }) => playdateId))]

/**
 * What follows from seats and waiting lists. A father who has a place is notified of that last, so it is what leaves
 * the app.
 */
export const ofSeats: Rows<
  | 'joined'
  | 'left'
  | 'declined'
  | 'declineForgotten'
  | 'listChanged'
  | 'stoppedWaiting'
  | 'placeOffered'
  | 'partOffered'
  | 'freePlacesChanged'
  | 'movedUp'
  | 'seatsChanged'
  | 'buddyAsked'
  | 'buddyChanged'
> = {
  joined: {
    himself: {
      async withdrawn(tx, seat) {
        if (seat.wasWaiting) await withdrawPlaces(tx, [seat])
        await settlePlannedInCircle(tx, seat.playdateId, seat.userId)
        await settleOutNow(tx, seat.playdateId, seat.userId)
      },
      reminders: (tx, { playdateId, userId }) =>
        planReminders(tx, sql`${these([playdateId])} and x.user_id = ${userId}`),
    },
    creator: { notice: (tx, { playdateId }) => tellJoined(tx, playdateId) },
    onIt: {
      notice: (tx, { playdateId, userId }) => tellBlockers(tx, sql`${these([playdateId])} and ${withEither(userId)}`),
    },
    ...none('usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  left: {
    himself: {
      withdrawn: (tx, seat) => withdrawPlaces(tx, [seat]),
      reminders: (tx, { playdateId, userId }) =>
        withdrawReminders(tx, sql`${these([playdateId])} and o.user_id = ${userId}`),
      screens(tx, { userId }) {
        announceTo(tx, 'playdate', [userId])
        announceTo(tx, 'chat', [userId])
      },
    },
    // A hidden member reaches nobody.
    creator: {
      notice: (tx, { playdateId, userId, message, isHidden }) => !isHidden && tellLeft(tx, playdateId, userId, message),
    },
    ...none('onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  declined: {
    himself: {
      async withdrawn(tx, { playdateId, userId }) {
        await withdrawAskedAlong(tx, playdateId, userId)
        await settlePlannedInCircle(tx, playdateId, userId)
      },
      screens: (tx, { playdateId, userId }) => announceAnswer(tx, playdateId, userId),
    },
    creator: { notice: (tx, { playdateId, userId, message }) => tellDeclined(tx, playdateId, userId, message) },
    ...none('onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  declineForgotten: {
    himself: { screens: (tx, { playdateId, userId }) => announceAnswer(tx, playdateId, userId) },
    creator: { withdrawn: (tx, { playdateId, userId }) => withdrawDeclined(tx, playdateId, userId) },
    ...none('onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  listChanged: {
    // Nobody but them sees the list.
    waiting: {
      screens: async (tx, { playdateId }) =>
        announcePlaydates(tx, these([playdateId]), { only: await onItOrWaiting(tx, playdateId), isInPlace: true }),
    },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  stoppedWaiting: {
    himself: {
      withdrawn: (tx, seat) => withdrawPlaces(tx, [seat]),
      screens: async (tx, { playdateId, userId }) => {
        announceTo(tx, 'playdate', [userId])
        await announcePlaydates(tx, these([playdateId]), { only: [userId], isInPlace: true })
      },
    },
    ...none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  placeOffered: {
    waiting: { notice: (tx, { seats }) => tellHasRoom(tx, seats) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  partOffered: {
    waiting: { notice: (tx, { seats }) => tellHasRoom(tx, seats) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  freePlacesChanged: {
    waiting: { screens: (tx, { seats }) => announceTo(tx, 'notices', usersOf(seats)) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  movedUp: {
    himself: {
      notice: (tx, { seats }) => tellMovedUp(tx, seats),
      reminders: (tx, { seats }) => planReminders(tx, oneOf(seats, sql`x.user_id`)),
    },
    creator: {
      async notice(tx, { seats }) {
        for (const playdateId of playdatesOf(seats)) await tellJoined(tx, playdateId)
      },
    },
    onIt: {
      notice: (tx, { seats }) =>
        tellBlockers(
          tx,
          sql`${these(playdatesOf(seats))} and (${oneOf(seats, sql`b.blocker_id`)} or ${oneOf(seats, sql`b.blocked_id`)})`,
        ),
    },
    ...none('usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  buddyAsked: {
    himself: { screens: (tx, { playdateId, userId }) => announceOwnView(tx, playdateId, [userId]) },
    onIt: {
      notice: (tx, fact) => tellBuddy(tx, fact),
      screens: (tx, { playdateId, buddyId }) => announceOwnView(tx, playdateId, [buddyId]),
    },
    ...none('creator', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  buddyChanged: {
    himself: { screens: (tx, { playdateId, userId }) => announceOwnView(tx, playdateId, [userId]) },
    onIt: {
      withdrawn: (tx, fact) => nameNewcomers(tx, fact),
      screens: (tx, { playdateId, buddyId }) => announceOwnView(tx, playdateId, [buddyId]),
    },
    ...none('creator', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  seatsChanged: {
    creator: { screens: (tx, { playdates }) => announceJoiners(tx, playdates) },
    showsIt: { screens: (tx, { playdates, isInPlace }) => announcePlaydates(tx, these(playdates), { isInPlace }) },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'moderator'),
  },
}

/** Only he and the creator see what he has answered. */
async function announceAnswer(tx: Db, playdateId: number, userId: number): Promise<void> {
  const creators = await tx.many(Id, sql`select creator_id as id from playdates where id = ${playdateId}`)
  announceOwnView(tx, playdateId, [userId, ...creators.map(({ id }) => id)])
}

/** What these fathers alone see of it has changed. */
function announceOwnView(tx: Db, playdateId: number, only: number[]): void {
  announceTo(tx, 'playdate', only)
  tx.announce({ what: 'playdate', things: [`playdate ${playdateId}`], only })
}

const Id = z.object({ id: z.number() })

async function onItOrWaiting(tx: Db, playdateId: number): Promise<number[]> {
  const found = await tx.many(
    Id,
    sql`select user_id as id from participants where playdate_id = ${playdateId}
        union all select user_id from waiting where playdate_id = ${playdateId}`,
  )
  return found.map(({ id }) => id)
}
