import type { NotificationKind } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { announceTo } from '../../screens/announce.ts'
import { aboutPlaydate, asRelated, isAbout, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.joined'

/**
 * Tells the creator that somebody joined, once until he reads it, so that ten fathers make one line. It names nobody,
 * since the playdate shows who is coming at any time.
 */
export async function tellJoined(tx: Db, playdateId: number): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate} || ${asRelated('creator')}, null::int, ${subjectOfPlaydate}
          from playdates p
         where p.id = ${playdateId} and not exists (
           select from notifications n
            where n.user_id = p.creator_id and n.kind = ${kind} and n.read_at is null
              and ${isAbout(sql`p.id`)})`,
  )
}

const Reader = z.object({ id: z.number() })

/** Updates the screens of creators whose notices name who has joined these playdates. */
export async function announceJoiners(tx: Db, playdateIds: readonly number[]): Promise<void> {
  const readers = await tx.many(
    Reader,
    sql`select n.user_id as id from playdates p join notifications n on n.user_id = p.creator_id
         where p.id = any(${playdateIds}::int[]) and n.kind = ${kind} and ${isAbout(sql`p.id`)}`,
  )
  announceTo(
    tx,
    'notices',
    readers.map(({ id }) => id),
  )
}
