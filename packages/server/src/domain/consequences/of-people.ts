import { sql } from '../../platform/db/db.ts'
import { replanEvening } from '../notifications/evenings.ts'
import { tellBlockers } from './notifications/playdate-with-blocked.ts'
import { replanReminders } from './reminders.ts'
import { announcePerson } from './screens/announce.ts'
import { none, type Rows } from './table.ts'

const elsewhere = none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'moderator')

/** What follows from what a father changes about himself, and from blocks. */
export const ofPeople: Rows<
  'personChanged' | 'blocked' | 'unblocked' | 'accountEnding' | 'remindersChosen' | 'eveningChosen'
> = {
  personChanged: {
    showsIt: { screens: (tx, { userId }) => announcePerson(tx, userId) },
    ...elsewhere,
    ...none('himself'),
  },
  blocked: {
    himself: {
      notice: (tx, { blockerId, blockedId }) =>
        tellBlockers(tx, sql`b.blocker_id = ${blockerId} and b.blocked_id = ${blockedId}`),
    },
    // What he would hear of a deleted account (safety S32).
    showsIt: {
      screens: (tx, { blockerId, blockedId }) => announcePerson(tx, blockerId, { only: [blockedId], what: 'relation' }),
    },
    ...elsewhere,
  },
  unblocked: {
    showsIt: {
      screens: (tx, { blockerId, blockedId }) => announcePerson(tx, blockerId, { only: [blockedId], what: 'relation' }),
    },
    ...elsewhere,
    ...none('himself'),
  },
  accountEnding: {
    showsIt: { screens: (tx, { userId }) => announcePerson(tx, userId, { what: 'relation' }) },
    ...elsewhere,
    ...none('himself'),
  },
  remindersChosen: {
    himself: { reminders: (tx, { userId }) => replanReminders(tx, userId) },
    ...elsewhere,
    ...none('showsIt'),
  },
  eveningChosen: {
    himself: { reminders: (tx, { userId }) => replanEvening(tx, userId) },
    ...elsewhere,
    ...none('showsIt'),
  },
}
