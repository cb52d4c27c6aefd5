import { notifications } from '@papadag/contract/notifications'
import { today } from '@papadag/contract/today'
import { exportAccount } from '@papadag/contract/users/export'
import { answerKnown, knownAsked } from '@papadag/contract/users/known'
import { block, deleteAccount, oneUser, users } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { wasEstablishedOrKnown } from '../../domain/known.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { aMeeting } from '../../testing/domain/meetings.ts'
import { from } from '../../testing/domain/place-answers.ts'
import { type Father, world } from '../../testing/world.ts'
import { forgetKnown } from './known.ts'

const askedOf = async (father: Father) => (await father.call(knownAsked)).map(({ person }) => person.id)
const says = (father: Father, about: Father, yes = true) =>
  father.call(answerKnown, { body: { userId: about.id, yes } })
const knownBy = async (reader: Father, father: Father) =>
  (await reader.call(oneUser, { params: { id: father.id } })).knownByFathers
const isEstablished = async (db: Db, { id }: Father) =>
  (await db.count(sql`from users u where u.id = ${id} and ${wasEstablishedOrKnown(sql`u.id`)}`)) > 0

/** A newcomer whom two fathers met on two days, each of whom has met two others; `say` lets both say that they know him. */
async function metTwo(env: Record<string, string> = {}) {
  const all = await world({ fathers: 7, env })
  const { db, host, fathers } = all
  const [one, other, a, b, c, d, reader] = fathers
  await db.run(sql`update users set created_at = now() - interval '30 days' where id <> ${host.id}`)
  await db.run(sql`update users set created_at = now() - interval '1 day' where id = ${host.id}`)
  for (const friend of [a, b]) await aMeeting(db, [one, friend], { daysAgo: 40 })
  for (const friend of [c, d]) await aMeeting(db, [other, friend], { daysAgo: 40 })
  const first = await aMeeting(db, [one, host], { daysAgo: 3 })
  const second = await aMeeting(db, [other, host], { daysAgo: 1 })
  const say = async () => {
    for (const father of [one, other]) await says(father, host)
  }
  return { ...all, one, other, a, b, c, d, reader, first, second, say }
}

test('after a first meeting each father is asked about at most two others whether he knows them now, once, the newest first', async () => {
  const { db, host, father: one, other: two, third: three, fourth: four } = await world({ fathers: 4 })
  await db.run(sql`update users set created_at = now() - make_interval(days => 20 - id)`)
  await aMeeting(db, [host, four], { daysAgo: 30 })
  const playdateId = await aMeeting(db, [host, one, two, three, four], { daysAgo: 1 })
  expect(await host.call(knownAsked)).toMatchObject([
    { person: { id: two.id }, playdateId },
    { person: { id: three.id }, playdateId },
  ])
  const isAsked = async () => (await host.call(today)).due.map(({ id }) => id)
  expect(await isAsked()).toEqual([`known-${two.id}`])
  await says(host, two, false)
  expect(await isAsked()).toEqual([`known-${three.id}`])
  expect(await askedOf(host)).toEqual([three.id])
  // Nobody else is asked in his place.
  await expect(says(host, one)).rejects.toMatchObject({ status: 404, code: 'user.unknown' })
  await aMeeting(db, [host, two], { daysAgo: 0 })
  expect(await askedOf(host)).toEqual([three.id])
  await db.run(
    sql`update playdates set start_time = start_time - interval '15 days', end_time = end_time - interval '15 days'`,
  )
  expect(await askedOf(host)).toEqual([])
})

test('a profile says that two fathers know its owner, without names, and nobody is told who was asked', async () => {
  const { db, host, one, reader, say, first } = await metTwo()
  expect(await isEstablished(db, host)).toBe(false)
  const before = [await host.call(notifications), await host.call(today), await host.call(exportAccount)]
  await says(one, host)
  expect(await knownBy(reader, host)).toBeUndefined()
  const { exportedAt: _, ...then } = before[2] as Record<string, unknown> // of the export
  const { exportedAt: __, ...now } = (await host.call(exportAccount)) as Record<string, unknown>
  expect([await host.call(notifications), await host.call(today), now.knownAnswers]).toEqual([
    before[0],
    before[1],
    then.knownAnswers,
  ])
  await say()
  expect(await knownBy(reader, host)).toBe(2)
  expect(await isEstablished(db, host)).toBe(true)
  expect((await reader.call(users)).every(user => user.knownByFathers === undefined)).toBe(true)
  expect((await one.call(exportAccount)).knownAnswers).toMatchObject([
    { userId: host.id, playdateId: first, saysYes: true },
  ])
})

type Here = Awaited<ReturnType<typeof metTwo>>

test.each<[string, (here: Here) => Promise<unknown>]>([
  ['one of them takes it back', ({ one, host }) => says(one, host, false)],
  ['one of them blocks him', ({ one, host }) => one.call(block, { params: { id: host.id } })],
  ['he blocks one of them', ({ one, host }) => host.call(block, { params: { id: one.id } })],
  ['one of them deletes his account', ({ one }) => one.call(deleteAccount)],
  ['one of them is hidden', ({ db, one }) => db.run(sql`update users set hidden_at = now() where id = ${one.id}`)],
  [
    'one of them has an account of 13 days',
    ({ db, one }) => db.run(sql`update users set created_at = now() - interval '13 days' where id = ${one.id}`),
  ],
  [
    'one of them has met only one father more',
    ({ db, a }) => db.run(sql`delete from participants where user_id = ${a.id}`),
  ],
  [
    'he knows those whom one of them has met',
    async ({ db, host, a, b }) => {
      for (const friend of [a, b]) await aMeeting(db, [host, friend], { daysAgo: 2 })
    },
  ],
  ['they had met each other before', ({ db, one, other }) => aMeeting(db, [one, other], { daysAgo: 50 })],
  [
    'both met him on one day',
    ({ db, first, second }) =>
      db.run(sql`update playdates set start_time = s.start_time, end_time = s.end_time from playdates s
                where playdates.id = ${first} and s.id = ${second}`),
  ],
  ['both are of one network', ({ db }) => db.run(sql`update known_answers set network = 'one'`)],
  [
    'a report about him is upheld',
    ({ db, host }) =>
      db.run(sql`insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule)
               values ('user', ${String(host.id)}, ${host.id}, 'warn', 'x', 'x')`),
  ],
])('nobody reads that two fathers know him once %s', async (_, happens) => {
  const here = await metTwo()
  await here.say()
  await happens(here)
  expect(await knownBy(here.reader, here.host)).toBeUndefined()
  expect(await isEstablished(here.db, here.host)).toBe(false)
})

