import { logIn } from '@papadag/contract/auth'
import { makeCalendarFeed } from '@papadag/contract/calendars'
import { answerHint, type HintName, hints } from '@papadag/contract/hints'
import { makeParentLink } from '@papadag/contract/parent-links'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { today } from '@papadag/contract/today'
import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { mailServer } from '../../testing/mail.ts'
import { inDays } from '../../testing/series.ts'
import { aPlaydate, type Father, password, type World, world } from '../../testing/world.ts'

type Scene = World<1> & { father: Father }

/** Days have passed since he registered and since any hint. */
const laterBy = (db: Db, days: number) =>
  db.run(sql`
    with shown as (update hints set shown_at = shown_at - make_interval(days => ${days}::int))
    update users set created_at = created_at - make_interval(days => ${days}::int),
      papa_days_changed = (select coalesce(array_agg(t - make_interval(days => ${days}::int)), '{}') from unnest(papa_days_changed) t)`)

const noticed = (db: Db, { id }: Father, kind: string, ago: string, details = {}) =>
  db.run(sql`
    insert into notifications (user_id, kind, details, created_at)
    values (${id}, ${kind}, ${JSON.stringify(details)}::jsonb, now() - ${ago}::interval)`)

const joins = async ({ host, father }: Scene, differences: Parameters<typeof aPlaydate>[0] = {}) => {
  const { id, series } = await host.call(createPlaydate, { body: aPlaydate(differences) })
  await father.call(joinPlaydate, { params: { id }, body: {} })
  return { id, series }
}

