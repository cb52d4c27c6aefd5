import { type Sql, sql } from '../../platform/db/db.ts'
import { blockedWith } from '../visibility.ts'

/** The reactions to the messages of a chat, as a screen shows them. */
export const reactionsOfThing = (chatId: number) => `reactions of ${chatId}`

/** The reactions to the message `m` by whom this viewer may see; null without any. Their end is that of a membership or message. */
export function reactionsSeenBy(viewerId: number): Sql {
  return sql`(select json_object_agg(e.emoji, json_build_object('count', e.count, 'mine', e.mine, 'names', e.names))
    from (select x.emoji, count(*)::int as count, bool_or(u.id = ${viewerId}) as mine,
                 json_agg(u.first_name order by x.created_at, u.id) as names
            from reactions x join users u on u.id = x.user_id and u.id <> all (${blockedWith(viewerId)})
           where x.chat_id = m.chat_id and x.seq = m.seq group by x.emoji) e)`
}
