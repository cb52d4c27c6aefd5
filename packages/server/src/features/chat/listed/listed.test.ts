import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aUser } from '../../../testing/domain/rows.ts'
import { aChat, days, type Relation, reader, relate, type Said, three } from '../../../testing/scenes/chat-rows.ts'
import { forget } from '../commands.ts'
import { all, byId, listed } from '../queries.ts'

const first = { limit: 10, cursor: undefined, more() {} }

test('chats are listed page by page, by latest activity and then by number', async () => {
  const { db, me, him, other } = await three()
  const fourth = await aUser(db, 'fourth')
  const ids = [
    await aChat(db, [me, him], [{ by: him }]),
    await aChat(db, [me, other], [{ by: other }]),
    await aChat(db, [fourth, me], [{ by: me }]),
  ]
  await aChat(db, [him, other], [{ by: him }])
  await db.run(sql`update chats set active_at = now() where id = ${ids[1]}`)
  const pages: number[][] = []
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    isLast = true
    const page = {
      ...{ limit: 1, cursor },
      more(next: string) {
        cursor = next
        isLast = false
      },
    }
    pages.push((await listed(db, reader(me), days, page)).map(({ id }) => id))
  }
  expect(pages).toEqual([[ids[1]], [ids[2]], [ids[0]]])
})

test('messages count as unread if others wrote them since the last visit and they are still kept', async () => {
  const { db, me, him, other } = await three()
  const said = [
    { by: him },
    { by: him, hoursAgo: 7 * 24 + 1 },
    { by: him, hoursAgo: 7 * 24 - 1 },
    { by: me },
    { by: him },
    { by: him, isHidden: true },
  ]
  const id = await aChat(db, [me, him], said)
  await aChat(db, [other, me], Array(9).fill({ by: other }))
  await db.run(sql`update memberships set read_seq = 1 where chat_id = ${id} and user_id = ${me}`)
  const seen = await byId(db, id, reader(me), days)
  expect(seen).toMatchObject({ unreadCount: 2, ownReadSeq: 1, lastSeq: 6, kind: 'pair', title: null })
  expect(seen.lastMessage).toMatchObject({ content: 'bericht 5', senderId: him, senderName: 'him' })
  expect(seen.participants.map(({ firstName }) => firstName)).toEqual(['me', 'him'])
  expect(await byId(db, id, reader(him), days)).toMatchObject({ unreadCount: 1, ownReadSeq: 0 })
  await expect(byId(db, id, reader(other), days)).rejects.toThrow('chat.unknown')
})

test.each<[Relation, Said['hoursAgo'] | 'nothing', boolean]>([
  ['strangers', 'nothing', true],
  ['strangers', 0, true],
  ['he is gone', 'nothing', false],
  ['he is gone', 7 * 24 + 1, false],
  ['he is gone', 7 * 24 - 1, true],
  ['he is hidden', 'nothing', false],
  ['he is hidden', 0, true],
  ['he blocked me', 'nothing', false],
  ['I blocked him', 'nothing', false],
  ['I blocked him', 0, true],
])(
  'whether a chat is listed with the state “%s” and a last message %j hours old: %s',
  async (relation, hoursAgo, isListed) => {
    const { db, me, him, other } = await three()
    await aChat(db, [me, him], hoursAgo === 'nothing' ? [] : [{ by: him, hoursAgo: hoursAgo ?? 0 }])
    // A message elsewhere keeps nothing here.
    await aChat(db, [him, other], [{ by: him }])
    await relate(db, relation, me, him)
    expect(await all(db, reader(me), days, first)).toHaveLength(isListed ? 1 : 0)
  },
)

test.each<[boolean, 'me' | 'him' | null, Relation, boolean]>([
  [true, 'him', 'strangers', false],
  [true, 'him', 'met', true],
  [true, null, 'strangers', true],
  [false, 'him', 'strangers', true],
])(
  'a request (postponed: %s, sent by: %s, between fathers who are: %s) is in his list of chats: %s',
  async (isPostponed, by, relation, isListed) => {
    const { db, me, him } = await three()
    await aChat(db, [me, him], [{ by: him }], by === 'him' ? him : null)
    await db.run(sql`update memberships set put_off = ${isPostponed} where user_id = ${me}`)
    await relate(db, relation, me, him)
    expect(await listed(db, reader(me), days, first)).toHaveLength(isListed ? 1 : 0)
    expect(await all(db, reader(me), days, first)).toHaveLength(1)
  },
)

test.each<[string, Relation, Said['hoursAgo'] | 'nothing', string, number, number]>([
  ['a kept message', 'he is gone', 7 * 24 - 1, '1 hour', 1, 1],
  ['an old message', 'he is gone', 7 * 24 + 1, '1 hour', 0, 0],
  ['no message', 'he is gone', 'nothing', '1 hour', 0, 0],
  ['no message yet', 'he is gone', 'nothing', '5 seconds', 0, 1],
  ['an old message between members', 'strangers', 7 * 24 + 1, '1 hour', 0, 1],
])(
  'with %s, when %s, messages older than a week are deleted, and then a chat in which nobody can write',
  async (_, relation, hoursAgo, ago, left, chats) => {
    const { db, me, him } = await three()
    await aChat(db, [me, him], hoursAgo === 'nothing' ? [] : [{ by: him, hoursAgo: hoursAgo ?? 0 }])
    await db.run(sql`update chats set active_at = now() - ${ago}::interval`)
    await relate(db, relation, me, him)
    await forget(db, days)
    expect([await db.count(sql`from messages`), await db.count(sql`from chats`)]).toEqual([left, chats])
  },
)
