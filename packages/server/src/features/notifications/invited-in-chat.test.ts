import { answerRequest, sendMessage } from '@papadag/contract/chat'
import { invitation, makeInvite } from '@papadag/contract/invites'
import { notifications } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { block, deleteAccount, unblock } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, chatOf } from '../../testing/chat.ts'
import { mailWorld, nothingWaits } from '../../testing/mail.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, type Father } from '../../testing/world.ts'
import { forgetPlaydates } from '../playdates/commands.ts'

/** The host's playdate, to which he can ask others along; mails go out at once. */
async function planned(change: Parameters<typeof aPlaydate>[0] = {}) {
  const opened = await mailWorld({ fathers: 3 })
  const body = aPlaydate({ title: 'Vliegeren', ...change })
  const params = { id: (await opened.host.call(createPlaydate, { body })).id }
  const move = (minutes: number) =>
    opened.host.call(editPlaydate, {
      params,
      body: { ...body, endTime: new Date(Date.parse(body.endTime) + minutes * 60_000).toISOString() },
    })
  /** Asks in their chat, as the app does. */
  const ask = async (by: Father, chatId: number) => {
    const { url } = await by.call(makeInvite, { params, body: {} })
    return by.call(sendMessage, { params: { id: chatId }, body: { content: `Kom je mee? ${url}`, asksTo: params.id } })
  }
  const [friend, stranger, third] = opened.fathers
  return { ...opened, params, move, ask, friend, stranger, third }
}

const news = async (father: Father) =>
  (await father.call(notifications)).map(({ kind, details }) => [kind, details.relation === 'asked'])

test('a father who was invited in a chat hears, in the app and by mail, that the playdate is moved, cancelled or back on', async () => {
  const { db, host, friend, third, smtp, params, move, ask } = await planned()
  await ask(host, await acquainted(host, friend))
  await move(30)
  await move(60)
  expect(await news(friend)).toEqual([['playdate.changed', true]])
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1))
  expect(smtp.mails[0]?.text).toContain('De speelafspraak waarvoor je gevraagd bent, is gewijzigd')

  await host.call(deletePlaydate, { params })
  expect(await news(friend)).toEqual([['playdate.cancelled', true]])
  await nothingWaits(db)
  await db.run(sql`update outbox set due_at = due_at - interval '15 minutes'`)
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(2))
  expect(smtp.mails[1]?.text).toContain('waarvoor je gevraagd was, gaat niet door')
  await host.call(undoCancel, { params })
  expect(await news(friend)).toEqual([['playdate.restored', true]])
  expect(await news(third)).toEqual([])
})

test('an invited father who has joined gets the participants’ notices, and no more of them once he has left', async () => {
  const { host, friend, params, move, ask } = await planned()
  await ask(host, await acquainted(host, friend))
  await friend.call(joinPlaydate, { params, body: {} })
  await move(30)
  expect(await news(friend)).toEqual([['playdate.changed', false]])
  await friend.call(leavePlaydate, { params })
  await move(60)
  await host.call(deletePlaydate, { params })
  expect((await news(friend)).filter(([kind]) => kind === 'playdate.cancelled')).toEqual([])
})

test('notices about a stranger’s invitation stay in the app until his request is answered, and end when it is dismissed', async () => {
  const { db, host, stranger, move, ask } = await planned()
  const chatId = await chatOf(host, stranger)
  await ask(host, chatId)
  await move(30)
  expect(await news(stranger)).toEqual([['playdate.changed', true]])
  expect(await db.count(sql`from outbox where user_id = ${stranger.id} and kind = 'notice'`)).toBe(0)
  await stranger.call(answerRequest, { params: { id: chatId }, body: { accept: false } })
  await stranger.call(notifications)
  await db.run(sql`delete from notifications`)
  await move(60)
  expect(await news(stranger)).toEqual([])
  await stranger.call(answerRequest, { params: { id: chatId }, body: { accept: true } })
  await move(90)
  expect(await news(stranger)).toEqual([['playdate.changed', true]])
  expect(await db.count(sql`from outbox where user_id = ${stranger.id} and kind = 'notice'`)).toBe(1)
})

test('a father gets no notice of a hidden playdate, across a block, or from somebody who no longer takes part', async () => {
  const { db, host, friend, third, params, move, ask } = await planned()
  await third.call(joinPlaydate, { params, body: {} })
  await ask(third, await acquainted(third, friend))
  await friend.call(block, { params: { id: third.id } })
  await move(30)
  expect(await news(friend)).toEqual([])
  await friend.call(unblock, { params: { id: third.id } })
  await db.run(sql`update playdates set hidden_at = now() where id = ${params.id}`)
  await move(60)
  expect(await news(friend)).toEqual([])
  await db.run(sql`update playdates set hidden_at = null where id = ${params.id}`)
  await move(90)
  expect(await news(friend)).toEqual([['playdate.changed', true]])
  await db.run(sql`delete from notifications`)
  await friend.call(block, { params: { id: host.id } })
  await move(120)
  // Nothing follows except what would follow if the host had deleted his account.
  expect(await news(friend)).toEqual([])
  await friend.call(unblock, { params: { id: host.id } })
  await third.call(leavePlaydate, { params })
  await move(150)
  expect(await news(friend)).toEqual([])
})

