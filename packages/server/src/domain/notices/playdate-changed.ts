import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { guests, isNotOver } from '../playdate-state.ts'
import { type BellKind, pathToTold } from './kind.ts'
import { aboutPlaydate, change, isAbout, tell } from './tell.ts'

const kind = 'playdate.changed'

/** A playdate he has joined has a new time or place; one notification until he reads it. */
export const playdateChanged = {
  kind,
  isByCreator: true,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isComing }) => isComing,
    path: pathToTold,
    text: {
      title: {
        nl: 'Speelafspraak gewijzigd',
        en: 'Playdate changed',
        de: 'Verabredung geändert',
        fr: 'Rendez-vous modifié',
        es: 'Quedada modificada',
      },
      body: {
        nl: 'Er is iets veranderd: jullie spreken af op {when}.',
        en: 'Something has changed: you now meet on {when}.',
        de: 'Etwas hat sich geändert: Ihr trefft euch am {when}.',
        fr: 'Du changement : vous vous retrouvez le {when}.',
        es: 'Hay cambios: quedáis el {when}.',
      },
    },
  },
} satisfies BellKind

/**
 * Tells participants, but not the creator, that the time or place of the playdate has changed, which would have started at
 * `before`; replaces an unread notice of an earlier change, and keeps what that said of the time and place before.
 */
export async function tellChanged(tx: Db, playdateId: number, before: string, isElsewhere: boolean): Promise<void> {
  const isUnread = sql`
    n.kind = ${kind} and n.read_at is null and ${isAbout(playdateId)}`
  const known = sql`(select n.details ->> 'before' from notifications n where n.user_id = x.user_id and ${isUnread} order by n.id limit 1)`
  const hasMoved = sql`${isElsewhere}::boolean or exists (
    select from notifications n where n.user_id = x.user_id and ${isUnread} and n.details ->> 'isElsewhere' = 'true')`
  await tell(
    tx,
    sql`select x.user_id, ${kind}::text,
               ${aboutPlaydate} || jsonb_build_object('before', coalesce(${known}, ${before}::text), 'isElsewhere', ${hasMoved}), null::int
          from playdates p join ${guests}
         where p.id = ${playdateId} and ${isNotOver}`,
  )
  await tx.run(sql`
    delete from notifications n
     where ${isUnread} and exists (
       select from notifications m where m.user_id = n.user_id and m.kind = n.kind and m.id > n.id
          and m.details -> 'playdateId' = n.details -> 'playdateId')`)
}

/** Deletes notices of changed playdates; `which` is a condition on the notification `n` and the playdate `p`. */
export async function withdrawChanges(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where n.kind = ${kind} and ${isAbout(sql`p.id`)} and ${which}
        returning n.user_id as "userId"`,
  )
}
