import { makeCalendarFeed } from '@papadag/contract/calendars'
import { invitation, makeInvite } from '@papadag/contract/invites'
import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { makeParentLink } from '@papadag/contract/parent-links'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
  pastPlaydates,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { oneUser } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../../platform/db/db.ts'
import { aPlaydate, beginPlaydate, type Father, world } from '../../../testing/world.ts'

const minutes = 60_000
const inMinutes = (count: number) => new Date(Date.now() + count * minutes).toISOString()
/** Times, in minutes from now. */
const between = (start: number, end: number) => ({ startTime: inMinutes(start), endTime: inMinutes(end) })

test.each([
  ['moved into the past', async () => between(-3000, -2900), 'one'],
  ['moved into the last year', async () => between(-400_000, -399_900), 'one'],
  ['moved so that it is just over', async () => between(-50, -1), 'one'],
  ['of which all coming dates are moved, this one into the past', async () => between(-3000, -2900), 'all'],
  [
    'under way and made shorter, so that it is over',
    async (db: Db, { id }: { id: number }) => {
      await beginPlaydate(db, id)
      return undefined
    },
    'one',
  ],
] as const)('a playdate %s is announced and kept like a cancelled one', async (_, timesFor, scope) => {
  const { db, host, visitor, father: guest, other: waiter, third: stranger, fourth } = await world({ fathers: 4 })
  const times = between(3000, 3060)
  const repeats = scope === 'all' ? { repeats: { every: 'week' as const } } : {}
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ ...times, maxParticipants: 3, ...repeats }) })
  const params = { id }
  for (const father of [guest, fourth]) await father.call(joinPlaydate, { params, body: {} })
  await waiter.call(waitForPlaydate, { params, body: {} })
  const { token } = await host.call(makeInvite, { params, body: {} })
  const page = new URL((await guest.call(makeParentLink, { params })).url).pathname
  const feed = await guest.call(makeCalendarFeed, { body: { name: 'Agenda', variant: 'full' } })
  const moved = await timesFor(db, { id })
  const before = await host.call(onePlaydate, { params })
  const body = aPlaydate({ maxParticipants: 3, ...(moved ?? { startTime: before.startTime, endTime: inMinutes(-1) }) })
  expect(await host.call(editPlaydate, { params, body, query: { scope } })).toMatchObject({
    ...{ state: 'cancelled', startTime: body.startTime, endTime: body.endTime, undoUntil: null },
  })
  for (const [father, relation] of [
    [guest, 'onIt'],
    [waiter, 'waiting'],
  ] as const) {
    const told = await father.call(notifications)
    const about = { playdateId: id, startTime: before.startTime, relation }
    expect(told.filter(({ details }) => details.playdateId === id)).toMatchObject([
      { kind: 'playdate.cancelled', details: about },
    ])
    expect(await father.call(onePlaydate, { params })).toMatchObject({ id, state: 'cancelled' })
  }
  for (const father of [host, guest])
    expect((await father.call(pastPlaydates)).filter(one => one.id === id)).toMatchObject([{ state: 'cancelled' }])
  await expect(stranger.call(onePlaydate, { params })).rejects.toMatchObject({ status: 404 })
  // Those who have a link read that it is cancelled, and their calendar strikes it through.
  expect(await visitor.call(invitation, { params: { token } })).toMatchObject({ state: 'cancelled', title: null })
  expect(await (await visitor.fetch('GET', page)).text()).toContain('Deze speelafspraak gaat niet door')
  const calendar = await (await visitor.fetch('GET', new URL(feed.url).pathname)).text()
  expect(calendar.match(/STATUS:CANCELLED/g)).toHaveLength(1)
  await host.call(deletePlaydate, { params })
  for (const father of [host, guest])
    expect((await father.call(pastPlaydates)).filter(one => one.id === id)).toMatchObject([{ state: 'cancelled' }])
  expect(await db.count(sql`from outbox where playdate_id = ${id} and kind = 'reminder'`)).toBe(0)
})

interface Scene {
  db: Db
  host: Father
  guests: readonly Father[]
}

/** A playdate with these times, which both guests have joined before anything else happens to it. */
async function joined({ host, guests }: Scene, start: number, end: number): Promise<number> {
  const { id } = await host.call(createPlaydate, { body: aPlaydate(between(start, end)) })
  for (const guest of guests) await guest.call(joinPlaydate, { params: { id }, body: {} })
  return id
}
const move = ({ host }: Scene, id: number, start: number, end: number) =>
  host.call(editPlaydate, { params: { id }, body: aPlaydate(between(start, end)) })
/** Lets this many minutes pass for a playdate. */
async function pass({ db }: Scene, id: number, count: number) {
  const by = sql`make_interval(mins => ${count}::int)`
  await db.run(sql`
    update playdates set start_time = start_time - ${by}, end_time = end_time - ${by}, moved_at = moved_at - ${by},
           cancelled_at = cancelled_at - ${by} where id = ${id}`)
  await db.run(sql`update participants set joined_at = joined_at - ${by} where playdate_id = ${id}`)
}

