import { type Sql, sql } from '../../platform/db/db.ts'
import { isOn } from '../playdates/state.ts'
import { blockedWith } from '../visibility.ts'

/** The reactions to the messages of a chat, as a screen shows them. */
export const reactionsOfThing = (chatId: number) => `reactions of ${chatId}`

/** For `in`: the rows of the message `m`, of which what is about a circle's date may have two. */
export const rowsOfMessage = sql`(select m.chat_id, m.seq union all
  select o.chat_id, o.seq from messages o where m.playdate_id is not null and o.id = m.id and o.chat_id <> m.chat_id)`

/**
 * The reactions to the message `m` by whom this viewer may see; null without any. Their end is that of a membership or message.
 * Those on a circle's date and its members see each other's only as far as they are on it together.
 */
export function reactionsSeenBy(viewerId: number): Sql {
  return sql`(select json_object_agg(e.emoji, json_build_object('count', e.count, 'mine', e.mine, 'names', e.names))
    from (select x.emoji, count(*)::int as count, bool_or(u.id = ${viewerId}) as mine,
                 json_agg(u.first_name order by x.created_at, u.id) as names
            from reactions x join users u on u.id = x.user_id and u.id <> all (${blockedWith(viewerId)})
           where (x.chat_id, x.seq) in ${rowsOfMessage}
             and (x.chat_id = m.chat_id or exists (select from playdates p where p.id = m.playdate_id and ${isOn(sql`x.user_id`)}))
           group by x.emoji) e)`
}
