import { settleProposed, tellProposed } from './notifications/polls/proposal-asked.ts'
import { tellMade } from './notifications/polls/proposal-made.ts'
import { withdrawWithPlaydates } from './notifications/withdraw.ts'
import { announceTo } from './screens/announce.ts'
import { none, type Rows, these } from './table.ts'

/** What follows from proposals. */
export const ofProposals: Rows<'proposed' | 'proposalAnswered' | 'proposalMade'> = {
  proposed: {
    asked: {
      notice: (tx, { proposalId }) => tellProposed(tx, proposalId),
      screens: (tx, { fathers }) => announceTo(tx, 'proposal', fathers),
    },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'regular', 'showsIt', 'moderator'),
  },
  proposalAnswered: {
    himself: { withdrawn: (tx, { proposalId, userId }) => settleProposed(tx, proposalId, userId) },
    asked: { screens: (tx, { readers }) => announceTo(tx, 'proposal', readers) },
    ...none('creator', 'onIt', 'usuallyThere', 'waiting', 'regular', 'showsIt', 'moderator'),
  },
  proposalMade: {
    // The app has seated them, so the creator needs no notices of that.
    creator: { withdrawn: (tx, { playdateId }) => withdrawWithPlaydates(tx, these([playdateId])) },
    onIt: { notice: (tx, { playdateId, seated }) => tellMade(tx, playdateId, seated, { isWaiting: false }) },
    waiting: { notice: (tx, { playdateId, waiting }) => tellMade(tx, playdateId, waiting, { isWaiting: true }) },
    ...none('himself', 'usuallyThere', 'asked', 'regular', 'showsIt', 'moderator'),
  },
}
