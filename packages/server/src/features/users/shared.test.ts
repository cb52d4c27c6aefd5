import { savePlace } from '@papadag/contract/places/places'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { block, oneUser, sharedWith } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPlaydate, endPlaydate, world } from '../../testing/world.ts'

test('fathers who meet see what they share; a stranger’s saved places stay private', async () => {
  const { host, father, other: stranger } = await world({ fathers: 2 })
  const place = await aPlayground(host)
  for (const each of [host, father, stranger]) await each.call(savePlace, { params: { id: place.id } })
  const { id, title } = await host.call(createPlaydate, { body: aPlaydate() })
  const params = { id: host.id }
  expect(await father.call(sharedWith, { params })).toEqual({ playdates: [], places: [], language: 'nl' })
  await father.call(joinPlaydate, { params: { id }, body: {} })
  expect(await father.call(sharedWith, { params })).toMatchObject({
    playdates: [{ id, title }],
    places: [{ id: place.id, name: place.name }],
  })
  expect(await stranger.call(sharedWith, { params })).toMatchObject({ playdates: [], places: [] })

  await host.call(block, { params: { id: father.id } })
  await expect(father.call(sharedWith, { params })).rejects.toMatchObject({ status: 404 })
})

test('a profile shows how many playdates with others its owner has had, and whether he is new', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const earned = async () => {
    const { playdatesHad, isNew } = await father.call(oneUser, { params: { id: host.id } })
    return [playdatesHad, isNew]
  }
  expect(await earned()).toEqual([0, true])
  const alone = await host.call(createPlaydate, { body: aPlaydate() })
  const together = await host.call(createPlaydate, { body: aPlaydate() })
  await father.call(joinPlaydate, { params: { id: together.id }, body: {} })
  for (const { id } of [alone, together]) await endPlaydate(db, id)
  await db.run(sql`update users set created_at = now() - interval '2 months'`)
  expect(await earned()).toEqual([1, false])
})
