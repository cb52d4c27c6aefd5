import { notifications } from '@papadag/contract/notifications'
import { editPlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, takeStanding } from '@papadag/contract/playdates/series'
import { stopWaiting, waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { planned } from '../../../testing/series.ts'
import { aPlaydate } from '../../../testing/world.ts'

/** A series with room for two, and two fathers who come along. */
async function open() {
  const all = await planned({ maxParticipants: 2 })
  const [guest, other] = all.fathers
  const params = { id: all.first.id }
  const left = async () =>
    (await all.host.call(notifications))
      .filter(({ kind }) => kind === 'playdate.left')
      .map(({ person, details }) => [person?.id, details.playdateId, details.message])
  return { ...all, guest, other, params, left }
}
type Open = Awaited<ReturnType<typeof open>>

test.each<[string, (all: Open) => Promise<unknown>, (string | undefined)[]]>([
  ['leaves without a sentence', ({ guest, params }) => guest.call(leavePlaydate, { params }), [undefined]],
  [
    'leaves with a sentence',
    ({ guest, params }) => guest.call(leavePlaydate, { params, body: { message: 'Koorts' } }),
    ['Koorts'],
  ],
  [
    'leaves twice',
    async ({ guest, params }) => {
      await guest.call(leavePlaydate, { params })
      await guest.call(leavePlaydate, { params })
    },
    [undefined],
  ],
  [
    'leaves, comes back and leaves again',
    async ({ guest, params }) => {
      for (const _ of [1, 2, 3]) {
        await guest.call(leavePlaydate, { params })
        await guest.call(joinPlaydate, { params, body: {} })
      }
      await guest.call(leavePlaydate, { params })
    },
    [undefined],
  ],
  [
    'leaves without a sentence after one with it',
    async ({ guest, params }) => {
      await guest.call(leavePlaydate, { params, body: { message: 'Koorts' } })
      await guest.call(joinPlaydate, { params, body: {} })
      await guest.call(leavePlaydate, { params })
    },
    [undefined, 'Koorts'],
  ],
  [
    'is hidden',
    async ({ db, guest, params }) => {
      await db.run(sql`update users set hidden_at = now() where id = ${guest.id}`)
      await guest.call(leavePlaydate, { params })
    },
    [],
  ],
])('the host hears of a guest who %s', async (_, act, expected) => {
  const all = await open()
  const { guest, params } = all
  await guest.call(joinPlaydate, { params, body: {} })
  await act(all)
  expect(await all.left()).toEqual(expected.map(message => [guest.id, params.id, message]))
})

test('when a father leaves, the host is notified only in the app, or outside it too if the father wrote a sentence', async () => {
  const { db, host, guest, params } = await open()
  const rows = () => db.count(sql`from outbox where kind = 'notice' and user_id = ${host.id}`)
  await guest.call(joinPlaydate, { params, body: {} })
  await db.run(sql`delete from outbox`)
  await guest.call(leavePlaydate, { params })
  expect(await rows()).toBe(0)
  await guest.call(joinPlaydate, { params, body: {} })
  await db.run(sql`delete from outbox`)
  await guest.call(leavePlaydate, { params, body: { message: 'Koorts' } })
  expect(await rows()).toBe(1)
})

test('the host also hears of a regular who skips a date and of a father who gives back his new place', async () => {
  const all = await open()
  const { guest, other, params, first, left } = all
  await guest.call(takeStanding, { params: { id: first.series?.id ?? 0 }, body: {} })
  await other.call(waitForPlaydate, { params, body: {} })
  await guest.call(confirmPlaydate, { params, body: { coming: false } })
  expect(await left()).toEqual([[guest.id, params.id, undefined]])
  // He has moved up, and does not know it yet.
  await other.call(stopWaiting, { params })
  expect(await left()).toEqual([
    [other.id, params.id, undefined],
    [guest.id, params.id, undefined],
  ])
})

test.each([
  ['a public one by name', 'public', 'Ballorig, Dam 1'],
  ['a home not at all', 'participants', null],
] as const)('a father who is notified of another place learns which (%s)', async (_, locationVisibility, place) => {
  const { host, guest, first, params } = await open()
  await guest.call(joinPlaydate, { params, body: {} })
  const { startTime, endTime } = first
  const moved = { startTime, endTime, location: 'Ballorig, Dam 1', locationVisibility, maxParticipants: 2 }
  await host.call(editPlaydate, { params, body: aPlaydate(moved) })
  const told = (await guest.call(notifications)).filter(({ kind }) => kind === 'playdate.changed')
  expect(told).toMatchObject([{ details: { isElsewhere: true }, place }])
})
