import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { today } from '@papadag/contract/today'
import { weekdays } from '@papadag/contract/users/papa-days'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { aPlayground, here } from '../../testing/places.ts'
import { kmNorth } from '../../testing/scenes/nearby.ts'
import { aPlaydate, type Father, settle, world } from '../../testing/world.ts'

/** A day that is not over while the test runs, with its noon in the fathers’ time zone. */
const day = Temporal.Now.plainDateISO('Europe/Amsterdam').add({ days: 2 })
const at = (hour: number, days = 0) =>
  day.add({ days }).toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: { hour } }).toInstant().toString()
const onDay = { startTime: at(12), endTime: at(13) }
const weekday = weekdays[day.dayOfWeek - 1] ?? 'mon'

const settles = (father: Father, papaDays = [`${weekday}-am` as const, `${weekday}-pm` as const]) =>
  father.call(editSettings, { body: { papaDays, neighbourhood: here, showDistance: true } })

const dayOf = async (father: Father) => {
  const { day } = await father.call(today)
  return day && { ...day, faces: day.faces.map(({ id }) => id) }
}

test('a father’s papa day shows how many fathers nearby share it, and their faces, from three on', async () => {
  const { db, host, father: one, other: two, third: three, fourth: elsewhere } = await world({ fathers: 4 })
  for (const father of [host, one, two]) await settles(father)
  await elsewhere.call(editSettings, {
    body: { papaDays: [`${weekday}-am`], neighbourhood: kmNorth(40), showDistance: true },
  })
  await settle(db)
  const none = { date: day.toString(), halves: [`${weekday}-am`, `${weekday}-pm`], fathers: null, faces: [] }
  expect(await dayOf(host)).toMatchObject(none)
  await settles(three)
  await settle(db)
  expect(await dayOf(host)).toMatchObject({ ...none, fathers: 3, faces: [one.id, two.id, three.id] })
  await one.call(block, { params: { id: host.id } })
  expect(await dayOf(host)).toMatchObject(none)
})

test('a father’s papa day counts others’ playdates nearby that have room, with the nearest place', async () => {
  const { host, father, other } = await world({ fathers: 2 })
  await settles(father)
  expect(await dayOf(father)).toMatchObject({ playdates: 0, nearestM: null })
  const plan = async (km: number, differences: Parameters<typeof aPlaydate>[0]) => {
    const { id: placeId } = await aPlayground(host, { ...kmNorth(km), name: `Speeltuin ${km}` })
    return host.call(createPlaydate, { body: aPlaydate({ placeId, ...onDay, ...differences }) })
  }
  const near = await plan(2, {})
  await plan(4, {})
  await plan(1, { startTime: at(12, 1), endTime: at(13, 1) })
  await plan(30, {})
  const full = await plan(1.5, { maxParticipants: 2 })
  await other.call(joinPlaydate, { params: { id: full.id }, body: {} })
  const { playdates, nearestM } = (await dayOf(father)) ?? {}
  expect(playdates).toBe(2)
  expect(Math.abs(Number(nearestM) - 2000)).toBeLessThan(800)
  await father.call(joinPlaydate, { params: { id: near.id }, body: {} })
  expect(await dayOf(father)).toMatchObject({ playdates: 1 })
  await host.call(block, { params: { id: father.id } })
  expect(await dayOf(father)).toMatchObject({ playdates: 0, nearestM: null })
})
