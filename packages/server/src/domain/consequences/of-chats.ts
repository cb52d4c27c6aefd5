import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { isWrittenTo } from '../chats/memberships.ts'
import { reactionsOfThing, rowsOfMessage } from '../chats/reactions.ts'
import { linksOfThing } from '../links/parent-links.ts'
import { isOn } from '../playdates/state.ts'
import { markAnnouncedRead, tellAnnounced } from './notifications/playdates/playdate-announced.ts'
import { announceTo } from './screens/announce.ts'
import { none, type Rows } from './table.ts'

const elsewhere = none('usuallyThere', 'waiting', 'asked', 'regular', 'showsIt', 'moderator')
const Reader = z.object({ id: z.number() })
const Place = z.object({ chatId: z.number(), readers: z.array(z.number()) })
const Creator = z.object({ id: z.number() })

/** What follows from requests, announcements, and links for the other parent. */
export const ofChats: Rows<
  'requestAccepted' | 'announcementDue' | 'seriesChatOpened' | 'announcementsRead' | 'reacted' | 'linksCounted'
> = {
  requestAccepted: {
    himself: { screens: (tx, { requesterId }) => announceTo(tx, 'chat', [requesterId]) },
    ...elsewhere,
    ...none('creator', 'onIt'),
  },
  announcementDue: {
    onIt: { notice: (tx, { chatId, seq }) => tellAnnounced(tx, chatId, seq) },
    ...elsewhere,
    ...none('himself', 'creator'),
  },
  seriesChatOpened: {
    onIt: {
      async screens(tx, { chatId }) {
        const members = await tx.many(Reader, sql`select user_id as id from memberships where chat_id = ${chatId}`)
        announceTo(
          tx,
          'chat',
          members.map(({ id }) => id),
        )
      },
    },
    ...elsewhere,
    ...none('himself', 'creator'),
  },
  announcementsRead: {
    himself: { withdrawn: (tx, { chatId, seq, userId }) => markAnnouncedRead(tx, { chatId, seq }, userId) },
    ...elsewhere,
    ...none('creator', 'onIt'),
  },
  reacted: {
    // Those to whom the message was written, and who see him.
    onIt: {
      async screens(tx, { chatId, seq, userId }) {
        const places = await tx.many(
          Place,
          sql`select o.chat_id as "chatId", array(
                       select me.user_id from chats c
                         join memberships me on me.chat_id = c.id and me.user_id = any(thread_hearers(c.id, ${userId}, o.seq))
                         join messages m on m.seq = o.seq and ${isWrittenTo(sql`me.user_id`)}
                        where c.id = o.chat_id) as readers
                from messages m join messages o on (o.chat_id, o.seq) in ${rowsOfMessage}
               where m.chat_id = ${chatId} and m.seq = ${seq}
                 and (o.chat_id = m.chat_id or exists (
                   select from playdates p where p.id = m.playdate_id and ${isOn(userId)}))`,
        )
        for (const place of places)
          tx.announce({ what: 'chat', things: [reactionsOfThing(place.chatId)], only: place.readers })
      },
    },
    ...elsewhere,
    ...none('himself', 'creator'),
  },
  linksCounted: {
    // Nobody else sees how many there are.
    creator: {
      async screens(tx, { playdateId }) {
        const creators = await tx.many(Creator, sql`select creator_id as id from playdates where id = ${playdateId}`)
        tx.announce({ what: 'playdate', things: [linksOfThing(playdateId)], only: creators.map(({ id }) => id) })
      },
    },
    ...elsewhere,
    ...none('himself', 'onIt'),
  },
}