/** He was on playdates on one weekday, these weeks ago. */
async function was(scene: Scene, ...weeksAgo: number[]) {
  const made: number[] = []
  for (const weeks of weeksAgo) {
    const { id } = await joins(scene)
    await scene.db.run(sql`
      update participants set joined_at = now() - interval '90 days' where playdate_id = ${id}`)
    await scene.db.run(sql`
      update playdates set start_time = date_trunc('day', now()) - make_interval(days => ${7 * weeks}::int) + interval '12 hours',
             end_time = date_trunc('day', now()) - make_interval(days => ${7 * weeks}::int) + interval '13 hours' where id = ${id}`)
    made.push(id)
  }
  return made
}
/** A series of the host on the weekday of those that took place. */
async function everyWeek({ host }: Scene, also: { circleId?: number } = {}) {
  // At the hour of those that took place, so that it is their weekday at any time of the day.
  const inWeek = (hour: number) => `${inDays(7).slice(0, 11)}${hour}:00:00.000Z`
  const times = { startTime: inWeek(12), endTime: inWeek(13), repeats: { every: 'week' as const } }
  const { series } = await host.call(createPlaydate, { body: aPlaydate({ ...times, ...also }) })
  return series?.id ?? 0
}
async function circleOf({ host, father }: Scene) {
  await acquainted(host, father)
  return aCircle(host, [father], { name: 'Woensdag' })
}
const hasPush = ({ db, father }: Scene) =>
  db.run(
    sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth) values (${father.id}, 'https://push.test', 'k', 'a')`,
  )
async function logsIn({ father }: Scene, times: number) {
  const body = { username: father.username, password }
  for (let time = 0; time < times; time += 1) await father.call(logIn, { body })
}
const hasDays = ({ father }: Scene) => father.call(editSettings, { body: { papaDays: ['wed-am'] } })

/** What makes each due, and what is short of it or makes it needless. */
const cases: Record<
  HintName,
  { due: ((scene: Scene) => Promise<unknown>)[]; not: ((scene: Scene) => Promise<unknown>)[] }
> = {
  missed: {
    due: [
      ({ db, father }) => noticed(db, father, 'playdate.hasRoom', '1 day'),
      ({ db, father }) => noticed(db, father, 'playdate.cancelled', '1 day'),
      ({ db, father }) => noticed(db, father, 'playdate.changed', '2 hours'),
      ({ db, father }) => noticed(db, father, 'playdate.joined', '1 day', { relation: 'waiting' }),
    ],
    not: [
      ({ db, father }) => noticed(db, father, 'playdate.hasRoom', '30 minutes'),
      ({ db, father }) => noticed(db, father, 'playdate.hasRoom', '4 days'),
      ({ db, father }) => noticed(db, father, 'playdate.left', '1 day'),
      ({ db, father }) => noticed(db, father, 'playdate.joined', '1 day', { relation: 'creator' }),
      async scene => {
        await noticed(scene.db, scene.father, 'playdate.hasRoom', '1 day')
        await hasPush(scene)
      },
    ],
  },
  weekly: {
    due: [
      scene => was(scene, 1, 2),
      async scene => {
        await was(scene, 1, 2)
        const series = await everyWeek(scene, { circleId: await circleOf(scene) })
        await scene.db.run(sql`update series set ended_at = now() where id = ${series}`)
      },
      async scene => {
        await was(scene, 1, 2)
        const circleId = await circleOf(scene)
        await scene.db.run(sql`update playdates set creator_id = ${scene.father.id}`)
        await scene.father.call(block, { params: { id: scene.host.id } })
        await everyWeek(scene, { circleId })
      },
    ],
    not: [
      async scene => {
        await was(scene, 1, 2)
        await everyWeek(scene, { circleId: await circleOf(scene) })
      },
      async scene => {
        const [id = 0] = await was(scene, 1, 2)
        const series = await everyWeek(scene)
        await scene.db.run(sql`update playdates set series_id = ${series}, slot = -1 where id = ${id}`)
      },
      scene => was(scene, 1),
      scene => was(scene, 1, 10),
      async scene => {
        await was(scene, 1, 2)
        await scene.father.call(takeStanding, { params: { id: await everyWeek(scene) }, body: { children: 0 } })
      },
    ],
  },
  parent: {
    due: [scene => joins(scene)],
    not: [
      ({ father }) => father.call(createPlaydate, { body: aPlaydate() }),
      async scene => {
        const { id } = await joins(scene)
        await scene.father.call(makeParentLink, { params: { id } })
      },
      async scene => {
        await joins(scene)
        await scene.db.run(sql`update participants set joined_at = now() - interval '4 days'`)
      },
    ],
  },
  evening: {
    due: [
      async scene => {
        await hasDays(scene)
        await laterBy(scene.db, 15)
      },
    ],
    not: [
      async scene => {
        await laterBy(scene.db, 15)
        await hasDays(scene)
      },
      async scene => {
        await hasDays(scene)
        await scene.father.call(editSettings, { body: { notifications: { mail: { evening: false } } } })
        await laterBy(scene.db, 15)
      },
      async scene => {
        await hasDays(scene)
        await hasPush(scene)
        await laterBy(scene.db, 15)
      },
    ],
  },
  calendar: {
    due: [scene => was(scene, 9, 10, 11)],
    not: [
      scene => was(scene, 9, 10),
      async scene => {
        await was(scene, 9, 10, 11)
        await scene.father.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
      },
    ],
  },
  passkey: {
    due: [scene => logsIn(scene, 2)],
    not: [
      scene => logsIn(scene, 1),
      async scene => {
        await logsIn(scene, 2)
        await hasPasskey(scene, 'papadag.example')
      },
    ],
  },
  ways: {
    due: [async () => {}, scene => hasPasskey(scene, 'papadag.example')],
    not: [scene => hasPasskey(scene, 'localhost'), ({ father }) => father.call(makeRecoveryCodes)],
  },
}

/** Tests run without a name for the server: its passkeys are those of localhost. */
const hasPasskey = ({ db, father }: Scene, host: string) =>
  db.run(sql`insert into passkeys (user_id, credential_id, public_key, user_handle, rp_id, name)
    values (${father.id}, 'c', 'k', 'h', ${host}, 'Telefoon')`)

async function scene(): Promise<Scene> {
  const all = await world({ fathers: 1 })
  return { ...all, father: all.fathers[0] }
}
const hintOf = async (father: Father) => (await father.call(today)).hint?.name
const rows = hints.flatMap(name => cases[name].due.map((make, at) => ({ name, at, make })))
const short = hints.flatMap(name => cases[name].not.map((make, at) => ({ name, at, make })))

/** Brought about by logging in. */
const onFirstDay: readonly HintName[] = ['passkey']

test.each(rows)(
  'the hint $name is due in its case $at, once, and on the first day only after logging in',
  async ({ name, make }) => {
    const all = await scene()
    const { db, father } = all
    await make(all)
    expect(await hintOf(father)).toBe(name)
    await db.run(sql`update users set created_at = now() - interval '23 hours' where id = ${father.id}`)
    expect(await hintOf(father)).toBe(onFirstDay.includes(name) ? name : undefined)
    await db.run(sql`update users set created_at = now() - interval '40 days' where id = ${father.id}`)
    await father.call(answerHint, { params: { name }, body: { answer: 'seen' } })
    await db.run(sql`update hints set shown_at = now() - interval '2 days'`)
    expect(await hintOf(father)).not.toBe(name)
  },
)

test.each(short)('the hint $name is not due where it would be needless or too early ($at)', async ({ name, make }) => {
  const all = await scene()
  await make(all)
  expect(await hintOf(all.father)).not.toBe(name)
})

test.each([
  ['confirmed', { isConfirmed: true, isRefused: false }, undefined],
  ['not confirmed', { isConfirmed: false, isRefused: false }, 'ways'],
  ['confirmed and refused', { isConfirmed: true, isRefused: true }, 'ways'],
])('with mail, an address that is %s is a second way in or none', async (_, { isConfirmed, isRefused }, hint) => {
  const { env } = await mailServer()
  const { db, father } = await world({ fathers: 1, env })
  await db.run(
    sql`update users set email_confirmed = ${isConfirmed}, email_refused_at = case when ${isRefused} then now() end`,
  )
  expect(await hintOf(father)).toBe(hint)
})

test('a father gets one hint a day, the first one due on the list', async () => {
  const all = await scene()
  const { db, father } = all
  const { id } = await joins(all)
  await noticed(db, father, 'playdate.cancelled', '1 day', { playdateId: id })
  expect((await father.call(today)).hint).toMatchObject({
    name: 'missed',
    playdateId: id,
    missed: { what: 'cancelled' },
  })
  await father.call(answerHint, { params: { name: 'missed' }, body: { answer: 'seen' } })
  expect(await hintOf(father)).toBeUndefined()
  await db.run(sql`update hints set shown_at = now() - interval '25 hours'`)
  expect((await father.call(today)).hint).toEqual({ name: 'parent', playdateId: id, missed: null })
})

test('a father’s first answer to a hint counts, and replaces that he has only seen it', async () => {
  const { db, father } = await scene()
  const say = (answer: 'seen' | 'yes' | 'no') =>
    father.call(answerHint, { params: { name: 'weekly' }, body: { answer } })
  for (const answer of ['seen', 'no', 'yes', 'seen'] as const) await say(answer)
  expect(await db.count(sql`from hints where user_id = ${father.id} and name = 'weekly' and answer = 'no'`)).toBe(1)
  expect(await father.call(answerHint, { params: { name: 'other' }, body: { answer: 'yes' } }).catch(e => e.code)).toBe(
    'hint.unknown',
  )
})
