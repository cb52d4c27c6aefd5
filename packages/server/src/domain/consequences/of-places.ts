import { sql } from '../../platform/db/db.ts'
import { tellWhoPlanned, tellWhoPlannedAt } from './planned-there.ts'
import { announceModeration, announcePlaces } from './screens/announce.ts'
import { none, type Rows } from './table.ts'

const elsewhere = none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular')
const only = (placeId: number) => sql`pl.id = ${placeId}`

/** What follows from what happens to a place. Creators are those who have planned something there. */
export const ofPlaces: Rows<
  | 'placeAdded'
  | 'placeMoving'
  | 'placeEdited'
  | 'placeEditWaits'
  | 'placeReviewed'
  | 'placeConfirmed'
  | 'placeDoubted'
  | 'placeDecided'
  | 'placesImported'
> = {
  placeAdded: {
    showsIt: { screens: (tx, { placeId }) => announcePlaces(tx, only(placeId)) },
    moderator: { screens: tx => announceModeration(tx) },
    ...elsewhere,
    ...none('creator'),
  },
  placeMoving: {
    // Lists and maps of its previous position lose it.
    showsIt: { screens: (tx, { placeId }) => announcePlaces(tx, only(placeId)) },
    ...elsewhere,
    ...none('creator', 'moderator'),
  },
  placeEdited: {
    creator: {
      notice: (tx, { placeId, authorId, isElsewhere }) => isElsewhere && tellWhoPlanned(tx, placeId, authorId),
    },
    showsIt: { screens: (tx, { placeId }) => announcePlaces(tx, only(placeId)) },
    moderator: { screens: tx => announceModeration(tx) },
    ...elsewhere,
  },
  placeEditWaits: {
    showsIt: { screens: (tx, { placeId }) => announcePlaces(tx, only(placeId)) },
    ...elsewhere,
    ...none('creator', 'moderator'),
  },
  placeReviewed: {
    showsIt: { screens: (tx, { placeId, userId }) => announcePlaces(tx, only(placeId), { by: userId }) },
    ...elsewhere,
    ...none('creator', 'moderator'),
  },
  placeConfirmed: {
    showsIt: {
      // Until it is settled, only he sees that he has done so.
      screens: (tx, { placeId, userId, isSettled }) =>
        announcePlaces(tx, only(placeId), isSettled ? {} : { only: [userId] }),
    },
    moderator: { screens: tx => announceModeration(tx) },
    ...elsewhere,
    ...none('creator'),
  },
  placeDoubted: {
    moderator: { screens: tx => announceModeration(tx) },
    ...elsewhere,
    ...none('creator', 'showsIt'),
  },
  placeDecided: {
    showsIt: { screens: (tx, { placeId }) => announcePlaces(tx, only(placeId)) },
    moderator: { screens: tx => announceModeration(tx) },
    ...elsewhere,
    ...none('creator'),
  },
  placesImported: {
    creator: { notice: (tx, { places }) => tellWhoPlannedAt(tx, places) },
    ...elsewhere,
    ...none('showsIt', 'moderator'),
  },
}
