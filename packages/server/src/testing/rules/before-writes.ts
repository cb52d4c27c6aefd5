import { sendMessage } from '@papadag/contract/chat'
import { makeCircleCode, removeCircleMember } from '@papadag/contract/circles'
import { makeInvite } from '@papadag/contract/invites'
import { makeParentLink } from '@papadag/contract/parent-links'
import { joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { stopWaiting } from '@papadag/contract/playdates/waiting-list'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { chatOf } from '../chat.ts'
import type { Given } from '../examples.ts'
import type { Father } from '../world.ts'

interface Opened {
  db: Db
  host: Father
  guest: Father
  newFather: () => Promise<Father>
  /** The id in the example of a call. */
  idOf: (at: string) => number
}

/**
 * What happens before a write that could not change anything yet, or not any more: the examples of one world stand in
 * each other's way.
 */
export const beforeWrites: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  'POST /api/circles/enter': ({ host, idOf }) =>
    host.call(removeCircleMember, { params: { id: idOf('PUT /api/circles/:id/answer'), userId: String(host.id) } }),
  'POST /api/series/:id/renew': ({ db, idOf }) =>
    db.run(sql`update series set until = until - 30 where id = ${idOf('POST /api/series/:id/renew')}`),
  'POST /api/invites/:token/join': ({ host, idOf }) =>
    host.call(leavePlaydate, { params: { id: idOf('POST /api/playdates/:id/join') }, body: {} }),
  'POST /api/invites/:token/wait': ({ host, idOf }) =>
    host.call(stopWaiting, { params: { id: idOf('POST /api/playdates/:id/wait') } }),
  'POST /api/users/me/import': ({ db, host }) =>
    db.run(sql`update users set first_name = 'Dirk' where id = ${host.id}`),
  'DELETE /api/circles/:id/code': ({ host, idOf }) =>
    host.call(makeCircleCode, { params: { id: idOf('DELETE /api/circles/:id/code') }, body: {} }),
  'DELETE /api/playdates/:id/parent-links': async ({ host, idOf }) => {
    const params = { id: idOf('DELETE /api/playdates/:id/parent-links') }
    await host.call(joinPlaydate, { params, body: {} })
    await host.call(makeParentLink, { params })
  },
  'DELETE /api/playdates/:id/invites': ({ host, idOf }) =>
    host.call(makeInvite, { params: { id: idOf('DELETE /api/playdates/:id/invites') }, body: {} }),
  // Somebody comes to a date of the circle for the first time, and the host is to fetch him.
  'DELETE /api/playdates/:id/buddy': async ({ db, host, guest, idOf }) => {
    const id = idOf('DELETE /api/playdates/:id/buddy')
    const circleId = idOf('PUT /api/circles/:id/answer')
    await db.run(
      sql`insert into circle_members (circle_id, user_id) values (${circleId}, ${host.id}) on conflict do nothing`,
    )
    await db.run(sql`update playdates set circle_id = ${circleId} where id = ${id}`)
    for (const father of [host, guest])
      await db.run(
        sql`insert into participants (playdate_id, user_id) values (${id}, ${father.id}) on conflict do nothing`,
      )
    await db.run(sql`insert into buddies (playdate_id, user_id, buddy_id) values (${id}, ${guest.id}, ${host.id})`)
  },
}

const WithId = z.object({ id: z.number() })

/** What is sent instead of an example that this world has no use for. */
export const sentInstead: Readonly<Record<string, (opened: Opened) => Promise<Given>>> = {
  // The date of a series in which he has a standing place by now.
  'POST /api/playdates/:id/confirm': async ({ db, host }) => {
    const params = await db.one(
      WithId,
      sql`select playdate_id as id from participants where user_id = ${host.id} and not is_confirmed limit 1`,
    )
    return { params: WithId.parse(params), body: { coming: true } }
  },
  'POST /api/chats/:id/request': async ({ db, host, newFather }) => {
    await db.run(sql`update users set messages_from = default where id = ${host.id}`)
    const stranger = await newFather()
    const id = await chatOf(stranger, host)
    await stranger.call(sendMessage, { params: { id }, body: { content: 'hoi' } })
    return { params: { id }, body: { accept: true } }
  },
}
