import { currentUser, register } from '@papadag/contract/auth'
import { createPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { subscribe } from '@papadag/contract/push'
import { importAccount } from '@papadag/contract/users/imports'
import { editProfile, editSettings, oneUser, settings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { aPlayground } from '../../testing/places.ts'
import { pushService } from '../../testing/push.ts'
import { aPlaydate, type Father, password, settle, world } from '../../testing/world.ts'

const named = (father: Father, city: string) => father.call(editProfile, { body: { city } })
const home = async (father: Father) => (await father.call(currentUser)).home
const chosen = async (father: Father) => (await father.call(settings)).neighbourhood
const utrecht = { latitude: expect.closeTo(52.09, 1), longitude: expect.closeTo(5.12, 1) }
// Lunetten, three kilometres from the centre of Utrecht.
const lunetten = { latitude: 52.064, longitude: 5.135 }

test('the town a father names counts as his home for playdates near him, and measures the distance to no other home', async () => {
  const service = await pushService()
  const { db, host, father, other } = await world({ fathers: 2, env: service.env })
  await named(father, 'Utrecht')
  expect([await home(father), await chosen(father)]).toEqual([{ ...utrecht, isCity: true }, null])

  await other.call(editSettings, { body: { neighbourhood: lunetten, showDistance: true } })
  await settle(db)
  expect(await father.call(oneUser, { params: { id: other.id } })).not.toHaveProperty('distance')

  await father.call(editSettings, { body: { notifications: { push: { nearby: true }, quietHours: null } } })
  await father.call(subscribe, { body: service.subscription('father') })
  const { id: placeId } = await aPlayground(host, lunetten)
  await host.call(createPlaydate, { body: aPlaydate({ placeId }) })
  expect(await service.messages(1)).toMatchObject([{ title: 'Nieuwe speelafspraak bij jou in de buurt' }])
  const [playdate] = await father.call(upcomingPlaydates)
  expect(playdate?.metresAway).toBeGreaterThan(2000)
  expect(playdate?.metresAway).toBeLessThan(4000)
})

test('a town named at registration or in an imported file counts as a home too', async () => {
  const { visitor, father } = await world({ fathers: 1 })
  const account = { username: 'pim', email: 'pim@example.com', firstName: 'Pim', lastName: 'Vos' }
  const made = await visitor.call(register, { body: { ...account, password, city: 'Utrecht' } })
  expect(made.home).toEqual({ ...utrecht, isCity: true })
  await father.call(importAccount, { body: { format: 'papadag-export', version: 1, account: { city: 'Utrecht' } } })
  expect(await home(father)).toEqual({ ...utrecht, isCity: true })
  expect((await father.call(oneUser, { params: { id: made.id } })).distance).toBeUndefined()
})

test('a chosen neighbourhood stays until its father names a town elsewhere, and removing it leaves his town', async () => {
  const { host } = await world()
  await named(host, 'Utrecht')
  await host.call(editSettings, { body: { neighbourhood: lunetten } })
  const inLunetten = { latitude: expect.closeTo(52.06, 1), longitude: expect.closeTo(5.13, 1) }
  expect([await home(host), await chosen(host)]).toEqual([{ ...inLunetten, isCity: false }, inLunetten])
  for (const city of ['Houten', 'Utrecht (Oost)', 'Verweggistan']) {
    await named(host, city)
    expect(await home(host)).toEqual({ ...inLunetten, isCity: false })
  }
  await named(host, 'Zwolle')
  expect([(await home(host))?.latitude, await chosen(host)]).toEqual([expect.closeTo(52.51, 1), null])
  await host.call(editSettings, { body: { neighbourhood: { latitude: 52.5, longitude: 6.1 } } })
  expect(await host.call(editSettings, { body: { neighbourhood: null } })).toMatchObject({ neighbourhood: null })
  expect(await home(host)).toMatchObject({ isCity: true })
})

test('a father whose town is unknown has no home, and does not keep that of the town before', async () => {
  const { host } = await world()
  await named(host, 'Utrecht')
  await named(host, 'Verweggistan')
  expect([await home(host), await chosen(host)]).toEqual([undefined, null])
  // A larger town nearby that he has chosen.
  await host.call(editSettings, { body: { town: 'Zwolle' } })
  expect(await home(host)).toMatchObject({ isCity: false, latitude: expect.closeTo(52.51, 1) })
})

test('moving by naming towns, in the profile or in an imported file, counts as one of five moves a day', async () => {
  const { host } = await world({ env: { RATE_LIMIT: 'on' } })
  // The same town is not a move, and neither is an unknown one, which does not make the next move free.
  for (const city of ['Utrecht', 'utrecht', 'Utrecht (Oost)', 'Utrecht']) await named(host, city)
  for (const city of ['Meppel', 'Verweggistan', 'Gent', 'Verweggistan', 'Almere']) await named(host, city)
  const file = (city: string) => ({ format: 'papadag-export', version: 1, account: { city } }) as const
  await host.call(importAccount, { body: file('Tilburg') })
  await expect(named(host, 'Utrecht')).rejects.toMatchObject({ status: 429 })
  await expect(host.call(importAccount, { body: file('Utrecht') })).rejects.toMatchObject({ status: 429 })
  await expect(host.call(editSettings, { body: { town: 'Utrecht' } })).rejects.toMatchObject({ status: 429 })
  expect((await host.call(currentUser)).city).toBe('Tilburg')
  await named(host, 'tilburg')
})
