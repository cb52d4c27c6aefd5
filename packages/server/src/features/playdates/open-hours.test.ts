import { makeInvite } from '@papadag/contract/invites'
import {
  createPlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, giveUpStanding, oneSeries, takeStanding } from '@papadag/contract/playdates/series'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { askKind, dayBeforeKind } from '../../domain/playdates/series/attendance-questions.ts'
import { sql } from '../../platform/db/db.ts'
import { aPlayground } from '../../testing/places.ts'
import { anHourIn } from '../../testing/series.ts'
import { aPlaydate, world } from '../../testing/world.ts'

const everyWeek = { ...anHourIn(3), repeats: { every: 'week' as const } }

async function open(fathers = 4 as const) {
  const all = await world({ fathers })
  const place = await aPlayground(all.host)
  const first = await all.host.call(createPlaydate, {
    body: aPlaydate({ ...everyWeek, kind: 'open', placeId: place.id, maxParticipants: 3, children: 2 }),
  })
  return { ...all, place, first, params: { id: first.id }, series: { id: first.series?.id ?? 0 } }
}

test('nobody is counted at an open hour, can join it or is invited to it', async () => {
  const { host, father: guest, first, params } = await open()
  const body = { children: 0 }
  expect(first).toMatchObject({ kind: 'open', host: null, regulars: null, maxParticipants: 50, placesTaken: 1 })
  await expect(guest.call(joinPlaydate, { params, body })).rejects.toMatchObject({ status: 409, code: 'playdate.open' })
  await expect(host.call(joinPlaydate, { params, body })).rejects.toMatchObject({ code: 'playdate.open' })
  await expect(host.call(makeInvite, { params, body: {} })).rejects.toMatchObject({ code: 'invite.notPossible' })
  expect((await guest.call(onePlaydate, { params })).participants.map(({ id }) => id)).toEqual([host.id])
})

test('an open hour is always at a public place; another playdate need not be', async () => {
  const { host, place, params, first } = await open()
  const refused = { status: 400, body: { issues: [{ path: 'location', code: 'playdate.openPlace' }] } }
  const plan = aPlaydate({ kind: 'open' })
  await expect(host.call(createPlaydate, { body: plan })).rejects.toMatchObject({ status: 400 })
  const kept = { ...plan, placeId: place.id, locationVisibility: 'participants' as const }
  await expect(host.call(createPlaydate, { body: kept })).rejects.toMatchObject({ status: 400 })
  const edited = aPlaydate({ startTime: first.startTime, endTime: first.endTime })
  await expect(host.call(editPlaydate, { params, body: edited })).rejects.toMatchObject({ status: refused.status })
  const moved = await host.call(editPlaydate, { params, body: { ...edited, title: 'Koffie', placeId: place.id } })
  expect(moved).toMatchObject({ kind: 'open', title: 'Koffie' })
  const usual = await host.call(createPlaydate, { body: { ...aPlaydate(), locationVisibility: 'participants' } })
  expect(usual).toMatchObject({ kind: 'playdate', host: null, regulars: null })
})

test('regulars take no places and are asked nothing, and are counted without names from three on', async () => {
  const { db, host, fathers, params, series } = await open()
  const shown = async () => (await host.call(onePlaydate, { params })).regulars
  for (const [before, father] of fathers.entries()) {
    expect(await shown()).toBe(before < 3 ? null : before)
    await father.call(takeStanding, { params: series, body: {} })
  }
  expect(await shown()).toBe(4)
  const dates = await host.call(upcomingPlaydates)
  expect(dates.map(({ kind, participants }) => [kind, participants.map(({ id }) => id)])).toEqual(
    Array(3).fill(['open', [host.id]]),
  )
  expect(await db.count(sql`from outbox where kind in (${askKind}, ${dayBeforeKind})`)).toBe(0)
  const [first, second] = fathers
  expect((await first.call(oneSeries, { params: series })).standing).toEqual({ children: 0 })
  const confirming = { params, body: { coming: true } }
  await expect(first.call(confirmPlaydate, confirming)).rejects.toMatchObject({ status: 409 })
  await first.call(giveUpStanding, { params: series })
  expect(await shown()).toBe(3)
  await second.call(block, { params: { id: host.id } })
  expect(await shown()).toBeNull()
})

test('an open hour shows the name of an organisation that the operator has listed, and another playdate its member’s', async () => {
  const { db, host, fathers, params, place } = await open()
  await db.run(sql`update users set is_host = true, first_name = 'Bibliotheek', last_name = 'Zwolle', last_name_initial_only = true
                    where id = ${host.id}`)
  expect(await fathers[0].call(onePlaydate, { params })).toMatchObject({ host: 'Bibliotheek Zwolle' })
  const usual = await host.call(createPlaydate, { body: aPlaydate({ placeId: place.id }) })
  expect(usual.host).toBeNull()
})