test('what happened to him before the answers, or was dismissed, changes nothing', async () => {
  const { db, host, reader, say } = await metTwo()
  await db.run(sql`insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule, created_at)
    values ('user', ${String(host.id)}, ${host.id}, 'warn', 'x', 'x', now() - interval '1 day')`)
  await say()
  await db.run(sql`insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule)
    values ('user', ${String(host.id)}, ${host.id}, 'dismiss', 'x', 'x')`)
  expect(await knownBy(reader, host)).toBe(2)
})

test('he reads on a profile that he has said yes, until he takes it back, and nobody else reads it', async () => {
  const { host, one, other } = await metTwo()
  const saidBy = async (reader: Father) => (await reader.call(oneUser, { params: { id: host.id } })).isKnown
  expect(await saidBy(one)).toBeUndefined()
  await says(one, host)
  expect([await saidBy(one), await saidBy(other), await saidBy(host)]).toEqual([true, undefined, undefined])
  await says(one, host, false)
  expect(await saidBy(one)).toBeUndefined()
})

test('a no is forgotten after 28 days, and a yes is kept', async () => {
  const { db, host, one, other } = await metTwo()
  await says(one, host, false)
  await says(other, host)
  await db.run(sql`update known_answers set answered_at = now() - interval '27 days'`)
  await forgetKnown(db)
  expect(await db.count(sql`from known_answers`)).toBe(2)
  await db.run(sql`update known_answers set answered_at = now() - interval '29 days'`)
  await forgetKnown(db)
  expect(await db.count(sql`from known_answers where says_yes`)).toBe(1)
  expect(await db.count(sql`from known_answers`)).toBe(1)
})

test('being known counts from the second yes on', async () => {
  const { db, host, say } = await metTwo()
  await say()
  const before = sql`now() - interval '1 hour'`
  expect(
    await db.count(sql`from users u where u.id = ${host.id} and ${wasEstablishedOrKnown(sql`u.id`, before)}`),
  ).toBe(0)
})

test('nobody can say that he knows a father about whom he was not asked', async () => {
  const { host, reader, one } = await metTwo()
  const unknown = { status: 404, code: 'user.unknown' }
  await expect(says(reader, host)).rejects.toMatchObject(unknown)
  await expect(says(one, one)).rejects.toMatchObject(unknown)
  await host.call(block, { params: { id: one.id } })
  await expect(says(one, host)).rejects.toMatchObject(unknown)
  expect(await askedOf(one)).toEqual([])
})

test('of two fathers who answer from the same network, only one counts', async () => {
  const { db, host, one, other, reader } = await metTwo({ TRUST_PROXY: 'on' })
  const at = (father: Father, address: string) => says(from(father, address), host)
  await at(one, '10.9.9.1')
  await at(other, '10.9.9.2')
  expect(await knownBy(from(reader, '10.1.1.1'), host)).toBeUndefined()
  await db.run(sql`delete from known_answers where user_id = ${other.id}`)
  await at(other, '10.9.8.2')
  expect(await knownBy(from(reader, '10.1.1.1'), host)).toBe(2)
})

test.each([
  ['all meet each other', () => true, sql`'of ' || user_id`],
  [
    'meet as little as they must, from one network',
    (one: number, other: number) => (one + other) % 3 !== 0,
    sql`'his'`,
  ],
] satisfies [string, (one: number, other: number) => boolean, Sql][])(
  'twenty accounts of one man that %s change nothing',
  async (_, doMeet, network) => {
    const { db, host, newFather } = await world()
    const puppets: Father[] = []
    while (puppets.length < 20) puppets.push(await newFather())
    await db.run(
      sql`update users set created_at = now() - make_interval(days => case when id % 2 = 0 then 1 else 15 end)`,
    )
    for (const [at, one] of puppets.entries())
      for (const [next, other] of puppets.entries())
        if (at < next && doMeet(at, next)) await aMeeting(db, [one, other], { daysAgo: 1 + ((at + next) % 12) })
    await db.run(sql`
      insert into known_answers (user_id, about_id, playdate_id, says_yes, network)
      select user_id, about_id, playdate_id, true, ${network} from (
        select x.user_id, y.user_id as about_id, min(x.playdate_id) as playdate_id
          from participants x join participants y on y.playdate_id = x.playdate_id and y.user_id <> x.user_id group by 1, 2) met`)
    expect(await db.count(sql`from known_answers`)).toBeGreaterThan(200)
    for (const puppet of puppets) expect(await knownBy(host, puppet)).toBeUndefined()
    expect(await db.count(sql`from users u where u.id % 2 = 0 and ${wasEstablishedOrKnown(sql`u.id`)}`)).toBe(0)
  },
)
