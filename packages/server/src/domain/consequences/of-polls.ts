import { tellChosen } from './notifications/playdates/playdate-chosen.ts'
import { tellNoRoom } from './notifications/playdates/playdate-no-room.ts'
import { tellAnswered, withdrawAnswered } from './notifications/polls/poll-answered.ts'
import { settleAsked, tellAsked, withdrawAsked } from './notifications/polls/poll-asked.ts'
import { withdrawProposed } from './notifications/polls/proposal-asked.ts'
import { withdrawWithPlaydates } from './notifications/withdraw.ts'
import { announceTo } from './screens/announce.ts'
import { announcePoll } from './screens/announce-said.ts'
import { none, type Rows, these } from './table.ts'

/** What follows from polls. A father who gets a seat through one is notified only about the poll. */
export const ofPolls: Rows<
  'pollAsked' | 'pollAnswered' | 'pollChosen' | 'pollForgotten' | 'pollErased' | 'questionsCounted'
> = {
  pollAsked: {
    asked: { notice: (tx, { pollId, creatorId }) => tellAsked(tx, pollId, creatorId) },
    showsIt: { screens: (tx, { pollId }) => announcePoll(tx, pollId) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'regular', 'moderator'),
  },
  pollAnswered: {
    himself: {
      withdrawn: (tx, { pollId, userId }) => settleAsked(tx, pollId, userId),
      // How many children he would bring, nobody else reads.
      screens: (tx, { userId, changes }) => changes === 'children' && announceTo(tx, 'poll', [userId]),
    },
    creator: { notice: (tx, { pollId, changes }) => changes === 'first' && tellAnswered(tx, pollId) },
    showsIt: {
      screens: (tx, { pollId, userId, changes }) => changes !== 'children' && announcePoll(tx, pollId, userId),
    },
    ...none('onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'moderator'),
  },
  pollChosen: {
    // He has seated them, so he needs no notices of that.
    creator: {
      async withdrawn(tx, { pollId, playdateId }) {
        await withdrawWithPlaydates(tx, these([playdateId]))
        await withdrawAnswered(tx, pollId)
      },
    },
    onIt: { notice: (tx, { playdateId, seated }) => tellChosen(tx, playdateId, seated, { isSeated: true }) },
    waiting: { notice: (tx, { playdateId, waiting }) => tellNoRoom(tx, playdateId, waiting, { isWaiting: true }) },
    asked: {
      withdrawn: (tx, { pollId }) => withdrawAsked(tx, pollId),
      async notice(tx, { playdateId, left, perhaps }) {
        await tellNoRoom(tx, playdateId, left, { isWaiting: false })
        await tellChosen(tx, playdateId, perhaps, { isSeated: false })
      },
    },
    showsIt: { screens: (tx, { pollId }) => announcePoll(tx, pollId) },
    ...none('himself', 'usuallyThere', 'regular', 'moderator'),
  },
  pollForgotten: {
    creator: { withdrawn: (tx, { pollId }) => withdrawAnswered(tx, pollId) },
    asked: {
      async withdrawn(tx, { pollId }) {
        await withdrawAsked(tx, pollId)
        await withdrawProposed(tx, pollId)
      },
    },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'regular', 'showsIt', 'moderator'),
  },
  pollErased: {
    creator: { withdrawn: (tx, { pollId }) => withdrawAnswered(tx, pollId) },
    asked: { withdrawn: (tx, { pollId }) => withdrawAsked(tx, pollId) },
    showsIt: { screens: (tx, { pollId }) => announcePoll(tx, pollId) },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'regular', 'moderator'),
  },
  questionsCounted: {
    // The chats with them say how many messages are left.
    creator: { screens: (tx, { askerId }) => announceTo(tx, 'chat', [askerId]) },
    ...none('himself', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
}
