import { notifications } from '@papadag/contract/notifications'
import { createPlaydate, editPlaydate, joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, takeStanding } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import { kindsOf } from '../../../testing/scenes/notices.ts'
import { anHourIn, happens, isIn, planned } from '../../../testing/series.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'

const unread = async (father: Father) =>
  (await father.call(notifications)).filter(({ isRead }) => !isRead).map(({ kind }) => kind)

test('a day before, the creator of a playdate with too few fathers is asked, and can decide to go ahead', async () => {
  const { db, host, fathers } = await world({ fathers: 2 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ ...anHourIn(2), minimumFathers: 3 }) })
  const params = { id }
  await fathers[0].call(joinPlaydate, { params, body: { children: 2 } })
  expect(await host.call(onePlaydate, { params })).toMatchObject({
    minimumFathers: 3,
    fathersMissing: 1,
    confirmation: null,
  })
  await isIn(db, id, 23)
  expect((await host.call(onePlaydate, { params })).confirmation).toBe('due')
  expect((await fathers[0].call(onePlaydate, { params })).confirmation).toBe(null)
  expect(await happens(db, 'playdate.dayBefore', id)).toBe(1)
  expect(await unread(host)).toEqual(['playdate.tooFew', 'playdate.joined'])
  expect(await host.call(confirmPlaydate, { params, body: { coming: true } })).toMatchObject({
    confirmation: 'confirmed',
  })
  expect(await unread(host)).toEqual(['playdate.joined'])
})

test.each([
  ['as many children as he names', 1, 2],
  ['as many as before if he names none', undefined, 1],
])('a creator who decides to go ahead brings %s', async (_, children, placesTaken) => {
  const { db, host } = await world()
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ ...anHourIn(2), minimumFathers: 3 }) })
  await isIn(db, id, 23)
  const body = { coming: true, ...(children !== undefined && { children }) }
  expect(await host.call(confirmPlaydate, { params: { id }, body })).toMatchObject({
    confirmation: 'confirmed',
    placesTaken,
  })
  const tooMany = { coming: true, children: 12 }
  await expect(host.call(confirmPlaydate, { params: { id }, body: tooMany })).rejects.toMatchObject({
    code: 'playdate.full',
  })
})

test('a creator’s decision answers the question about this playdate, and no other', async () => {
  const { db, host } = await world()
  const ids: number[] = []
  for (const days of [2, 3]) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate({ ...anHourIn(days), minimumFathers: 3 }) })
    await isIn(db, id, 20 + days)
    await happens(db, 'playdate.dayBefore', id)
    ids.push(id)
  }
  const asked = async () =>
    (await host.call(notifications))
      .filter(({ isRead }) => !isRead)
      .map(({ kind, details }) => [kind, details.playdateId])
  const [first = 0, second = 0] = ids
  expect(await asked()).toEqual([
    ['playdate.tooFew', second],
    ['playdate.tooFew', first],
  ])
  await host.call(confirmPlaydate, { params: { id: first }, body: { coming: true } })
  expect(await asked()).toEqual([['playdate.tooFew', second]])
})

test('the creator is not asked if enough fathers are coming, and the third one cancels a pending question', async () => {
  const { db, host, fathers } = await world({ fathers: 2 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ ...anHourIn(2), minimumFathers: 3 }) })
  await fathers[0].call(joinPlaydate, { params: { id }, body: {} })
  await isIn(db, id, 23)
  expect((await host.call(onePlaydate, { params: { id } })).confirmation).toBe('due')
  await fathers[1].call(joinPlaydate, { params: { id }, body: {} })
  expect((await host.call(onePlaydate, { params: { id } })).confirmation).toBe(null)
  await happens(db, 'playdate.dayBefore', id)
  expect(await kindsOf(host)).not.toContain('playdate.tooFew')
})

test('places that have just become free count for the minimum, and an edit can change or end the question', async () => {
  const { db, host, father: guest, dates } = await planned({ minimumFathers: 2 })
  const params = { id: dates[0]?.id ?? 0 }
  expect(dates.map(({ minimumFathers }) => minimumFathers)).toEqual([2, 2, 2])
  await guest.call(takeStanding, { params: { id: dates[0]?.series?.id ?? 0 }, body: {} })
  await isIn(db, params.id, 30)
  await happens(db, 'playdate.dayBefore', params.id)
  expect(await kindsOf(host)).toContain('playdate.tooFew')
  const two = { id: dates[1]?.id ?? 0 }
  const body = aPlaydate({ startTime: dates[1]?.startTime ?? '', endTime: dates[1]?.endTime ?? '' })
  expect(await host.call(editPlaydate, { params: two, body })).toMatchObject({ minimumFathers: 2 })
  expect(await host.call(editPlaydate, { params: two, body: { ...body, minimumFathers: 4 } })).toMatchObject({
    minimumFathers: 4,
  })
  expect(await host.call(editPlaydate, { params: two, body: { ...body, maxParticipants: 3 } })).toMatchObject({
    minimumFathers: 3,
  })
  expect(await host.call(editPlaydate, { params: two, body: { ...body, minimumFathers: null } })).toMatchObject({
    minimumFathers: null,
  })
})
