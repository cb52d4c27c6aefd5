import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const Waiting = z.object({ userId: z.int(), minutes: z.int(), startTime: z.string() })

/** The pending reminders: for whom, how many minutes before the start, and for which start. */
async function waiting(db: Db) {
  return db.many(
    Waiting,
    sql`select o.user_id as "userId", o.payload ->> 'startTime' as "startTime",
               round(extract(epoch from (o.payload ->> 'startTime')::timestamptz - o.due_at) / 60)::int as minutes
          from outbox o where o.kind = 'reminder' order by o.user_id, minutes`,
  )
}
const minutesOf = async (db: Db, { id }: Father) =>
  (await waiting(db)).filter(({ userId }) => userId === id).map(({ minutes }) => minutes)

const inMinutes = (minutes: number) => ({
  startTime: new Date(Date.now() + minutes * 60_000).toISOString(),
  endTime: new Date(Date.now() + (minutes + 60) * 60_000).toISOString(),
})

async function planned(remindBeforeMin: number[], times = inMinutes(3000)) {
  const opened = await world({ fathers: 2 })
  const [guest, other] = opened.fathers
  for (const father of [opened.host, guest, other])
    await father.call(editSettings, { body: { notifications: { remindBeforeMin } } })
  const { id } = await opened.host.call(createPlaydate, { body: aPlaydate(times) })
  const params = { id }
  for (const father of [guest, other]) await father.call(joinPlaydate, { params, body: {} })
  return { ...opened, guest, other, params }
}

test('a playdate has one set of reminders, however often it is moved', async () => {
  const { db, host, params } = await planned([1440, 600, 120, 60, 10])
  for (let time = 1; time <= 20; time += 1) {
    const body = aPlaydate(inMinutes(3000 + time))
    await host.call(editPlaydate, { params, body })
    const now = await waiting(db)
    expect(now).toHaveLength(15)
    expect(new Set(now.map(({ startTime }) => startTime))).toEqual(new Set([body.startTime]))
  }
})

test('a reminder comes at least a quarter of an hour after a move, since the move itself is announced', async () => {
  const { db, host, guest, params } = await planned([20, 10])
  await host.call(editPlaydate, { params, body: aPlaydate(inMinutes(30)) })
  expect(await minutesOf(db, guest)).toEqual([10])
  await host.call(editPlaydate, { params, body: aPlaydate(inMinutes(24)) })
  expect(await minutesOf(db, guest)).toEqual([])
  await host.call(editPlaydate, { params, body: aPlaydate(inMinutes(60)) })
  expect(await minutesOf(db, guest)).toEqual([10, 20])
})

test('moving to another place leaves the reminders unchanged', async () => {
  const times = inMinutes(24)
  const { db, host, guest, params } = await planned([20, 10], times)
  await host.call(editPlaydate, { params, body: aPlaydate({ ...times, location: 'Het Twiske' }) })
  expect(await minutesOf(db, guest)).toEqual([10, 20])
})

test('a father who leaves, blocks or is blocked keeps no reminders, and nor does a cancelled playdate', async () => {
  const { db, host, guest, other, params } = await planned([120])
  await guest.call(leavePlaydate, { params })
  expect((await waiting(db)).map(({ userId }) => userId)).toEqual([host.id, other.id])
  await guest.call(joinPlaydate, { params, body: {} })
  expect(await waiting(db)).toHaveLength(3)
  await other.call(block, { params: { id: host.id } })
  expect((await waiting(db)).map(({ userId }) => userId)).toEqual([host.id, guest.id])
  await host.call(deletePlaydate, { params })
  expect(await waiting(db)).toEqual([])
  await host.call(undoCancel, { params })
  expect((await waiting(db)).map(({ userId }) => userId)).toEqual([host.id, guest.id])
})

test('changing a father’s reminders changes nothing else in the outbox', async () => {
  const { db, guest, other } = await planned([120])
  const others = () => db.count(sql`from outbox where kind = 'of another version'`)
  for (const { id } of [guest, other])
    await db.run(
      sql`insert into outbox (kind, user_id, due_at) values ('of another version', ${id}, now() + interval '1 day')`,
    )
  const before = await others()
  await guest.call(editSettings, { body: { notifications: { remindBeforeMin: [60, 30] } } })
  expect(await minutesOf(db, guest)).toEqual([30, 60])
  expect(await minutesOf(db, other)).toEqual([120])
  expect(await others()).toBe(before)
})
