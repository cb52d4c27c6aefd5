import { notifications } from '@papadag/contract/notifications'
import { pictureOfState, reportState, stateMended, stateStill } from '@papadag/contract/places/place-states'
import { nearbyPlaces, onePlace } from '@papadag/contract/places/places'
import { createPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { from } from '../../../testing/domain/place-answers.ts'
import { aPhoto, aPlayground, here } from '../../../testing/places.ts'
import { anHourIn, inDays } from '../../../testing/series.ts'
import { aPlaydate, world } from '../../../testing/world.ts'

const days = (ahead: number) => inDays(ahead).slice(0, 10)
const env = { TRUST_PROXY: 'on' }

async function aBrokenSwing() {
  const opened = await world({ fathers: 3, env })
  const { host, father: guest } = opened
  const { id } = await aPlayground(host)
  const state = await guest.call(reportState, { params: { id }, body: { kind: 'broken', text: 'De schommel.' } })
  return { ...opened, id, state, params: { id, state: String(state.id) } }
}

test('what is the matter with a place is shown wherever the place is, without who said so', async () => {
  const { host, fathers, id, state } = await aBrokenSwing()
  expect(state).toEqual({
    ...{ id: state.id, kind: 'broken', text: 'De schommel.', imageUrl: null, confirmations: 0 },
    ...{ since: days(0), until: days(14) },
  })
  expect((await host.call(onePlace, { params: { id } })).state).toEqual(state)
  expect(await host.call(nearbyPlaces, { query: here })).toMatchObject([{ id, state }])
  const again = await fathers[1].call(reportState, {
    params: { id },
    body: { kind: 'broken', text: 'Ook de glijbaan.' },
  })
  expect(again).toEqual(state)
})

test('a creator who has planned something there is told, and the playdate shows it', async () => {
  const { db, host, father: guest, other: planner, id } = await aBrokenSwing()
  const playdate = await planner.call(createPlaydate, { body: aPlaydate({ ...anHourIn(3), placeId: id }) })
  const flooded = await guest.call(reportState, { params: { id }, body: { kind: 'flooded' } })
  expect(await planner.call(notifications)).toMatchObject([
    { kind: 'playdate.placeState', details: { playdateId: playdate.id, state: 'flooded' } },
  ])
  expect((await host.call(onePlaydate, { params: { id: playdate.id } })).placeState).toEqual(flooded)
  await db.run(sql`update place_states set until = current_date - 1`)
  await db.run(sql`update places set state_until = current_date - 1`)
  expect((await host.call(onePlaydate, { params: { id: playdate.id } })).placeState).toBeNull()
})

test('two members of different networks end it, and then it is gone for everybody', async () => {
  const { host, father: guest, other, params, id } = await aBrokenSwing()
  await from(host, '10.1.1.1').call(stateMended, { params })
  await from(guest, '10.1.1.2').call(stateMended, { params })
  expect((await host.call(onePlace, { params: { id } })).state).not.toBeNull()
  await from(other, '10.1.2.1').call(stateMended, { params })
  expect((await host.call(onePlace, { params: { id } })).state).toBeNull()
  for (const call of [stateMended, stateStill])
    await expect(host.call(call, { params })).rejects.toMatchObject({ status: 404, code: 'place.unknownState' })
})

test('whoever says that it is still so prolongs it', async () => {
  const { db, host, params, id } = await aBrokenSwing()
  await db.run(sql`update place_states set since = since - 10, until = until - 10`)
  await db.run(sql`update places set state_until = state_until - 10`)
  const state = await host.call(stateStill, { params })
  expect(state).toMatchObject({ since: days(-10), until: days(14), confirmations: 1 })
  expect((await host.call(onePlace, { params: { id } })).state).toEqual(state)
})

test('those who confirm a state are others than the father who reported it', async () => {
  const { host, father: reporter, other, params } = await aBrokenSwing()
  const confirmations = async (father: typeof host, address: string) =>
    (await from(father, address).call(stateStill, { params })).confirmations
  expect(await confirmations(reporter, '10.1.1.1')).toBe(0)
  expect(await confirmations(host, '10.1.2.1')).toBe(1)
  expect(await confirmations(other, '10.1.3.1')).toBe(2)
  expect(await confirmations(reporter, '10.1.4.1')).toBe(2)
  await reporter.call(deleteAccount)
  expect(await confirmations(host, '10.1.2.1')).toBe(2)
})

test('only whoever added a picture can replace it, and it stays without his account', async () => {
  const { host, father: guest, params, id } = await aBrokenSwing()
  const { imageUrl } = await guest.call(pictureOfState, { params, file: await aPhoto() })
  expect(imageUrl).toMatch(/^\/uploads\//)
  await expect(host.call(pictureOfState, { params, file: await aPhoto() })).rejects.toMatchObject({ status: 409 })
  const replaced = await guest.call(pictureOfState, { params, file: await aPhoto('#00ff00') })
  await guest.call(deleteAccount)
  expect((await host.call(onePlace, { params: { id } })).state).toEqual(replaced)
  expect((await host.fetch('GET', replaced.imageUrl ?? '')).status).toBe(200)
})
