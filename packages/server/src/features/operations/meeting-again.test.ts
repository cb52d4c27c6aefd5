import { operations } from '@papadag/contract/operations/operations'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { type Father, world } from '../../testing/world.ts'
import { readMeetingAgain } from './meeting-again.ts'

/** A playdate that ended this many days ago, with these fathers; out now, the others came so many minutes before its end. */
async function met(
  db: Db,
  daysAgo: number,
  [creator, ...others]: readonly Father[],
  how: { isCancelled?: boolean; cameMin?: number } = {},
) {
  if (!creator) throw new Error('nobody met')
  await db.run(sql`
    with made as (
      insert into playdates (creator_id, title, location, start_time, end_time, max_participants, cancelled_at, kind)
      select ${creator.id}, 'Toen', 'Park', day, day + interval '1 hour', 20, ${how.isCancelled ? sql`now()` : sql`null`},
             ${how.cameMin === undefined ? 'playdate' : 'now'}
        from (select (date_trunc('day', now() at time zone 'Europe/Amsterdam') - make_interval(days => ${daysAgo}) + interval '10 hours')
                at time zone 'Europe/Amsterdam' as day) d
      returning id, start_time, end_time)
    insert into participants (playdate_id, user_id, joined_at)
    select id, user_id, case when user_id = ${creator.id} then start_time else end_time - make_interval(mins => ${how.cameMin ?? 60}) end
      from made, unnest(${[creator, ...others].map(({ id }) => id)}::int[]) as u (user_id)`)
}

test('the share of fathers who met the same father again within 14 days is shown once there are ten or more', async () => {
  const { db, fathers } = await world({ fathers: 10 })
  const [a, b, c, d, e, f, g, h, i, j] = fathers
  await met(db, 40, [a, b, c, d, e, f, g, h, i])
  expect(await readMeetingAgain(db)).toBeNull()
  await met(db, 40, [h, j])
  expect(await readMeetingAgain(db)).toEqual({ fathers: 10, share: 0 })

  // Within 14 days; a day later is too late, and the same day is the same meeting.
  await met(db, 26, [a, b])
  await met(db, 25, [c, d])
  await met(db, 40, [e, f])
  expect(await readMeetingAgain(db)).toEqual({ fathers: 10, share: 0.2 })
  // With others than before, or cancelled.
  await met(db, 30, [g, j])
  await met(db, 30, [g, h], { isCancelled: true })
  expect(await readMeetingAgain(db)).toEqual({ fathers: 10, share: 0.2 })
})

test.each([
  [15, 1],
  [14, 0.8],
])(
  'whoever came to a father who was out %i minutes before the end is counted with the others: %f',
  async (cameMin, share) => {
    const { db, fathers } = await world({ fathers: 10 })
    const [out, comes, ...others] = fathers
    await met(db, 40, fathers)
    await met(db, 30, others)
    await met(db, 30, [out, comes], { cameMin })
    expect(await readMeetingAgain(db)).toEqual({ fathers: 10, share })
  },
)

test('meetings less than 14 days or more than 12 weeks ago do not count', async () => {
  const { db, fathers, host } = await world({ fathers: 10 })
  const [one, ...others] = fathers
  await met(db, 90, fathers)
  await met(db, 13, fathers)
  await met(db, 1, fathers)
  expect(await readMeetingAgain(db)).toBeNull()
  await met(db, 14, [one, host])
  await met(db, 14, others)
  expect(await readMeetingAgain(db)).toEqual({ fathers: 11, share: 0.82 })
})

test('only operators can read the share of fathers who meet again', async () => {
  const { db, host, fathers } = await world({ fathers: 10 })
  await db.run(sql`update users set is_operator = true where id = ${host.id}`)
  await met(db, 20, fathers)
  expect((await host.call(operations)).metAgain).toEqual({ fathers: 10, share: 0 })
  await expect(fathers[0].call(operations)).rejects.toMatchObject({ status: 404 })
})
