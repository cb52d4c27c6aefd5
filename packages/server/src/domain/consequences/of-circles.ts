import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isMeantFor, isNotOver } from '../playdates/state.ts'
import { blockedWith } from '../visibility.ts'
import { settleCircleAsked, tellAskedIntoCircle, withdrawCircleAsked } from './notifications/circles/circle-asked.ts'
import { tellCircleJoined, withdrawCircleJoined } from './notifications/circles/circle-joined.ts'
import { tellCircleRemoved, withdrawCircle } from './notifications/circles/circle-removed.ts'
import { tellCircleWished, tellLetIn, withdrawCircleWished } from './notifications/circles/circle-wished.ts'
import { withdrawPlannedInCircle } from './notifications/circles/playdate-planned.ts'
import { withdrawAskedInCircle } from './notifications/polls/poll-asked.ts'
import { announcePlaydates, announceTo } from './screens/announce.ts'
import { announcePollsOfCircle } from './screens/announce-said.ts'
import { none, type Rows } from './table.ts'

const nobodyElse = none('creator', 'usuallyThere', 'waiting', 'regular', 'showsIt', 'moderator')

/** What follows from what happens in a circle. Its members are on it; nobody else hears anything. */
export const ofCircles: Rows<
  | 'circleAsked'
  | 'circleJoined'
  | 'circleDeclined'
  | 'circleCardAnswered'
  | 'buddyOffered'
  | 'circleLeft'
  | 'datesOfCircleLeaving'
  | 'circleWished'
  | 'circleLetIn'
  | 'circleRefused'
  | 'circleRemoved'
  | 'circleChanged'
  | 'circleEnding'
> = {
  circleAsked: {
    asked: {
      withdrawn: (tx, { circleId, fathers }) => withdrawCircleAsked(tx, circleId, fathers),
      notice: (tx, fact) => tellAskedIntoCircle(tx, fact),
      screens: (tx, { fathers }) => announceTo(tx, 'circle', fathers),
    },
    // Keepers see whom they have asked.
    onIt: {
      screens: async (tx, { circleId, isListed }) => {
        if (isListed) announceTo(tx, 'circle', await membersOf(tx, circleId))
      },
    },
    ...nobodyElse,
    ...none('himself'),
  },
  circleJoined: {
    himself: {
      withdrawn: (tx, { circleId, userId }) => settleCircleAsked(tx, circleId, userId),
      screens: (tx, { userId }) => announceTo(tx, 'circle', [userId]),
    },
    onIt: {
      notice: (tx, { circleId, userId }) => tellCircleJoined(tx, circleId, userId),
      screens: announceMember,
    },
    ...nobodyElse,
    ...none('asked'),
  },
  // He alone sees his answer.
  circleDeclined: {
    himself: {
      withdrawn: (tx, { circleId, userId }) => settleCircleAsked(tx, circleId, userId),
      screens: (tx, { userId }) => announceTo(tx, 'circle', [userId]),
    },
    ...nobodyElse,
    ...none('asked', 'onIt'),
  },
  circleCardAnswered: {
    himself: { screens: (tx, { userId }) => announceTo(tx, 'circle', [userId]) },
    ...nobodyElse,
    ...none('asked', 'onIt'),
  },
  buddyOffered: {
    himself: { screens: (tx, { userId }) => announceTo(tx, 'circle', [userId]) },
    ...nobodyElse,
    ...none('asked', 'onIt'),
  },
  circleLeft: {
    himself: { screens: (tx, { userId }) => announceTo(tx, 'circle', [userId]) },
    asked: {
      withdrawn: (tx, { circleId, asked }) => withdrawCircleAsked(tx, circleId, asked),
      screens: (tx, { asked }) => announceTo(tx, 'circle', asked),
    },
    onIt: {
      withdrawn: (tx, { circleId, userId }) => withdrawCircleJoined(tx, circleId, userId),
      screens: announceMember,
    },
    ...nobodyElse,
  },
  circleWished: {
    onIt: {
      notice: (tx, { circleId, userId }) => tellCircleWished(tx, circleId, userId),
      screens: announceMember,
    },
    ...nobodyElse,
    ...none('himself', 'asked'),
  },
  circleLetIn: {
    himself: { notice: (tx, { circleId, userId }) => tellLetIn(tx, circleId, userId) },
    onIt: { withdrawn: (tx, { circleId, userId }) => withdrawCircleWished(tx, circleId, userId) },
    ...nobodyElse,
    ...none('asked'),
  },
  circleRefused: {
    onIt: {
      withdrawn: (tx, { circleId, userId }) => withdrawCircleWished(tx, circleId, userId),
      screens: announceMember,
    },
    ...nobodyElse,
    ...none('himself', 'asked'),
  },
  // Whoever shows his dates sees them without the circle, or no more.
  datesOfCircleLeaving: {
    himself: {
      async withdrawn(tx, { circleId, userId }) {
        await withdrawPlannedInCircle(tx, circleId, userId)
        await withdrawAskedInCircle(tx, circleId, userId)
      },
      async screens(tx, { circleId, userId }) {
        await announceDates(tx, circleId, userId)
        await announcePollsOfCircle(tx, circleId, userId)
      },
    },
    ...nobodyElse,
    ...none('asked', 'onIt'),
  },
  circleRemoved: {
    himself: { notice: (tx, fact) => tellCircleRemoved(tx, fact) },
    ...nobodyElse,
    ...none('asked', 'onIt'),
  },
  circleChanged: {
    asked: { screens: async (tx, { circleId }) => announceTo(tx, 'circle', await askedInto(tx, circleId)) },
    onIt: { screens: async (tx, { circleId }) => announceTo(tx, 'circle', await membersOf(tx, circleId)) },
    ...nobodyElse,
    ...none('himself'),
  },
  circleEnding: {
    asked: { screens: async (tx, { circleId }) => announceTo(tx, 'circle', await askedInto(tx, circleId)) },
    onIt: {
      async withdrawn(tx, { circleId }) {
        await withdrawCircle(tx, circleId)
        await withdrawPlannedInCircle(tx, circleId)
      },
      async screens(tx, { circleId }) {
        announceTo(tx, 'circle', await membersOf(tx, circleId))
        await announceDates(tx, circleId)
      },
    },
    ...nobodyElse,
    ...none('himself'),
  },
}

const Id = z.object({ id: z.number() })

async function membersOf(tx: Db, circleId: number, seeing = sql`true`): Promise<number[]> {
  const members = await tx.many(
    Id,
    sql`select x.user_id as id from circle_members x where x.circle_id = ${circleId} and ${seeing}`,
  )
  return members.map(({ id }) => id)
}

/** Members with a block between them and him do not see that he comes or goes. */
async function announceMember(tx: Db, { circleId, userId }: { circleId: number; userId: number }): Promise<void> {
  announceTo(tx, 'circle', await membersOf(tx, circleId, sql`x.user_id <> all (${blockedWith(userId)})`))
}

/** Those who show what a circle plans read it again: all of it, or what this member has planned or takes part in. */
async function announceDates(tx: Db, circleId: number, userId?: number): Promise<void> {
  const isHis = userId === undefined ? sql`true` : sql`(p.creator_id = ${userId} or ${isMeantFor(userId)})`
  await announcePlaydates(tx, sql`p.circle_id = ${circleId} and ${isNotOver} and ${isHis}`)
}

async function askedInto(tx: Db, circleId: number): Promise<number[]> {
  const asked = await tx.many(Id, sql`select user_id as id from circle_asked where circle_id = ${circleId}`)
  return asked.map(({ id }) => id)
}
