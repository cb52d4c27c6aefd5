import { exportAccount } from '@papadag/contract/users/export'
import { type HalfDay, halfDays } from '@papadag/contract/users/papa-days'
import { editSettings, settings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { world } from '../../testing/world.ts'

test('a father says which half days are his, reads them back in the order of the week, and keeps them in his export', async () => {
  const { host } = await world()
  expect(await host.call(settings)).toMatchObject({ papaDays: [], papaDaysVisible: true })
  const body = { papaDays: ['fri-pm', 'wed-am', 'wed-pm', 'wed-am'] as HalfDay[], papaDaysVisible: false }
  const his = { papaDays: ['wed-am', 'wed-pm', 'fri-pm'], papaDaysVisible: false }
  expect(await host.call(editSettings, { body })).toMatchObject(his)
  expect((await host.call(exportAccount)).settings).toMatchObject(his)
  for (const papaDays of [[...halfDays], []])
    expect(await host.call(editSettings, { body: { papaDays } })).toMatchObject({ papaDays, papaDaysVisible: false })
})

test.each([
  ['an unknown half day', ['wed-noon']],
  ['a day of another language', ['wo-am']],
  ['a word', 'wed-am'],
  ['null', null],
  ['numbers', [3]],
  ['more half days than a week has', Array.from({ length: 15 }, () => 'wed-am')],
])('a papa day given as %s is refused with a sentence, and changes nothing', async (_, papaDays) => {
  const { host } = await world()
  await host.call(editSettings, { body: { papaDays: ['wed-am'] } })
  const body: object = { papaDays, papaDaysVisible: false }
  await expect(host.call(editSettings, { body })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Kies ochtenden en middagen van maandag tot en met zondag'),
  })
  expect(await host.call(settings)).toMatchObject({ papaDays: ['wed-am'], papaDaysVisible: true })
})

test('of two changes of papa days at the same moment, exactly one remains', async () => {
  const { db, host } = await world()
  const wanted: HalfDay[][] = [['mon-am'], ['tue-pm', 'sun-am']]
  await Promise.all(wanted.map(papaDays => host.call(editSettings, { body: { papaDays } })))
  expect(wanted).toContainEqual((await host.call(settings)).papaDays)
  expect(await db.count(sql`from users where id = ${host.id} and cardinality(papa_days_changed) = 2`)).toBe(1)
})
