import { chatMessages, chats, oneChat, sendMessage } from '@papadag/contract/chat'
import {
  answerCircle,
  askIntoCircle,
  changeCircleMember,
  circles,
  createCircle,
  editCircle,
  endCircle,
  oneCircle,
  removeCircleMember,
} from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import { notifications } from '@papadag/contract/notifications'
import { today } from '@papadag/contract/today'
import { exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, heard, hears } from '../../testing/chat.ts'
import { crowd } from '../../testing/domain/rows.ts'
import { connect } from '../../testing/socket.ts'
import { type Father, world } from '../../testing/world.ts'
import { forgetAsked } from './commands.ts'

const unknown = { status: 404, code: 'circle.unknown' }

/** A circle of the host, two friends and, once he has answered, a third; and a stranger. */
async function together() {
  const all = await world({ fathers: 4 })
  const { host, father: friend, other, third, fourth: stranger } = all
  for (const father of [friend, other, third]) await acquainted(host, father)
  const made = await host.call(createCircle, {
    body: { name: 'Woensdag', text: 'Om drie uur.', fathers: [friend.id, other.id, third.id] },
  })
  const params = { id: made.id }
  const yes = (father: Father) => father.call(answerCircle, { params, body: { yes: true } })
  for (const father of [friend, other]) await yes(father)
  const of = (father: Father) => ({ id: made.id, userId: String(father.id) })
  const seen = (father: Father) => father.call(oneCircle, { params })
  const chatId = made.chatId ?? 0
  const write = (father: Father, content: string) =>
    father.call(sendMessage, { params: { id: chatId }, body: { content } })
  const read = async (father: Father) =>
    (await father.call(chatMessages, { params: { id: chatId } })).map(({ content }) => content)
  return { ...all, friend, other, third, stranger, params, of, seen, yes, chatId, write, read }
}

const ids = (people: readonly { id: number }[] | null) => people?.map(({ id }) => id)