const stories: [string, (scene: Scene) => Promise<unknown>, { contact: boolean; had: number }][] = [
  ['that is to come', scene => joined(scene, 60, 120), { contact: false, had: 0 }],
  [
    'of which less than half is over',
    async scene => pass(scene, await joined(scene, 60, 120), 89),
    { contact: false, had: 0 },
  ],
  ['of which half is over', async scene => pass(scene, await joined(scene, 60, 120), 91), { contact: true, had: 0 }],
  ['that is over', async scene => pass(scene, await joined(scene, 60, 120), 130), { contact: true, had: 1 }],
  [
    'that they joined when it was under way',
    async scene => {
      const id = await joined({ ...scene, guests: [] }, 60, 120)
      await pass(scene, id, 80)
      for (const guest of scene.guests) await guest.call(joinPlaydate, { params: { id }, body: {} })
      await scene.db.run(sql`update playdates set end_time = now() where id = ${id}`)
    },
    { contact: false, had: 1 },
  ],
  [
    'that was moved into the past',
    async scene => move(scene, await joined(scene, 60, 120), -60, -10),
    { contact: false, had: 0 },
  ],
  [
    'that was moved so that it was under way, and then ended',
    async scene => {
      const id = await joined(scene, 60, 120)
      await move(scene, id, -50, 1)
      await pass(scene, id, 10)
    },
    { contact: false, had: 0 },
  ],
  [
    'that had already begun when it was planned',
    async scene => pass(scene, await joined(scene, -50, 1), 10),
    { contact: false, had: 0 },
  ],
  [
    'that was moved so that it was under way, then into the future, and took place there',
    async scene => {
      const id = await joined(scene, 60, 120)
      await move(scene, id, -50, 20)
      await move(scene, id, 60, 120)
      await pass(scene, id, 130)
    },
    { contact: false, had: 0 },
  ],
  [
    'that was moved within the day on which it took place',
    async scene => {
      const id = await joined(scene, 60, 120)
      await move(scene, id, 90, 150)
      await pass(scene, id, 160)
    },
    { contact: false, had: 0 },
  ],
  [
    'that was moved from next week to the next minute',
    async scene => {
      const id = await joined(scene, 9000, 9060)
      await move(scene, id, 1, 2)
      await pass(scene, id, 10)
    },
    { contact: false, had: 0 },
  ],
  [
    'that was moved more than a day before it began',
    async scene => {
      const id = await joined(scene, 9000, 9060)
      await move(scene, id, 1500, 1560)
      await pass(scene, id, 1570)
    },
    { contact: true, had: 1 },
  ],
  [
    'that was made shorter once it had begun',
    async scene => {
      const id = await joined(scene, 60, 300)
      await pass(scene, id, 61)
      const { startTime } = await scene.host.call(onePlaydate, { params: { id } })
      await scene.host.call(editPlaydate, { params: { id }, body: aPlaydate({ startTime, endTime: inMinutes(1) }) })
      await pass(scene, id, 2)
    },
    { contact: false, had: 0 },
  ],
  [
    'whose place was changed in the hour before',
    async scene => {
      const id = await joined(scene, 60, 120)
      const { startTime, endTime } = await scene.host.call(onePlaydate, { params: { id } })
      await scene.host.call(editPlaydate, {
        params: { id },
        body: aPlaydate({ startTime, endTime, location: 'Elders' }),
      })
      await pass(scene, id, 130)
    },
    { contact: true, had: 1 },
  ],
  [
    'that was cancelled before it began, and put back on afterwards',
    async scene => {
      const id = await joined(scene, 1, 11)
      await scene.host.call(deletePlaydate, { params: { id } })
      await pass(scene, id, 8)
      await scene.host.call(undoCancel, { params: { id } })
      await pass(scene, id, 10)
    },
    { contact: false, had: 0 },
  ],
  [
    'that was cancelled once it had begun, and put back on',
    async scene => {
      const id = await joined(scene, 1, 11)
      await pass(scene, id, 2)
      await scene.host.call(deletePlaydate, { params: { id } })
      await scene.host.call(undoCancel, { params: { id } })
      await pass(scene, id, 20)
    },
    { contact: true, had: 1 },
  ],
  [
    'that was cancelled and put back on before it began',
    async scene => {
      const id = await joined(scene, 60, 120)
      await scene.host.call(deletePlaydate, { params: { id } })
      await scene.host.call(undoCancel, { params: { id } })
      await pass(scene, id, 130)
    },
    { contact: true, had: 1 },
  ],
  [
    'whose end was moved once it had begun',
    async scene => {
      const id = await joined(scene, 60, 120)
      await pass(scene, id, 100)
      const { startTime } = await scene.host.call(onePlaydate, { params: { id } })
      await scene.host.call(editPlaydate, {
        params: { id },
        body: aPlaydate({ startTime, endTime: inMinutes(30) }),
      })
      await pass(scene, id, 40)
    },
    { contact: true, had: 1 },
  ],
  [
    'that was cancelled',
    async scene => {
      const id = await joined(scene, 60, 120)
      await scene.host.call(deletePlaydate, { params: { id } })
      await pass(scene, id, 130)
    },
    { contact: false, had: 0 },
  ],
]

test.each(stories)(
  'a playdate %s counts as contact, or as having taken place, only if it was not moved into the past',
  async (_, happen, { contact, had }) => {
    const { db, host, fathers } = await world({ fathers: 3 })
    const [first, second, reader] = fathers
    await happen({ db, host, guests: [first, second] })
    for (const father of [first, second])
      await father.call(sendReport, { body: { targetType: 'user', targetId: host.id, reason: 'child_safety' } })
    expect(await db.count(sql`from reports where had_contact`)).toBe(contact ? 2 : 0)
    expect(await db.count(sql`from users where may_not_start`)).toBe(contact ? 1 : 0)
    expect(await reader.call(oneUser, { params: { id: host.id } })).toMatchObject({ playdatesHad: had })
  },
)
