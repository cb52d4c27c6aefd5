import type { ReportTarget } from '@papadag/contract/moderation'
import type { NotificationDetails } from '@papadag/contract/notifications'
import type { MovedFor } from '@papadag/contract/weather/advice'
import type { Db } from '../platform/db/db.ts'

// What happens. The code that makes it happen records it; `domain/consequences` says what follows.

/** A father and one playdate. */
interface Seat {
  playdateId: number
  userId: number
}
interface InCircle {
  circleId: number
  userId: number
}
interface Several {
  playdates: readonly number[]
}

export interface Facts {
  /** Its creator has planned it. */
  planned: { playdateId: number }
  /** A member plans it with his circle, whose members are asked. */
  circlePlanned: { playdateId: number }
  /** Until now it was for the members of its circle. */
  opened: { playdateId: number }
  /** A father is out now, which those who know him are told. */
  wentOut: { playdateId: number }
  /** Its series has made these dates, on which regulars may have seats. */
  repeated: Several
  /** It is about to have another time or place. */
  moving: { playdateId: number }
  /** It has another time or place; `before` is its previous start. */
  moved: { playdateId: number; before: string; isElsewhere: boolean; movedFor?: MovedFor | undefined }
  /** Its creator has edited it, in whatever way. */
  edited: { playdateId: number }
  /** These will not take place, and can still be seen. */
  cancelled: Several
  /** These are about to lose their text. */
  cleared: Several
  /** These are about to be deleted; nobody has taken those that are untaken. */
  erased: Several & { isUntaken: boolean }
  /** These cancelled ones take place after all. */
  restored: Several
  /** Seats were taken or freed, or something else that they show has changed; `isInPlace` keeps their place in lists. */
  seatsChanged: Several & { isInPlace: boolean }
  joined: Seat & { wasWaiting: boolean }
  left: Seat & { message: string | undefined; isHidden: boolean }
  /** Invited, he has said that he cannot come. */
  declined: Seat & { message: string | undefined }
  /** He may be invited again. */
  declineForgotten: Seat
  /** He has said whether he is coming. */
  answered: Seat
  /** These fathers got a place from the waiting list. */
  movedUp: { seats: readonly Seat[] }
  /** There is room for these waiting fathers, and the first of them gets it. */
  placeOffered: { seats: readonly Seat[] }
  /** There is room for a part of each of these waiting families. */
  partOffered: { seats: readonly Seat[] }
  /** Another number of places is free for these waiting fathers. */
  freePlacesChanged: { seats: readonly Seat[] }
  /** Who waits, or for how many places, has changed. */
  listChanged: { playdateId: number }
  stoppedWaiting: Seat
  /** The first is about to block the second, who will take part in none of his playdates. */
  parting: { blockerId: number; blockedId: number }
  /** Neither is on a coming playdate of the other any more. */
  parted: { blockerId: number; blockedId: number; shareThread: boolean; shareSeats: boolean }
  /** It is time to ask its regulars whether they come. */
  regularsAsked: { playdateId: number }
  /** These regulars have lost their seats, since they did not answer; those in `told` lose no more than that. */
  released: { playdateId: number; users: readonly number[]; told: readonly number[] }
  /** A day before, fewer fathers are coming than it needs. */
  becameShort: { playdateId: number }
  /** Its creator has decided that it takes place with so few. */
  goesOn: Seat
  standingTaken: { userId: number; playdates: readonly number[] }
  /** He keeps none of these unconfirmed seats, and waits for none of the other dates. */
  standingGivenUp: { userId: number; seats: readonly number[]; waits: readonly number[] }
  /** He has not answered twice in a row. */
  standingLost: { seriesId: number; userId: number }
  /** These regulars have no standing place any more, since their series has ended for them. */
  seriesEnded: { regulars: readonly { seriesId: number; userId: number }[] }
  /** This is its last date. */
  seriesEnding: { seriesId: number; slot: number }
  /** Its creator has paused or resumed it, which only he sees as such. */
  seriesPaused: { creatorId: number }
  seriesRenewed: { seriesId: number; creatorId: number }
  pollAsked: { pollId: number; creatorId: number }
  pollAnswered: { pollId: number; userId: number; changes: 'first' | 'answers' | 'children' }
  /**
   * A time of a poll became this playdate; those in `left` said yes and may not have got a seat, the others perhaps.
   */
  pollChosen: { pollId: number; playdateId: number } & Record<
    'seated' | 'waiting' | 'left' | 'perhaps',
    readonly number[]
  >
  /** A poll or proposal is about to be deleted. */
  pollForgotten: { pollId: number }
  /** It is about to be deleted. */
  pollErased: { pollId: number }
  /** How much this member may ask strangers has changed. */
  questionsCounted: { askerId: number }
  proposed: { proposalId: number; fathers: readonly number[] }
  /** The readers read something else than before. */
  proposalAnswered: { proposalId: number; userId: number; readers: readonly number[] }
  proposalMade: { playdateId: number; seated: readonly number[]; waiting: readonly number[] }
  /** What others see of him has changed. */
  personChanged: { userId: number }
  /** He has said whether he knows a father whom he met. */
  knownAnswered: { userId: number; aboutId: number }
  /** Somebody has used a copy of his passkey, and was refused. */
  passkeyCopied: { userId: number; passkeyId: number }
  /** He may be known to live somewhere, or somewhere else. */
  placeKnown: { userId: number }
  blocked: { blockerId: number; blockedId: number }
  unblocked: { blockerId: number; blockedId: number }
  /** The receiving mail server refuses his address, or takes it again. */
  addressTried: { userId: number }
  /** His account is about to be deleted. */
  accountEnding: { userId: number }
  remindersChosen: { userId: number }
  /** He has chosen other days, another hour or another zone for his evening message. */
  eveningChosen: { userId: number }
  /** These have been hidden or are shown again. */
  playdatesHidden: Several
  hidden: { type: ReportTarget; id: string | number; isHidden: boolean }
  reported: object
  /** Moderators have decided about something of his. */
  decided: { subjectId: number | null }
  /** He may not start anything until they decide. */
  stopped: { subjectId: number }
  /** A decision with its reasons (safety S35). */
  reasoned: { userId: number; details: NotificationDetails }
  reportsClosed: {
    type: ReportTarget
    hasActed: boolean
    reports: readonly { id: number; reporterId: number | null }[]
  }
  placeAdded: { placeId: number }
  /** It is about to have another position. */
  placeMoving: { placeId: number }
  /** A member or moderator has edited it; `isElsewhere` concerns those who have planned something there. */
  placeEdited: { placeId: number; authorId: number | null; isElsewhere: boolean }
  /** An edit waits for a second member, or does so no longer. */
  placeEditWaits: { placeId: number }
  placeReviewed: { placeId: number; userId: number }
  placeConfirmed: { placeId: number; userId: number; isSettled: boolean }
  /** Somebody says that something is wrong with it. */
  placeDoubted: { placeId: number }
  placeDecided: { placeId: number }
  /**
   * A member has said what it is like, or takes that back, or what somebody said counts by now; `keys`: of which facts
   * something else is known.
   */
  factAnswered: { placeId: number; userId: number | null; keys: readonly string[] }
  /** He is there, and may be asked what it is like. */
  placeVisited: { userId: number }
  /** Somebody says that something is the matter with it. */
  stateReported: { placeId: number; stateId: number; authorId: number }
  /** Its state lasts longer, has a picture, or is over. */
  stateChanged: { placeId: number }
  /** An import has moved, renamed or hidden these. */
  placesImported: { places: readonly number[] }
  requestAccepted: { requesterId: number }
  /** A creator has posted something to everybody on his playdate, long enough ago to tell them. */
  announcementDue: { chatId: number; seq: number }
  /** A series has its chat, and the threads of its dates have been joined into it. */
  seriesChatOpened: { chatId: number }
  announcementsRead: { chatId: number; seq: number; userId: number }
  /** A member has reacted to a message, or takes that back. */
  reacted: { chatId: number; seq: number; userId: number }
  /** A keeper asks these acquaintances to join; `isListed` if members read now that they are asked, whom nobody had asked. */
  circleAsked: { circleId: number; askerId: number; fathers: readonly number[]; isListed: boolean }
  circleJoined: InCircle
  circleDeclined: InCircle
  /** He has said whether he wants a circle with those whom he met twice. */
  circleCardAnswered: { userId: number }
  /** He has left, or was removed; those in `asked`, whom he had asked, no longer are. */
  circleLeft: InCircle & { asked: readonly number[] }
  /** He is about to leave it, and so all that it plans. */
  datesOfCircleLeaving: InCircle
  /** He is asked to fetch a newcomer, `userId`, at the entrance. */
  buddyAsked: Seat & { buddyId: number }
  /** He does not fetch him, or does so again, as he was told before. */
  buddyChanged: Seat & { buddyId: number }
  /** He has said whether he fetches newcomers. */
  buddyOffered: { userId: number }
  /** A keeper has removed him. */
  circleRemoved: InCircle & { reason: string | null }
  /** He has come with its code and asks to be let in. */
  circleWished: InCircle
  /** A keeper has let him in. */
  circleLetIn: InCircle
  /** A keeper has refused him, which he does not learn. */
  circleRefused: InCircle
  /** Its name, text or picture, or who keeps it. */
  circleChanged: { circleId: number }
  /** It is about to be deleted. */
  circleEnding: { circleId: number }
  /** This browser stays logged in from now on. */
  deviceRemembered: { userId: number; deviceId: number; name: string | null }
  /** The login of this browser was used in another too. */
  deviceCopied: { userId: number; name: string | null }
  /** He has a passkey more, or recovery codes, and can log in with them too. */
  passkeyAdded: { userId: number; passkeyId: number; sessionId: number }
  recoveryCodesMade: { userId: number; sessionId: number }
  /** Another number of parents has a link. */
  linksCounted: { playdateId: number }
}

/** Facts whose consequences read what is about to change, and so are carried out at once. */
const last: ReadonlySet<keyof Facts> = new Set([
  'moving',
  'cancelled',
  'cleared',
  'erased',
  'parting',
  'seriesEnded',
  'pollErased',
  'accountEnding',
  'placeMoving',
  'circleRemoved',
  'datesOfCircleLeaving',
  'circleEnding',
])

export type Happened = { [F in keyof Facts]: { fact: F } & Facts[F] }[keyof Facts]

/** Records a fact in the transaction that makes it. */
export function record(tx: Db, happened: Happened): Promise<void> {
  return tx.record(last.has(happened.fact) ? { ...happened, isLast: true } : happened)
}
