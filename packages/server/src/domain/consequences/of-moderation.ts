import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Facts } from '../facts.ts'
import { notify } from './notifications/tell.ts'
import { tellWhoPlanned } from './planned-there.ts'
import {
  announceModeration,
  announcePerson,
  announcePlaces,
  announcePlaydates,
  announceTo,
} from './screens/announce.ts'
import { announceSaid } from './screens/announce-said.ts'
import { none, type Rows, these } from './table.ts'

const elsewhere = none('onIt', 'usuallyThere', 'waiting', 'asked', 'regular')

/** What follows from reports and from moderators’ decisions. */
export const ofModeration: Rows<
  'playdatesHidden' | 'hidden' | 'reported' | 'decided' | 'stopped' | 'reasoned' | 'reportsClosed'
> = {
  playdatesHidden: {
    showsIt: { screens: (tx, { playdates }) => announcePlaydates(tx, these(playdates), { wasShown: true }) },
    ...elsewhere,
    ...none('himself', 'creator', 'moderator'),
  },
  hidden: {
    // Only those who could see it, or can see it from now on.
    showsIt: { screens: announceItem },
    creator: {
      notice: (tx, { type, id, isHidden }) => isHidden && type === 'place' && tellWhoPlanned(tx, Number(id), null),
    },
    ...elsewhere,
    ...none('himself', 'moderator'),
  },
  reported: {
    moderator: { screens: tx => announceModeration(tx) },
    ...elsewhere,
    ...none('himself', 'creator', 'showsIt'),
  },
  decided: {
    himself: { screens: (tx, { subjectId }) => subjectId !== null && announceTo(tx, 'account', [subjectId]) },
    moderator: { screens: tx => announceModeration(tx) },
    ...elsewhere,
    ...none('creator', 'showsIt'),
  },
  stopped: {
    himself: { screens: (tx, { subjectId }) => announceTo(tx, 'account', [subjectId]) },
    ...elsewhere,
    ...none('creator', 'showsIt', 'moderator'),
  },
  reasoned: {
    himself: { notice: (tx, { userId, details }) => notify(tx, userId, 'moderation.decided', details) },
    ...elsewhere,
    ...none('creator', 'showsIt', 'moderator'),
  },
  reportsClosed: {
    himself: {
      async notice(tx, { type, hasActed, reports }) {
        for (const { id, reporterId } of reports)
          if (reporterId !== null)
            await notify(tx, reporterId, 'report.decided', { target: type, hasActed, reference: `M${id}` })
      },
      screens: (tx, { reports }) =>
        announceTo(
          tx,
          'report',
          reports.flatMap(({ reporterId }) => (reporterId === null ? [] : [reporterId])),
        ),
    },
    ...elsewhere,
    ...none('creator', 'showsIt', 'moderator'),
  },
}

const Member = z.object({ userId: z.number() })

async function announceItem(tx: Db, { type, id }: Facts['hidden']): Promise<void> {
  if (type === 'place') return announcePlaces(tx, sql`pl.id = ${id}::int`, { moves: true, wasShown: true })
  if (type === 'user') {
    await announcePerson(tx, Number(id), { wasShown: true })
    return announceSaid(tx, Number(id))
  }
  if (type !== 'message') return
  const members = await tx.many(
    Member,
    sql`select user_id as "userId" from memberships where chat_id in (select chat_id from messages where id = ${id}::bigint)`,
  )
  announceTo(
    tx,
    'chat',
    members.map(({ userId }) => userId),
  )
}