test('only the members of a circle can find it and its chat, in any call', async () => {
  const { host, friend, other, third, stranger, params, of, seen, chatId } = await together()
  expect(await seen(friend)).toMatchObject({ name: 'Woensdag', chatId, askedBy: null, asked: null })
  expect(ids((await seen(friend)).members)).toEqual([friend.id, host.id, other.id])
  expect(await friend.call(chats)).toMatchObject([{ kind: 'circle', circleId: params.id, title: 'Woensdag' }, {}])
  // Whoever is asked reads what he is asked into, and by whom, but not who is in it.
  expect(await seen(third)).toMatchObject({ name: 'Woensdag', members: [], chatId: null, askedBy: { id: host.id } })
  await expect(third.call(oneChat, { params: { id: chatId } })).rejects.toMatchObject({ code: 'chat.unknown' })
  expect(await stranger.call(circles)).toEqual([])
  const calls = [
    () => seen(stranger),
    () => stranger.call(editCircle, { params, body: { name: 'x' } }),
    () => stranger.call(endCircle, { params }),
    () => stranger.call(askIntoCircle, { params, body: { fathers: [host.id] } }),
    () => stranger.call(answerCircle, { params, body: { yes: true } }),
    () => stranger.call(changeCircleMember, { params: of(stranger), body: { keeper: true } }),
    () => stranger.call(removeCircleMember, { params: of(host), body: {} }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject(unknown)
})

test('the whole call is refused if one of those asked is no acquaintance, whatever the reason', async () => {
  const { db, host, friend, stranger, params } = await together()
  const refused = { status: 403, code: 'circle.notContact' }
  const ask = (fathers: number[]) => host.call(askIntoCircle, { params, body: { fathers } })
  for (const nobody of [stranger.id, limits.idMax])
    await expect(ask([friend.id, nobody])).rejects.toMatchObject(refused)
  await expect(
    host.call(createCircle, { body: { name: 'Vrijdag', fathers: [friend.id, stranger.id] } }),
  ).rejects.toMatchObject(refused)
  await acquainted(host, stranger)
  await stranger.call(block, { params: { id: host.id } })
  await expect(ask([stranger.id])).rejects.toMatchObject(refused)
  expect(await db.count(sql`from circles`)).toBe(1)
  expect(await db.count(sql`from circle_asked where user_id = ${stranger.id}`)).toBe(0)
})

test('whoever was asked answers on his first screen, and nobody learns that he does not want to', async () => {
  const { host, third, params, seen } = await together()
  expect(await third.call(today)).toMatchObject({
    due: [{ kind: 'circle', circleId: params.id, by: { id: host.id }, name: 'Woensdag' }],
  })
  expect(await third.call(notifications)).toMatchObject([{ kind: 'circle.asked', isRead: false }])
  const before = await seen(host)
  await third.call(answerCircle, { params, body: { yes: false } })
  expect(await seen(host)).toEqual(before)
  expect(ids(before.asked)).toEqual([third.id])
  expect(await third.call(today)).toMatchObject({ due: [] })
  expect(await third.call(notifications)).toMatchObject([{ kind: 'circle.asked', isRead: true }])
  await expect(seen(third)).rejects.toMatchObject(unknown)
  // He is not asked again.
  await host.call(askIntoCircle, { params, body: { fathers: [third.id] } })
  expect(await third.call(today)).toMatchObject({ due: [] })
  expect((await host.call(exportAccount)).circleAsked).toMatchObject([{ userId: third.id, declinedAt: null }])
  expect((await third.call(exportAccount)).circleAsked).toMatchObject([{ declinedAt: expect.any(String) }])
})

test('a question ends after thirty days, or when its asker leaves', async () => {
  const { db, host, friend, third, seen, params, of } = await together()
  await db.run(sql`update circle_asked set asked_at = now() - interval '31 days'`)
  await expect(seen(third)).rejects.toMatchObject(unknown)
  await forgetAsked(db)
  expect(await db.count(sql`from circle_asked`)).toBe(0)
  await host.call(askIntoCircle, { params, body: { fathers: [third.id] } })
  expect(await third.call(notifications)).toMatchObject([{ kind: 'circle.asked' }])
  await host.call(removeCircleMember, { params: of(host), body: {} })
  await expect(seen(third)).rejects.toMatchObject(unknown)
  expect(await third.call(notifications)).toEqual([])
  expect((await seen(friend)).members).toMatchObject([{ id: friend.id, isKeeper: true }, { isKeeper: false }])
})

test('whoever leaves or is removed loses the chat at once, and whoever comes reads nothing from before', async () => {
  const { host, friend, other, third, yes, of, read, write, seen, chatId } = await together()
  const screen = await connect(friend, 'kring')
  await write(host, 'een')
  await hears(screen, chatId, 1)
  await friend.call(removeCircleMember, { params: of(friend), body: {} })
  await write(host, 'twee')
  await yes(third)
  await write(host, 'drie')
  expect(await read(other)).toEqual(['een', 'twee', 'drie'])
  expect(await read(third)).toEqual(['drie'])
  expect(heard(screen, chatId)).toHaveLength(1)
  await expect(read(friend)).rejects.toMatchObject({ code: 'chat.unknown' })
  await expect(write(friend, 'hoi')).rejects.toMatchObject({ code: 'chat.unknown' })
  await expect(seen(friend)).rejects.toMatchObject(unknown)
})

test('keepers change a circle, and only a removed father reads why he was removed', async () => {
  const { host, friend, other, params, of, seen } = await together()
  const refused = { status: 403, code: 'circle.notKeeper' }
  for (const call of [
    () => friend.call(editCircle, { params, body: { name: 'x' } }),
    () => friend.call(endCircle, { params }),
    () => friend.call(removeCircleMember, { params: of(other), body: {} }),
    () => friend.call(changeCircleMember, { params: of(friend), body: { keeper: true } }),
  ])
    await expect(call()).rejects.toMatchObject(refused)
  await host.call(changeCircleMember, { params: of(friend), body: { keeper: true } })
  expect(await friend.call(editCircle, { params, body: { picture: 'sun' } })).toMatchObject({
    ...{ name: 'Woensdag', text: 'Om drie uur.', picture: 'sun' },
  })
  await friend.call(removeCircleMember, { params: of(other), body: { reason: 'Je bent verhuisd.' } })
  const [told] = await other.call(notifications)
  expect(told).toMatchObject({ kind: 'circle.removed', details: { title: 'Woensdag', message: 'Je bent verhuisd.' } })
  expect(told?.person).toBeNull()
  expect(JSON.stringify([await host.call(notifications), await seen(host)])).not.toContain('verhuisd')
  await expect(host.call(removeCircleMember, { params: of(other), body: {} })).rejects.toMatchObject({
    code: 'circle.noMember',
  })
})

test('of two keepers who remove each other at once, one stays', async () => {
  const { db, host, friend, params, of } = await together()
  await host.call(changeCircleMember, { params: of(friend), body: { keeper: true } })
  const done = await Promise.allSettled([
    host.call(removeCircleMember, { params: of(friend), body: {} }),
    friend.call(removeCircleMember, { params: of(host), body: {} }),
  ])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await db.count(sql`from circle_members where circle_id = ${params.id}`)).toBe(2)
})

test.each([
  ['leaves', ({ host, of }) => host.call(removeCircleMember, { params: of(host), body: {} })],
  ['deletes his account', ({ host }) => host.call(deleteAccount)],
  [
    'is suspended',
    ({ db, host }) => db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`),
  ],
  ['is hidden', ({ db, host }) => db.run(sql`update users set hidden_at = now() where id = ${host.id}`)],
  [
    'is blocked by all',
    async ({ host, friend, other }) => {
      for (const father of [friend, other]) await father.call(block, { params: { id: host.id } })
    },
  ],
] satisfies [string, (here: Awaited<ReturnType<typeof together>>) => Promise<unknown>][])(
  'when the last keeper %s, the longest member keeps the circle',
  async (_, goes) => {
    const here = await together()
    await goes(here)
    const { friend, other, params, seen } = here
    expect(await friend.call(editCircle, { params, body: { name: 'Donderdag' } })).toMatchObject({ name: 'Donderdag' })
    await expect(other.call(editCircle, { params, body: { name: 'x' } })).rejects.toMatchObject({
      code: 'circle.notKeeper',
    })
    expect((await seen(other)).name).toBe('Donderdag')
  },
)

test('two members who have blocked each other stay, and see and hear nothing of each other in the circle', async () => {
  const { host, friend, other, read, write, seen, chatId } = await together()
  await friend.call(block, { params: { id: other.id } })
  const screen = await connect(other, 'kring')
  await write(friend, 'van een vriend')
  await write(host, 'van de maker')
  await hears(screen, chatId, 1)
  expect(heard(screen, chatId).map(({ content }) => content)).toEqual(['van de maker'])
  expect(await read(other)).toEqual(['van de maker'])
  expect(await read(host)).toEqual(['van een vriend', 'van de maker'])
  expect(ids((await seen(other)).members)).toEqual([other.id, host.id])
  expect(ids((await other.call(oneChat, { params: { id: chatId } })).participants)).toEqual([other.id, host.id])
  expect(ids((await seen(friend)).members)).toEqual([friend.id, host.id])
})

test('a circle ends with its last member or by a keeper, and its chat with it', async () => {
  const { db, host, friend, other, third, params, of, write } = await together()
  await write(host, 'dag')
  await host.call(endCircle, { params })
  expect(await third.call(notifications)).toEqual([])
  await expect(friend.call(oneCircle, { params })).rejects.toMatchObject(unknown)
  const { id } = await host.call(createCircle, { body: { name: 'Vrijdag', fathers: [other.id] } })
  await host.call(removeCircleMember, { params: { ...of(host), id }, body: {} })
  expect(await db.count(sql`from circles`)).toBe(0)
  expect(await db.count(sql`from chats where circle_id is not null`)).toBe(0)
})

test('a father’s children are shown in his circle as ranges, as far as he shows their ages', async () => {
  const { friend, other, host, seen } = await together()
  const child = { name: 'Mees', age: 5 }
  for (const father of [friend, other])
    await father.call(editProfile, { body: { firstName: 'Ab', lastName: 'de Tester', childrenInfo: [child] } })
  await other.call(editSettings, { body: { childrenVisibility: 'none' } })
  const shown = new Map((await seen(host)).members.map(({ id, ages }) => [id, ages]))
  expect([shown.get(friend.id), shown.get(other.id)]).toEqual([[{ from: 4, to: 6 }], []])
})

test.each([
  ['no fathers', { name: 'Vrijdag', fathers: [] }, 400],
  ['thirty others', { name: 'Vrijdag', fathers: Array.from({ length: 30 }, (_, at) => at + 1) }, 400],
  ['a name of 10,000 characters', { name: 'x'.repeat(10_000), fathers: [1] }, 400],
  ['an invisible name', { name: '\u200B', fathers: [1] }, 400],
])('a circle with %s is refused with a sentence', async (_, body, status) => {
  const { host } = await world()
  await expect(host.call(createCircle, { body })).rejects.toMatchObject({ status })
})

test('a circle has room for thirty, and none is made while an older version still runs', async () => {
  const { db, host, third, params, yes } = await together()
  await crowd(db, params.id, 27)
  await expect(yes(third)).rejects.toMatchObject({ status: 409, code: 'circle.full' })
  await db.run(sql`insert into nodes (id, version, knows) values (gen_random_uuid(), '1.0.0', '1.0.0.sql')`)
  await expect(host.call(createCircle, { body: { name: 'Vrijdag', fathers: [third.id] } })).rejects.toMatchObject({
    status: 409,
    code: 'circle.notYet',
  })
})
