import { sendMessage, startChat } from '@papadag/contract/chat'
import { answerFact, placeQuestion, takeBackFact } from '@papadag/contract/places/place-answers'
import { placeRevisions, undoRevision } from '@papadag/contract/places/place-edits'
import { onePlace } from '@papadag/contract/places/places'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { today } from '@papadag/contract/today'
import { exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../../platform/db/db.ts'
import { from } from '../../../testing/domain/place-answers.ts'
import { aPlayground, here } from '../../../testing/places.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'
import { settleEstablished } from './answers.ts'

/** A playground that these fathers of different networks have looked at from nearby, in accounts of some days. */
async function atThePlayground() {
  const opened = await world({ fathers: 3, env: { TRUST_PROXY: 'on' } })
  const { db } = opened
  await db.run(sql`update users set created_at = now() - interval '4 days'`)
  const { id } = await aPlayground(opened.host)
  const fathers = [opened.host, ...opened.fathers].map((father, at) => from(father, `10.1.${at}.1`))
  const [host, guest, other, stranger] = fathers as [Father, Father, Father, Father] // of that many
  for (const father of [host, guest, other]) await father.call(onePlace, { params: { id }, query: here })
  const says = (father: Father, value: unknown, key = 'fence') =>
    father.call(answerFact, { params: { id, key }, body: { value } })
  const facts = async () => (await stranger.call(onePlace, { params: { id } })).facts
  return { db, id, host, guest, other, stranger, says, facts, newFather: opened.newFather }
}

const nextDay = (db: Db) => db.run(sql`update place_questions set day = day - 1`)

test('two fathers who were there make a fact, which names nobody and stays without an account', async () => {
  const { id, host, guest, stranger, says, facts } = await atThePlayground()
  const { updatedAt } = await stranger.call(onePlace, { params: { id } })
  expect(await says(host, 'whole')).toMatchObject({ facts: {}, mayAnswer: true, myAnswers: { fence: 'whole' } })
  await says(guest, 'whole')
  const at = new Date().toISOString().slice(0, 10)
  const fact = { fence: { value: 'whole', source: 'fathers', agreed: 2, at } }
  expect(await facts()).toEqual(fact)
  expect(await stranger.call(onePlace, { params: { id } })).toMatchObject({
    updatedAt,
    myAnswers: {},
    mayAnswer: false,
  })
  expect(await stranger.call(placeRevisions, { params: { id } })).toMatchObject([
    {
      at: `${at}T00:00:00.000Z`,
      isMine: false,
      mayUndo: false,
      before: { facts: { fence: null } },
      after: { facts: { fence: 'whole' } },
    },
  ])
  expect((await guest.call(exportAccount)).placeAnswers).toEqual([
    { placeId: id, placeName: 'De Zandkuil', key: 'fence', value: 'whole', day: at },
  ])
  await guest.call(deleteAccount)
  expect(await facts()).toEqual(fact)
})

test('what two new accounts agree on is known once one of them is three days old, without another answer', async () => {
  const { db, id, host, guest, says, facts } = await atThePlayground()
  await db.run(sql`update users set created_at = now()`)
  await says(host, 'whole')
  await says(guest, 'whole')
  await settleEstablished(db)
  expect(await facts()).toEqual({})
  await db.run(sql`update users set created_at = now() - interval '3 days' where id = ${guest.id}`)
  await settleEstablished(db)
  expect(await facts()).toMatchObject({ fence: { value: 'whole', agreed: 2 } })
  expect(await host.call(placeRevisions, { params: { id } })).toMatchObject([{ after: { facts: { fence: 'whole' } } }])
})

test('twenty accounts of one network decide nothing, and one father elsewhere who agrees decides', async () => {
  const { db, id, host, says, facts, newFather } = await atThePlayground()
  for (let at = 0; at < 20; at += 1) {
    const puppet = from(await newFather(), `10.9.9.${at + 1}`)
    await db.run(sql`update users set created_at = now() - interval '30 days' where id = ${puppet.id}`)
    await puppet.call(onePlace, { params: { id }, query: here })
    await says(puppet, 'none')
  }
  expect(await facts()).toEqual({})
  await says(host, 'none')
  expect(await facts()).toMatchObject({ fence: { value: 'none', agreed: 2 } })
})

test('the last word of a network counts, even if it is the second of the same father', async () => {
  const { id, host, guest, other, facts } = await atThePlayground()
  const say = (father: Father, value: string) =>
    father.call(answerFact, { params: { id, key: 'fence' }, body: { value } })
  const neighbour = from(guest, '10.1.0.9')
  await say(host, 'none')
  await say(neighbour, 'whole')
  await say(host, 'none')
  await say(other, 'none')
  expect(await facts()).toMatchObject({ fence: { value: 'none', agreed: 2 } })
})

test('whoever was not there lately cannot say what it is like', async () => {
  const { db, id, stranger, says } = await atThePlayground()
  const refused = { status: 403, code: 'place.notThere' }
  await expect(says(stranger, 'none')).rejects.toMatchObject(refused)
  await stranger.call(onePlace, {
    params: { id },
    query: { latitude: here.latitude + 0.0015, longitude: here.longitude },
  })
  await expect(says(stranger, 'none')).rejects.toMatchObject(refused)
  const playdate = await stranger.call(createPlaydate, { body: aPlaydate({ placeId: id }) })
  await expect(says(stranger, 'none')).rejects.toMatchObject(refused)
  const began = (days: number) =>
    db.run(sql`update playdates set start_time = now() - make_interval(days => ${days}::int) - interval '1 hour',
                      end_time = now() - make_interval(days => ${days}::int) where id = ${playdate.id}`)
  await began(29)
  await says(stranger, 'none')
  await began(30)
  await expect(says(stranger, 'none')).rejects.toMatchObject(refused)
})

test.each([
  ['fence', 'hoog', 400],
  ['fence', 7, 400],
  ['ages', { from: 12, to: 3 }, 400],
  ['equipment', ['slide', 'slide'], 400],
  ['schommel', 'yes', 404],
])('an answer about %s that says %j is refused', async (key, value, status) => {
  const { host, says } = await atThePlayground()
  await expect(says(host, value, key)).rejects.toMatchObject({ status })
})

test('an answer can be taken back, and a moderator can undo what was answered', async () => {
  const { db, id, host, guest, says, facts } = await atThePlayground()
  await says(host, 'whole')
  await says(guest, 'whole')
  await host.call(takeBackFact, { params: { id, key: 'fence' } })
  expect(await facts()).toEqual({})
  await says(host, 'whole')
  await db.run(sql`update users set is_moderator = true where id = ${host.id}`)
  const [last] = await host.call(placeRevisions, { params: { id } })
  await host.call(undoRevision, { params: { id }, body: { revisionId: last?.id ?? 0 } })
  expect(await facts()).toEqual({})
})

test('a father is asked one question a day, each once, until he does not want any', async () => {
  const { db, id, host, says } = await atThePlayground()
  const first = await host.call(placeQuestion)
  expect(first).toEqual({ placeId: id, key: 'fence' })
  expect(await host.call(placeQuestion)).toEqual(first)
  expect((await host.call(today)).due).toEqual([
    { kind: 'fact', id: `fact-${id}-fence`, expiresAt: null, name: 'De Zandkuil', ...first },
  ])
  await says(host, null)
  expect(await host.call(placeQuestion)).toBeUndefined()
  expect((await host.call(today)).due).toEqual([])
  await nextDay(db)
  expect(await host.call(placeQuestion)).toEqual({ placeId: id, key: 'openWater' })
  await nextDay(db)
  expect(await host.call(placeQuestion)).toEqual({ placeId: id, key: 'shade' })
  await host.call(editSettings, { body: { placeQuestions: false } })
  expect(await host.call(placeQuestion)).toBeUndefined()
})

test('home asks about a playground only while fewer than three others wait for his answer', async () => {
  const { db, host, guest, other, stranger } = await atThePlayground()
  for (const father of [guest, other, stranger]) {
    const { id } = await father.call(startChat, { body: { participants: [host.id] } })
    await father.call(sendMessage, { params: { id }, body: { content: 'Hoi!' } })
  }
  expect(await host.call(today)).toMatchObject({ dueCount: 3 })
  // A question that nobody sees is not used up.
  expect(await db.count(sql`from place_questions`)).toBe(0)
  await host.call(block, { params: { id: stranger.id } })
  expect((await host.call(today)).due.map(({ kind }) => kind)).toEqual(['request', 'request', 'fact'])
})

test('what another father has answered is asked first, since it decides', async () => {
  const { host, guest, says } = await atThePlayground()
  await says(guest, 'some', 'shade')
  expect(await host.call(placeQuestion)).toMatchObject({ key: 'shade' })
})
