import { currentUser, logIn, logOut } from '@papadag/contract/auth'
import { chatMessages, sendMessage } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { notifications, readNotification } from '@papadag/contract/notifications'
import { placeRevisions, undoRevision } from '@papadag/contract/places/place-edits'
import { editPlace } from '@papadag/contract/places/places'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { endSession, sessions } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, hears, history } from '../../testing/chat.ts'
import { decide } from '../../testing/moderation.ts'
import { aPlayground, everyPage } from '../../testing/places.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, password, world } from '../../testing/world.ts'

/** Odd and beyond 32 bits, so that no rounded number passes. */
const far = 9_007_199_254_000_001

test('ids that keep growing stay exact beyond 32 bits', async () => {
  const { db, host, visitor, father, other: moderator } = await world({ fathers: 2 })
  const chatId = await acquainted(host, father)
  for (const table of ['messages', 'notifications', 'sessions', 'place_revisions'])
    await db.run(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${far}::bigint, false)`)

  // A session.
  await father.call(logIn, { body: { username: father.username, password } })
  expect(await father.call(currentUser)).toMatchObject({ id: father.id })

  // Messages, by HTTP and by socket, and a report of one.
  const screen = await connect(host)
  const first = await father.call(sendMessage, { params: { id: chatId }, body: { content: 'ver weg' } })
  expect(first.id).toBe(far)
  expect(await hears(screen, chatId, 1)).toMatchObject([{ id: far }])
  expect((await history(screen, chatId)).messages.at(-1)?.id).toBe(far)
  expect((await host.call(chatMessages, { params: { id: chatId } })).at(-1)?.id).toBe(far)
  const { id: reportId } = await host.call(sendReport, {
    body: { targetType: 'message', targetId: far, reason: 'other', text: 'Dit klopt niet.' },
  })
  expect(await db.count(sql`from reports where target_id = ${String(far)} and evidence is not null`)).toBe(1)

  // A moderator hides it, shows it again, and removes it.
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const seen = async () => (await host.call(chatMessages, { params: { id: chatId } })).map(message => message.id)
  await decide(moderator, reportId, 'hide')
  expect(await seen()).not.toContain(far)
  await decide(moderator, reportId, 'restore')
  expect(await seen()).toContain(far)
  await decide(moderator, reportId, 'remove')
  expect(await seen()).not.toContain(far)

  // Notifications, page after page, and one that is marked as read.
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await father.call(joinPlaydate, { params: { id }, body: {} })
  const [told] = await host.call(notifications)
  expect(told?.id).toBeGreaterThanOrEqual(far)
  await host.call(readNotification, { params: { id: told?.id ?? 0 } })
  expect(await everyPage(host, '/api/notifications?limit=1')).toHaveLength((await host.call(notifications)).length)

  // An edit that is taken back.
  const place = await aPlayground(host)
  await host.call(editPlace, { params: { id: place.id }, form: { name: 'Anders' } })
  const [edit] = await host.call(placeRevisions, { params: { id: place.id } })
  expect(edit?.id).toBe(far)
  const restored = await host.call(undoRevision, { params: { id: place.id }, body: { revisionId: far } })
  expect(restored.name).toBe(place.name)
  expect(await everyPage(host, `/api/places/${place.id}/revisions?limit=1`)).toMatchObject([
    [{ id: far + 1 }],
    [{ id: far }],
  ])

  // Sessions are listed and end as any other.
  await visitor.call(logIn, { body: { username: father.username, password } })
  await father.call(endSession, { params: { id: far + 1 } })
  const listed = (await father.call(sessions)).map(({ id: session }) => session)
  expect(listed).toContain(far)
  expect(listed).not.toContain(far + 1)
  await father.call(logOut)
  await expect(father.call(currentUser)).rejects.toMatchObject({ status: 401 })
})
