import { limits } from '@papadag/contract/limits'
import { deletePlaydate, joinPlaydate, onePlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { endPause, oneSeries, pauseSeries } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import { daysOff, planned, slots } from '../../../testing/series.ts'

test('a pause cancels the dates on its days and moves the others up, and its end brings them back with their people', async () => {
  const { db, host, father: guest, dates } = await planned()
  const [one, two] = dates
  const params = { id: one?.series?.id ?? 0 }
  await guest.call(joinPlaydate, { params: { id: two?.id ?? 0 }, body: { children: 1 } })
  const paused = await host.call(pauseSeries, { params, body: daysOff(9, 11) })
  expect(paused.pauses).toEqual([daysOff(9, 11)])
  // Others see which dates are cancelled, but not when he is away.
  expect((await guest.call(oneSeries, { params })).pauses).toEqual([])
  expect(await slots(db)).toEqual([0, 1, 2, 3])
  expect((await host.call(upcomingPlaydates)).map(({ id }) => id)).not.toContain(two?.id)
  expect(await guest.call(onePlaydate, { params: { id: two?.id ?? 0 } })).toMatchObject({
    state: 'cancelled',
    undoUntil: null,
  })
  // Pausing again changes nothing.
  await host.call(pauseSeries, { params, body: daysOff(9, 11) })
  expect(await slots(db)).toEqual([0, 1, 2, 3])

  expect((await host.call(endPause, { params })).pauses).toEqual([])
  expect(await guest.call(onePlaydate, { params: { id: two?.id ?? 0 } })).toMatchObject({
    state: 'planned',
    placesTaken: 3,
  })
  expect(await slots(db)).toEqual([0, 1, 2])
})

test('the end of a pause does not bring back a date that was cancelled by hand or is in another pause', async () => {
  const { host, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  await host.call(deletePlaydate, { params: { id: dates[1]?.id ?? 0 } })
  await host.call(pauseSeries, { params, body: daysOff(2, 11) })
  await host.call(pauseSeries, { params, body: daysOff(16, 18) })
  const { pauses } = await host.call(endPause, { params, query: daysOff(2, 11) })
  expect(pauses).toEqual([daysOff(16, 18)])
  const ids = (await host.call(upcomingPlaydates)).map(({ id }) => id)
  expect(ids).toContain(dates[0]?.id)
  expect(ids).not.toContain(dates[1]?.id)
  expect(ids).not.toContain(dates[2]?.id)
})

test.each([
  ['that ends before it begins', daysOff(5, 4), 400, undefined],
  ['of more than half a year', daysOff(5, 200), 400, undefined],
  ['that is over', daysOff(-9, -2), 409, 'series.pausePast'],
])('a pause %s is refused', async (_, body, status, code) => {
  const { host, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  await expect(host.call(pauseSeries, { params, body })).rejects.toMatchObject({ status, ...(code && { code }) })
  if (status === 400)
    await expect(host.call(pauseSeries, { params, body: { ...body, from: 'gisteren' } })).rejects.toMatchObject({
      status,
    })
  expect((await host.call(oneSeries, { params })).pauses).toEqual([])
})

test('a series has twelve pauses at most', async () => {
  const { host, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  for (let time = 0; time < limits.pauses; time += 1)
    await host.call(pauseSeries, { params, body: daysOff(100 + 3 * time, 101 + 3 * time) })
  await expect(host.call(pauseSeries, { params, body: daysOff(500, 501) })).rejects.toMatchObject({
    status: 409,
    code: 'series.tooManyPauses',
  })
  // A pause that joins two others is not an additional one.
  const joined = await host.call(pauseSeries, { params, body: daysOff(100, 104) })
  expect(joined.pauses).toHaveLength(limits.pauses - 1)
  await expect(host.call(endPause, { params, query: daysOff(9, 3) })).rejects.toMatchObject({ status: 400 })
})