test('a blocked father who was invited to a playdate gets the notice he would get if its creator left Papadag', async () => {
  const heardAfter = async (end: (host: Father, friend: Father) => Promise<unknown>) => {
    const { host, friend, ask } = await planned()
    await ask(host, await acquainted(host, friend))
    await end(host, friend)
    return (await friend.call(notifications)).map(({ kind, details }) => [kind, Object.keys(details).sort()])
  }
  const blocked = await heardAfter((host, friend) => host.call(block, { params: { id: friend.id } }))
  expect(blocked).toEqual([['playdate.cancelled', ['relation', 'startTime', 'title']]])
  expect(await heardAfter(host => host.call(deleteAccount, { body: { password: 'zandkasteel' } }))).toEqual(blocked)
})

test('a father can invite others only while he may, the playdate is upcoming, and he can write to them', async () => {
  const { db, host, friend, third, params } = await planned({ locationVisibility: 'participants', area: 'Jordaan' })
  await third.call(joinPlaydate, { params, body: {} })
  const asks = (by: Father, chatId: number) =>
    by.call(sendMessage, { params: { id: chatId }, body: { content: 'Kom je mee?', asksTo: params.id } })
  const chatId = await acquainted(third, friend)
  await expect(asks(third, chatId)).rejects.toMatchObject({ code: 'invite.notPossible' })
  await expect(asks(friend, chatId)).rejects.toMatchObject({ code: 'invite.notPossible' })
  // A refused one sends no message.
  expect(await db.count(sql`from messages where content = 'Kom je mee?'`)).toBe(0)
  await expect(asks(host, chatId)).rejects.toMatchObject({ code: 'chat.unknown' })
  expect(await db.count(sql`from asked`)).toBe(0)
  const theirs = await acquainted(host, friend)
  await asks(host, theirs)
  await asks(host, theirs)
  expect(await db.count(sql`from asked`)).toBe(1)
  await forgetPlaydates(db)
  expect(await db.count(sql`from asked`)).toBe(1)
  await db.run(sql`update playdates set start_time = now() - interval '2 hours', end_time = now() - interval '1 hour'`)
  await expect(asks(host, theirs)).rejects.toMatchObject({ code: 'playdate.over' })
  await forgetPlaydates(db)
  expect(await db.count(sql`from asked`)).toBe(0)
})

test('a request to somebody else makes no stranger of a friend, and a playdate together makes a friend of a stranger', async () => {
  const { db, host, friend, stranger, third, move, ask } = await planned()
  await ask(host, await acquainted(host, friend))
  await ask(host, await chatOf(host, stranger))
  const { id } = await third.call(createPlaydate, { body: aPlaydate() })
  await host.call(joinPlaydate, { params: { id }, body: {} })
  const outside = () =>
    Promise.all(
      [friend, stranger].map(({ id }) => db.count(sql`from outbox where kind = 'notice' and user_id = ${id}`)),
    )
  await move(30)
  expect(await outside()).toEqual([1, 0])
  await stranger.call(joinPlaydate, { params: { id }, body: {} })
  await move(60)
  expect(await outside()).toEqual([1, 1])
})

test('each participant can invite a hundred fathers to each playdate, and every participant and playdate counts by itself', async () => {
  const { db, host, friend, stranger, third, params, ask } = await planned()
  await third.call(joinPlaydate, { params, body: {} })
  const { id: other } = await host.call(createPlaydate, { body: aPlaydate() })
  const chats = [await acquainted(host, friend), await acquainted(host, stranger)]
  const fill = (playdateId: number, by: Father, count: number) =>
    db.run(sql`
      with made as (
        insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
        select n, n, n, n, '', 'Vader', 'X' from (
          select ${`${playdateId} ${by.id} `} || n as n from generate_series(1, ${count}::int) n) names returning id)
      insert into asked (playdate_id, user_id, asked_by) select ${playdateId}, id, ${by.id} from made`)
  await fill(params.id, host, 99)
  await fill(params.id, third, 5)
  await fill(other, host, 5)
  for (const chatId of chats) await ask(host, chatId)
  const isAsked = ({ id }: Father) => db.count(sql`from asked where user_id = ${id}`)
  expect([await isAsked(friend), await isAsked(stranger)]).toEqual([1, 0])
  await ask(third, await acquainted(third, stranger))
  expect(await isAsked(stranger)).toBe(1)
})

test('a father with an open invitation hears when its playdate changes', async () => {
  const { host, friend, params, move } = await planned()
  const { token } = await host.call(makeInvite, { params, body: {} })
  const path = `/api/invites/${token}`
  await friend.call(invitation, { params: { token } })
  const screen = await connect(friend)
  screen.send({ type: 'watch', paths: [path] })
  // This is refused once the previous request is done.
  screen.send({ type: 'watch', paths: ['/api/no-such-read'] })
  await screen.frame('error')
  await move(30)
  expect(await screen.frame('changed')).toMatchObject({ paths: [path] })
})
