import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { enqueue } from '../../platform/outbox/outbox.ts'
import type { Facts } from '../facts.ts'
import { moveAttendanceQuestions, planAttendanceQuestions } from '../playdates/series/attendance-questions.ts'
import { isComing } from '../playdates/state.ts'
import { membersOfThreads } from '../playdates/threads.ts'
import { tellPlannedInCircle, withdrawPlannedBetween } from './notifications/circles/playdate-planned.ts'
import { tellCancelled } from './notifications/playdates/playdate-cancelled.ts'
import { tellChanged, withdrawChanges } from './notifications/playdates/playdate-changed.ts'
import { tellOutNow, withdrawOutNowBetween } from './notifications/playdates/playdate-now.ts'
import { tellRestored, withdrawCancelled } from './notifications/playdates/playdate-restored.ts'
import { tellBlockers } from './notifications/playdates/playdate-with-blocked.ts'
import type { Related } from './notifications/tell.ts'
import { withdrawWithPlaydates } from './notifications/withdraw.ts'
import { moveReminders, planReminders, withdrawReminders } from './reminders.ts'
import { announcePlaydates, announceTo } from './screens/announce.ts'
import { none, people, type Rows, these } from './table.ts'

/** One of both is the creator, and the other is this one. */
const between = ({ blockerId, blockedId }: Facts['parted'], userId: Sql) =>
  sql`(p.creator_id, ${userId}) in ((${blockerId}::int, ${blockedId}::int), (${blockedId}::int, ${blockerId}::int))`

/** What follows from the life of a playdate. */
export const ofPlaydates: Rows<
  | 'planned'
  | 'circlePlanned'
  | 'opened'
  | 'wentOut'
  | 'repeated'
  | 'moving'
  | 'moved'
  | 'edited'
  | 'cancelled'
  | 'restored'
  | 'cleared'
  | 'erased'
  | 'parting'
  | 'parted'
> = {
  planned: {
    onIt: { reminders: (tx, { playdateId }) => planReminders(tx, these([playdateId])) },
    regular: { question: (tx, { playdateId }) => planAttendanceQuestions(tx, these([playdateId])) },
    showsIt: {
      question: (tx, { playdateId }) => enqueue(tx, { kind: 'nearby.plan', playdateId }),
      screens: (tx, { playdateId }) => announcePlaydates(tx, these([playdateId])),
    },
    ...none('himself', 'creator', 'usuallyThere', 'waiting', 'asked', 'moderator'),
  },
  circlePlanned: {
    asked: { notice: (tx, { playdateId }) => tellPlannedInCircle(tx, playdateId) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'regular', 'showsIt', 'moderator'),
  },
  opened: {
    showsIt: {
      question: (tx, { playdateId }) => enqueue(tx, { kind: 'nearby.plan', playdateId }),
      screens: (tx, { playdateId }) => announcePlaydates(tx, these([playdateId])),
    },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'moderator'),
  },
  wentOut: {
    asked: { notice: (tx, { playdateId }) => tellOutNow(tx, playdateId) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'regular', 'showsIt', 'moderator'),
  },
  repeated: {
    onIt: {
      notice: (tx, { playdates }) => tellBlockers(tx, these(playdates)),
      reminders: (tx, { playdates }) => planReminders(tx, these(playdates)),
    },
    regular: { question: (tx, { playdates }) => planAttendanceQuestions(tx, these(playdates)) },
    showsIt: { screens: (tx, { playdates }) => announcePlaydates(tx, these(playdates)) },
    ...none('himself', 'creator', 'usuallyThere', 'waiting', 'asked', 'moderator'),
  },
  moving: {
    // They list it where and when it was.
    showsIt: { screens: (tx, { playdateId }) => announcePlaydates(tx, these([playdateId])) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'moderator'),
  },
  moved: {
    ...people(tellChanged, { reminders: (tx, { playdateId }) => moveReminders(tx, playdateId) }),
    regular: { question: (tx, { playdateId }) => moveAttendanceQuestions(tx, playdateId) },
    ...none('himself', 'creator', 'showsIt', 'moderator'),
  },
  edited: {
    regular: { question: (tx, { playdateId }) => planAttendanceQuestions(tx, these([playdateId])) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'showsIt', 'moderator'),
  },
  cancelled: {
    ...people((tx, who, { playdates }) => tellCancelled(tx, who, { which: these(playdates), isGone: false }), {
      withdrawn: (tx, { playdates }) => withdrawWithPlaydates(tx, these(playdates)),
      reminders: (tx, { playdates }) => withdrawReminders(tx, these(playdates)),
    }),
    showsIt: { screens: (tx, { playdates }) => announcePlaydates(tx, these(playdates)) },
    ...none('himself', 'creator', 'regular', 'moderator'),
  },
  restored: {
    ...people((tx, who, { playdates }) => tellRestored(tx, who, playdates), {
      withdrawn: (tx, { playdates }) => withdrawCancelled(tx, playdates),
      reminders: (tx, { playdates }) => planReminders(tx, these(playdates)),
    }),
    regular: { question: (tx, { playdates }) => planAttendanceQuestions(tx, these(playdates)) },
    ...none('himself', 'creator', 'showsIt', 'moderator'),
  },
  cleared: {
    showsIt: { screens: (tx, { playdates }) => announcePlaydates(tx, these(playdates), { wasShown: true }) },
    ...none('himself', 'creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'moderator'),
  },
  erased: {
    ...people(tellErased, {
      withdrawn: (tx, { playdates }) => withdrawWithPlaydates(tx, these(playdates)),
      screens: async (tx, { playdates }) => announceTo(tx, 'chat', await membersOfThreads(tx, playdates)),
    }),
    showsIt: { screens: (tx, { playdates }) => announcePlaydates(tx, these(playdates)) },
    ...none('himself', 'creator', 'regular', 'moderator'),
  },
  parting: {
    // As if the playdates were deleted.
    ...people((tx, who, { blockerId, blockedId }) => {
      const which = sql`p.creator_id = ${blockerId} and x.user_id = ${blockedId} and ${isComing}`
      return tellCancelled(tx, who, { which, isGone: true })
    }),
    ...none('himself', 'creator', 'regular', 'showsIt', 'moderator'),
  },
  parted: {
    himself: {
      async withdrawn(tx, fact) {
        await withdrawChanges(tx, between(fact, sql`n.user_id`))
        await withdrawPlannedBetween(tx, fact.blockerId, fact.blockedId)
        await withdrawOutNowBetween(tx, fact.blockerId, fact.blockedId)
      },
      reminders: (tx, fact) => withdrawReminders(tx, between(fact, sql`o.user_id`)),
      screens(tx, { blockerId, blockedId, shareThread, shareSeats }) {
        if (shareThread) announceTo(tx, 'chat', [blockerId, blockedId])
        if (shareSeats) announceTo(tx, 'playdate', [blockerId, blockedId])
      },
    },
    ...none('creator', 'onIt', 'usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator'),
  },
}

async function tellErased(tx: Db, who: Related, { playdates, isUntaken }: Facts['erased']): Promise<void> {
  if (!isUntaken) await tellCancelled(tx, who, { which: sql`${these(playdates)} and ${isComing}`, isGone: true })
}
