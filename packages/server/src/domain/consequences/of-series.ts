import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { seriesThing } from '../playdates/threads.ts'
import { tellJoined } from './notifications/playdates/playdate-joined.ts'
import { settleTooFew, tellTooFew } from './notifications/playdates/playdate-too-few.ts'
import { tellBlockers } from './notifications/playdates/playdate-with-blocked.ts'
import { tellSeriesEnded } from './notifications/series/series-ended.ts'
import { tellEnding } from './notifications/series/series-ending.ts'
import { askWhoComes, settleConfirmation } from './notifications/series/standing-asked.ts'
import { tellStandingEnded } from './notifications/series/standing-ended.ts'
import { tellReleased } from './notifications/series/standing-released.ts'
import { withdrawPlaces } from './notifications/waiting.ts'
import { planReminders, withdrawReminders } from './reminders.ts'
import { announceTo } from './screens/announce.ts'
import { none, type Rows, these, usersOf, withEither } from './table.ts'

/** What follows from what happens to a series, and to who has a standing place in it. */
export const ofSeries: Rows<
  | 'seriesEnding'
  | 'seriesEnded'
  | 'seriesPaused'
  | 'seriesRenewed'
  | 'regularsAsked'
  | 'answered'
  | 'released'
  | 'becameShort'
  | 'goesOn'
  | 'standingTaken'
  | 'standingGivenUp'
  | 'standingLost'
> = {
  seriesEnding: {
    creator: { notice: (tx, { seriesId, slot }) => tellEnding(tx, seriesId, slot) },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  seriesEnded: {
    regular: {
      notice: (tx, { regulars }) => tellSeriesEnded(tx, regulars),
      screens: (tx, { regulars }) => announceStanding(tx, usersOf(regulars)),
    },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'showsIt', 'moderator'),
  },
  seriesPaused: {
    creator: { screens: (tx, { creatorId }) => announceTo(tx, 'playdate', [creatorId]) },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  seriesRenewed: {
    creator: { screens: (tx, { creatorId }) => announceTo(tx, 'playdate', [creatorId]) },
    regular: {
      screens: async (tx, { seriesId }) => announceTo(tx, 'playdate', usersOf(await regularsOf(tx, seriesId))),
    },
    showsIt: { screens: (tx, { seriesId }) => tx.announce({ what: 'playdate', things: [seriesThing(seriesId)] }) },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'moderator'),
  },
  regularsAsked: {
    regular: { notice: (tx, { playdateId }) => askWhoComes(tx, playdateId) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'showsIt', 'moderator'),
  },
  answered: {
    himself: { withdrawn: (tx, { playdateId, userId }) => settleConfirmation(tx, playdateId, userId) },
    ...none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  released: {
    himself: {
      notice: (tx, { playdateId, told }) => tellReleased(tx, playdateId, told),
      reminders: (tx, { playdateId, users }) =>
        withdrawReminders(tx, sql`${these([playdateId])} and o.user_id = any(${users}::int[])`),
      screens: (tx, { users }) => announceStanding(tx, users),
    },
    ...none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  becameShort: {
    creator: { notice: (tx, { playdateId }) => tellTooFew(tx, playdateId) },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  goesOn: {
    creator: { withdrawn: (tx, { playdateId, userId }) => settleTooFew(tx, playdateId, userId) },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  standingTaken: {
    himself: {
      reminders: (tx, { userId, playdates }) => planReminders(tx, sql`${these(playdates)} and x.user_id = ${userId}`),
      screens: (tx, { userId }) => announceStanding(tx, [userId]),
    },
    // Once for all dates.
    creator: { notice: (tx, { playdates: [first] }) => first !== undefined && tellJoined(tx, first) },
    onIt: {
      notice: (tx, { userId, playdates }) => tellBlockers(tx, sql`${these(playdates)} and ${withEither(userId)}`),
    },
    ...none('usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  standingGivenUp: {
    himself: {
      withdrawn: (tx, { userId, waits }) =>
        withdrawPlaces(
          tx,
          waits.map(playdateId => ({ playdateId, userId })),
        ),
      reminders: (tx, { userId, seats }) => withdrawReminders(tx, sql`${these(seats)} and o.user_id = ${userId}`),
      screens: (tx, { userId }) => announceStanding(tx, [userId]),
    },
    ...none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
  standingLost: {
    himself: { notice: (tx, { seriesId, userId }) => tellStandingEnded(tx, seriesId, userId) },
    ...none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
}

const Regular = z.object({ userId: z.number() })

const regularsOf = (tx: Db, seriesId: number) =>
  tx.many(Regular, sql`select user_id as "userId" from series_regulars where series_id = ${seriesId}`)

/** Whoever takes or loses a standing place comes into the chat of the series or loses it. */
function announceStanding(tx: Db, users: readonly number[]): void {
  announceTo(tx, 'playdate', users)
  announceTo(tx, 'chat', users)
}
