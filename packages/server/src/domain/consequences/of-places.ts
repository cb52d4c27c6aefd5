import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isNotOver } from '../playdates/state.ts'
import { tellPlaceState, withdrawPlaceState } from './notifications/playdates/playdate-place-state.ts'
import { tellWhoPlanned, tellWhoPlannedAt } from './planned-there.ts'
import {
  announceFacts,
  announceModeration,
  announcePlaces,
  announcePlaydates,
  announceQuestion,
} from './screens/announce.ts'
import { none, type Rows } from './table.ts'

const elsewhere = none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular')
const only = (placeId: number) => sql`pl.id = ${placeId}`

const Kept = z.object({ id: z.number(), people: z.array(z.number()) })
const keptAtMost = 20

/** The place and the playdates there show its state. */
async function announceThere(tx: Db, placeId: number) {
  await announcePlaces(tx, only(placeId))
  const there = sql`p.place_id = ${placeId} and ${isNotOver}`
  await announcePlaydates(tx, sql`${there} and p.location_visibility = 'public'`, { isInPlace: true })
  // Only those on it are shown the place of the others.
  const kept = await tx.many(
    Kept,
    sql`select p.id, array(select x.user_id from participants x where x.playdate_id = p.id) as people
          from playdates p where ${there} and p.location_visibility <> 'public' order by p.start_time limit ${keptAtMost}`,
  )
  for (const { id, people } of kept) await announcePlaydates(tx, sql`p.id = ${id}`, { only: people, isInPlace: true })
}

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
  | 'factAnswered'
  | 'placeVisited'
  | 'stateReported'
  | 'stateChanged'
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
  factAnswered: {
    showsIt: {
      screens: (tx, { placeId, userId, keys }) =>
        announceFacts(tx, placeId, keys, keys.length > 0 ? {} : { only: userId === null ? [] : [userId] }),
    },
    ...elsewhere,
    ...none('creator', 'moderator'),
  },
  placeVisited: {
    himself: { screens: (tx, { userId }) => announceQuestion(tx, userId) },
    ...none('creator', 'showsIt', 'moderator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular'),
  },
  stateReported: {
    creator: { notice: (tx, { stateId, authorId }) => tellPlaceState(tx, stateId, authorId) },
    showsIt: { screens: (tx, { placeId }) => announceThere(tx, placeId) },
    ...elsewhere,
    ...none('moderator'),
  },
  stateChanged: {
    creator: { withdrawn: (tx, { placeId }) => withdrawPlaceState(tx, placeId) },
    showsIt: { screens: (tx, { placeId }) => announceThere(tx, placeId) },
    ...elsewhere,
    ...none('moderator'),
  },
  placesImported: {
    creator: { notice: (tx, { places }) => tellWhoPlannedAt(tx, places) },
    ...elsewhere,
    ...none('showsIt', 'moderator'),
  },
}
