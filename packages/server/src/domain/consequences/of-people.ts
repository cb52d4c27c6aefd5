import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Facts } from '../facts.ts'
import { replanEvening } from '../notifications/evenings.ts'
import { tellFirstNearby } from './notifications/first-nearby.ts'
import { tellPasskeyCopied } from './notifications/logins/passkey-copied.ts'
import { tellBlockers } from './notifications/playdates/playdate-with-blocked.ts'
import { replanReminders } from './reminders.ts'
import { announceModeration, announcePerson, announceTo } from './screens/announce.ts'
import { announceSaid } from './screens/announce-said.ts'
import { none, type Rows } from './table.ts'

const elsewhere = none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular')

/** What follows from what a father changes about himself, and from blocks. */
export const ofPeople: Rows<
  | 'personChanged'
  | 'passkeyCopied'
  | 'knownAnswered'
  | 'placeKnown'
  | 'addressTried'
  | 'blocked'
  | 'unblocked'
  | 'accountEnding'
  | 'remindersChosen'
  | 'eveningChosen'
> = {
  personChanged: {
    showsIt: { screens: (tx, { userId }) => announcePerson(tx, userId) },
    ...elsewhere,
    ...none('himself', 'moderator'),
  },
  knownAnswered: {
    himself: {
      screens(tx, { userId, aboutId }) {
        announceTo(tx, 'account', [userId])
        announceTo(tx, 'person', [userId])
        tx.announce({ what: 'person', things: [`person ${aboutId}`], only: [userId] })
      },
    },
    ...elsewhere,
    ...none('showsIt', 'moderator'),
  },
  passkeyCopied: {
    himself: { notice: (tx, fact) => tellPasskeyCopied(tx, fact) },
    ...elsewhere,
    ...none('showsIt', 'moderator'),
  },
  placeKnown: {
    himself: { notice: (tx, { userId }) => tellFirstNearby(tx, userId) },
    ...elsewhere,
    ...none('showsIt', 'moderator'),
  },
  addressTried: {
    himself: {
      screens(tx, { userId }) {
        announceTo(tx, 'account', [userId])
        // It is the first thing that he has to do.
        announceTo(tx, 'notices', [userId])
      },
    },
    ...elsewhere,
    ...none('showsIt', 'moderator'),
  },
  blocked: {
    himself: {
      notice: (tx, { blockerId, blockedId }) =>
        tellBlockers(tx, sql`b.blocker_id = ${blockerId} and b.blocked_id = ${blockedId}`),
    },
    // What he would be told about a deleted account (safety S32).
    showsIt: { screens: announceBlock },
    ...elsewhere,
    ...none('moderator'),
  },
  unblocked: {
    showsIt: { screens: announceBlock },
    ...elsewhere,
    ...none('himself', 'moderator'),
  },
  accountEnding: {
    showsIt: {
      async screens(tx, { userId }) {
        await announcePerson(tx, userId, { what: 'relation' })
        await announceSaid(tx, userId)
        announceTo(tx, 'account', await blockersOf(tx, userId))
      },
    },
    // They read who has reported or added something.
    moderator: { screens: tx => announceModeration(tx) },
    ...elsewhere,
    ...none('himself'),
  },
  remindersChosen: {
    himself: { reminders: (tx, { userId }) => replanReminders(tx, userId) },
    ...elsewhere,
    ...none('showsIt', 'moderator'),
  },
  eveningChosen: {
    himself: { reminders: (tx, { userId }) => replanEvening(tx, userId) },
    ...elsewhere,
    ...none('showsIt', 'moderator'),
  },
}

async function announceBlock(tx: Db, { blockerId, blockedId }: Facts['blocked']): Promise<void> {
  await announcePerson(tx, blockerId, { only: [blockedId], what: 'relation' })
  await announceSaid(tx, blockerId, [blockedId])
}

const Blocker = z.object({ id: z.number() })

/** Those who have blocked him have him in their lists. */
async function blockersOf(tx: Db, userId: number): Promise<number[]> {
  const blockers = await tx.many(Blocker, sql`select blocker_id as id from blocks where blocked_id = ${userId}`)
  return blockers.map(({ id }) => id)
}
