import { chatMessages, chats, oneChat, threadOf } from '@papadag/contract/chat'
import { answerCircle, askIntoCircle, endCircle, removeCircleMember } from '@papadag/contract/circles'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { acquainted, heard, hears, withGuest } from '../../../testing/chat.ts'
import { connect } from '../../../testing/socket.ts'

const unknown = { status: 404, code: 'chat.unknown' }

test('whoever joins reads from then on, and loses the chat with his seat, on open screens too', async () => {
  const { host, guest, other, line, about, join, leave, read } = await withGuest()
  await about(host, 'een')
  await join(other)
  await about(host, 'twee')
  expect([await read(guest, line), await read(other, line)]).toEqual([['een', 'twee'], ['twee']])
  const screen = await connect(guest)
  await leave(guest)
  await about(host, 'drie')
  const there = await connect(other)
  await about(host, 'vier')
  await hears(there, line, 1)
  expect(heard(screen, line)).toEqual([])
  await expect(guest.call(chatMessages, { params: { id: line } })).rejects.toMatchObject(unknown)
  expect(await guest.call(chats)).toEqual([])
})

test('a guest who joins the circle gets its chat instead, and whoever leaves it gets the chat of a date that he joins again', async () => {
  const { host, friend, guest, circleId, date, home, line, about, join, read } = await withGuest()
  await about(host, 'een')
  await acquainted(host, guest)
  await host.call(askIntoCircle, { params: { id: circleId }, body: { fathers: [guest.id] } })
  await guest.call(answerCircle, { params: { id: circleId }, body: { yes: true } })
  await about(host, 'twee')
  expect(await guest.call(threadOf, { params: { id: date } })).toMatchObject({ id: home, kind: 'circle' })
  await expect(guest.call(oneChat, { params: { id: line } })).rejects.toMatchObject(unknown)
  expect(await read(guest, home)).toEqual(['twee'])
  await friend.call(removeCircleMember, { params: { id: circleId, userId: String(friend.id) }, body: {} })
  await join(friend)
  await about(host, 'drie')
  expect(await friend.call(threadOf, { params: { id: date } })).toMatchObject({
    id: line,
    kind: 'playdate',
    circleId: null,
  })
  expect(await read(friend, line)).toEqual(['drie'])
})

test('when the circle ends, everybody on the date keeps what was written about it, and goes on', async () => {
  const { host, friend, guest, absent, circleId, date, line, say, about, read } = await withGuest()
  await about(host, 'een')
  await friend.call(threadOf, { params: { id: date } })
  await host.call(endCircle, { params: { id: circleId } })
  for (const father of [host, friend, guest])
    expect(await father.call(threadOf, { params: { id: date } })).toMatchObject({ id: line, kind: 'playdate' })
  await expect(absent.call(threadOf, { params: { id: date } })).rejects.toMatchObject(unknown)
  expect(await say(guest, line, 'twee')).toMatchObject({ chatId: line, seq: 2 })
  await say(host, line, 'drie')
  for (const father of [host, friend, guest]) expect(await read(father, line)).toEqual(['een', 'twee', 'drie'])
})

test('the chat of a date closes for its guests when the date is over, while members go on in the circle', async () => {
  const { db, host, guest, friend, date, home, line, say, about, read } = await withGuest()
  await db.run(
    sql`update playdates set start_time = now() - interval '27 hours', end_time = now() - interval '25 hours' where id = ${date}`,
  )
  await expect(say(guest, line, 'hoi')).rejects.toMatchObject({ code: 'chat.closed' })
  await about(host, 'Mooi was het')
  expect([await read(guest, line), await read(friend, home)]).toEqual([[], ['Mooi was het']])
  expect(await guest.call(oneChat, { params: { id: line } })).toMatchObject({ readOnly: true })
})
