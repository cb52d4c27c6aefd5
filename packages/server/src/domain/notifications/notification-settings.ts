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
