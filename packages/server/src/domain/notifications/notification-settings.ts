import { type Sql, sql } from '../../platform/db/db.ts'

/** Settings added later: these defaults apply until he changes them. */
const later = { push: { evening: true }, mail: { evening: true }, eveningHour: 20 }

/** The notification settings of the users row `u`. */
export function notificationSettingsOf(u: Sql): Sql {
  const { push, mail, ...others } = later
  const stored = sql`${u}.notification_settings`
  const json = (part: object) => sql`${JSON.stringify(part)}::jsonb`
  return sql`(${json(others)} || ${stored} || jsonb_build_object(
    'push', ${json(push)} || (${stored} -> 'push'), 'mail', ${json(mail)} || (${stored} -> 'mail')))`
}

/** The day of a moment in the time zone of the users row `u`: `2031-06-01`. */
export function dayOf(moment: Sql, u: Sql): Sql {
  return sql`to_char(${moment} at time zone (${notificationSettingsOf(u)} ->> 'timeZone'), 'YYYY-MM-DD')`
}
