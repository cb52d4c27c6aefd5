import type { MovedFor } from '@papadag/contract/weather/advice'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Sentence } from '../../platform/texts.ts'
import { isNotOver } from '../playdates/state.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { newPlace } from './new-place.ts'
import { playdateAnnounced } from './playdate-announced.ts'
import { aboutPlaydate, change, isAbout, type Related, tellPeople } from './tell.ts'
import { waitingChanged } from './waiting/waiting-changed.ts'

const kind = 'playdate.changed'
const title: Sentence = {
  nl: 'Speelafspraak gewijzigd',
  en: 'Playdate changed',
  de: 'Verabredung geändert',
  fr: 'Rendez-vous modifié',
  es: 'Quedada modificada',
}

/** A playdate he has joined has a new time or place; one notification until he reads it. */
export const playdateChanged = {
  kind,
  isByCreator: true,
  extras: newPlace,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isComing, mayCome }) => isComing || mayCome,
    path: pathToItsPlaydate,
    text: {
      title,
      body: {
        nl: 'Er is iets veranderd: jullie spreken af op {when}.',
        en: 'Something has changed: you now meet on {when}.',
        de: 'Etwas hat sich geändert: Ihr trefft euch am {when}.',
        fr: 'Du changement : vous vous retrouvez le {when}.',
        es: 'Hay cambios: quedáis el {when}.',
      },
    },
    textIfAsked: {
      title,
      body: {
        nl: 'De speelafspraak waarvoor je gevraagd bent, is gewijzigd: ze spreken af op {when}.',
        en: 'The playdate you were asked along to has changed: it is now on {when}.',
        de: 'Die Verabredung, zu der du eingeladen bist, hat sich geändert: Sie ist am {when}.',
        fr: 'Le rendez-vous auquel tu es invité a changé : il est le {when}.',
        es: 'La quedada a la que te han invitado ha cambiado: es el {when}.',
      },
    },
    textIfOpenHour: {
      title: {
        nl: 'Inloop gewijzigd',
        en: 'Drop-in changed',
        de: 'Offener Treff geändert',
        fr: 'Rencontre libre modifiée',
        es: 'Encuentro abierto modificado',
      },
      body: {
        nl: 'Er is iets veranderd: de inloop is nu op {when}.',
        en: 'Something has changed: the drop-in is now on {when}.',
        de: 'Etwas hat sich geändert: Der offene Treff ist jetzt am {when}.',
        fr: 'Du changement : la rencontre libre a lieu le {when}.',
        es: 'Hay cambios: el encuentro abierto es el {when}.',
      },
    },
  },
} satisfies NotificationDefinition

interface Moved {
  playdateId: number
  /** The previous start. */
  before: string
  isElsewhere: boolean
  /** The weather that was the reason for another place. */
  movedFor?: MovedFor | undefined
}

/**
 * Tells people of a playdate that its time or place has changed. Replaces an unread notice of an earlier change, and
 * keeps the previous time and place it named.
 */
export async function tellChanged(
  tx: Db,
  who: Related,
  { playdateId, before, isElsewhere, movedFor }: Moved,
): Promise<void> {
  const isUnread = sql`
    n.kind in (${kind}, ${waitingChanged.kind}) and n.read_at is null and ${isAbout(playdateId)}`
  const known = sql`(select n.details ->> 'before' from notifications n where n.user_id = x.user_id and ${isUnread} order by n.id limit 1)`
  const hasMoved = sql`${isElsewhere}::boolean or exists (
    select from notifications n where n.user_id = x.user_id and ${isUnread} and n.details ->> 'isElsewhere' = 'true')`
  // The reason stays with the place until that changes again.
  const why = isElsewhere
    ? sql`${movedFor ?? null}::text`
    : sql`(select n.details ->> 'movedFor' from notifications n where n.user_id = x.user_id and ${isUnread} order by n.id desc limit 1)`
  await tellPeople(
    tx,
    who,
    who === 'waiting' ? waitingChanged.kind : kind,
    (people, kind, also, subject) => sql`
      select x.user_id, ${kind}::text,
             ${aboutPlaydate} || jsonb_build_object('before', coalesce(${known}, ${before}::text), 'isElsewhere', ${hasMoved})
               || jsonb_strip_nulls(jsonb_build_object('movedFor', ${why})) || ${also}, null::int, ${subject}
        from playdates p join ${people}
       where p.id = ${playdateId} and ${isNotOver}`,
  )
  await tx.run(sql`
    delete from notifications n
     where ${isUnread} and exists (
       select from notifications m where m.user_id = n.user_id and m.kind in (${kind}, ${waitingChanged.kind}) and m.id > n.id
          and m.details -> 'playdateId' = n.details -> 'playdateId')`)
}

/**
 * Deletes notices of changes and announcements, and those sent to the waiting list; `which` is a condition on the
 * notification `n` and the playdate `p`.
 */
export async function withdrawChanges(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where (n.kind in (${kind}, ${playdateAnnounced.kind}) or n.kind like 'waiting.%') and ${isAbout(sql`p.id`)} and ${which}
        returning n.user_id as "userId"`,
  )
}
