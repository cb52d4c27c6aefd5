import { chats } from '@papadag/contract/chat'
import { notifications } from '@papadag/contract/notifications'
import { joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { hears, history } from '../../../testing/chat.ts'
import { kindsOf } from '../../../testing/scenes/notices.ts'
import { talking } from '../../../testing/scenes/threads.ts'
import { connect } from '../../../testing/socket.ts'
import type { Father } from '../../../testing/world.ts'

test('only the creator can make an announcement, and it notifies everybody who has not read it', async () => {
  const { db, host, guest, other, stranger, chatId, write, params, playdateId } = await talking()
  // Nobody learns that there is a thread he is not in.
  await expect(write(stranger, 'hoor mij', { announcement: true })).rejects.toMatchObject({
    ...{ status: 404, code: 'chat.unknown' },
  })
  await stranger.call(joinPlaydate, { params, body: {} })
  const his = await connect(guest)
  await expect(write(guest, 'hoor mij', { announcement: true })).rejects.toMatchObject({
    ...{ status: 403, code: 'chat.notYoursToAnnounce' },
  })
  for (const content of ['We gaan naar de andere ingang', 'En neem laarzen mee'])
    expect(await write(host, content, { announcement: true })).toMatchObject({ announcement: true })
  expect((await hears(his, chatId, 2))[0]).toMatchObject({ announcement: true })
  expect((await history(his, chatId)).messages[0]).toMatchObject({ announcement: true })
  // A father who reads it at once needs no notice.
  const theirs = await connect(stranger)
  theirs.send({ type: 'get_messages', chatId })
  await vi.waitFor(async () => expect(await stranger.call(chats)).toMatchObject([{ unreadCount: 0 }]))
  await db.run(sql`update outbox set due_at = now() where kind = 'thread.announcement'`)
  for (const father of [guest, other]) {
    await vi.waitFor(async () =>
      expect(await father.call(notifications)).toMatchObject([
        { kind: 'playdate.announced', details: { playdateId, title: 'Zandbak' }, person: { id: host.id } },
      ]),
    )
  }
  // Reading it in the thread is reading it under the bell.
  const unreadOf = async (father: Father) =>
    (await father.call(notifications)).filter(({ kind, isRead }) => kind === 'playdate.announced' && !isRead).length
  his.send({ type: 'mark_read', chatId, seq: 1 })
  await history(his, chatId)
  expect(await unreadOf(guest)).toBe(1)
  his.send({ type: 'mark_read', chatId, seq: 2 })
  await vi.waitFor(async () => expect(await unreadOf(guest)).toBe(0))
  expect(await unreadOf(other)).toBe(1)
  for (const father of [host, stranger]) {
    const kinds = await kindsOf(father)
    expect(kinds).not.toContain('playdate.announced')
  }
})

test('an announcement that is too long is refused with a sentence, over HTTP and the socket', async () => {
  const { host, chatId, write } = await talking()
  const content = 'a'.repeat(10_000)
  await expect(write(host, content, { announcement: true })).rejects.toThrow(
    /^400: .*Een bericht heeft hoogstens 4000 tekens/,
  )
  const mine = await connect(host)
  mine.send({ type: 'send_message', chatId, content, announcement: true })
  expect(await mine.frame('error')).toMatchObject({ code: 'request.invalid', chatId })
})

test('other messages in a thread notify a father once until he reads them', async () => {
  const { db, host, guest, chatId, write } = await talking()
  await db.run(
    sql`update users set notification_settings = jsonb_set(notification_settings || '{"quietHours": null}', '{mail,messages}', 'true')`,
  )
  const waiting = () => db.count(sql`from outbox where kind = 'thread.message' and user_id = ${guest.id}`)
  const wasSent = () =>
    db.count(sql`from outbox where kind = 'thread.message' and user_id = ${guest.id} and payload ->> 'isSent' = 'true'`)
  await write(host, 'een')
  await db.run(sql`update outbox set due_at = now()`)
  await vi.waitFor(async () => expect(await wasSent()).toBe(1))
  await write(host, 'twee')
  expect([await waiting(), await wasSent()]).toEqual([1, 1])
  // As long as the message is kept.
  const days = sql`from outbox where kind = 'thread.message' and user_id = ${guest.id} and due_at between now() + interval '6.9 days' and now() + interval '7 days'`
  expect(await db.count(days)).toBe(1)
  const his = await connect(guest)
  his.send({ type: 'mark_read', chatId, seq: 2 })
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
  await write(host, 'drie')
  expect([await waiting(), await wasSent()]).toEqual([1, 0])
})

test('a father who has left or has blocked the writer meanwhile is not notified of the message', async () => {
  const { db, host, guest, other, stranger, params, write } = await talking()
  await stranger.call(joinPlaydate, { params, body: {} })
  await db.run(
    sql`update users set notification_settings = jsonb_set(notification_settings || '{"quietHours": null}', '{mail,messages}', 'true')`,
  )
  await write(guest, 'wie neemt er koffie mee?')
  await other.call(leavePlaydate, { params, body: {} })
  await stranger.call(block, { params: { id: guest.id } })
  await db.run(sql`update outbox set due_at = now() where kind = 'thread.message'`)
  const sentTo = ({ id }: { id: number }) =>
    db.count(sql`from outbox where kind = 'thread.message' and user_id = ${id} and payload ->> 'isSent' = 'true'`)
  const waiting = ({ id }: { id: number }) =>
    db.count(sql`from outbox where kind = 'thread.message' and user_id = ${id}`)
  await vi.waitFor(async () => expect(await sentTo(host)).toBe(1))
  for (const father of [other, stranger]) {
    await vi.waitFor(async () => expect(await waiting(father)).toBe(0))
    expect(await sentTo(father)).toBe(0)
  }
})
