import { answerCircle, askIntoCircle, type Circle, circles, oneCircle } from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import { editPlace } from '@papadag/contract/places/places'
import { createPlaydate, deletePlaydate, joinPlaydate, type NewPlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { aPlayground } from '../../testing/places.ts'
import { anHourIn } from '../../testing/series.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../testing/world.ts'

/** A circle of the host and a friend, and somebody whom its keeper can ask. */
async function together() {
  const all = await world({ fathers: 2 })
  const { host, fathers } = all
  const [friend, other] = fathers
  for (const father of fathers) await acquainted(host, father)
  const circleId = await aCircle(host, [friend], { name: 'Woensdag' })
  const params = { id: circleId }
  let planned = 0
  /** A date of the circle, a day after the one before. */
  const plan = (placeId: number, differences: Partial<NewPlaydate> = {}) => {
    planned += 1
    return host.call(createPlaydate, {
      body: aPlaydate({ ...anHourIn(6 + planned), circleId, placeId, ...differences }),
    })
  }
  const named = (circle: Circle | undefined) => circle?.places.map(({ name }) => name)
  const places = async (father: Father) => named(await father.call(oneCircle, { params }))
  return { ...all, friend, other, circleId, params, plan, named, places }
}

test('a circle shows where it meets: the place that it uses most, then the latest, and six at most', async () => {
  const { host, friend, params, plan, named, places } = await together()
  expect(await places(friend)).toEqual([])
  const names = ['Een', 'Twee', 'Drie', 'Vier', 'Vijf', 'Zes', 'Zeven']
  const made = []
  for (const name of names) made.push(await aPlayground(host, { name, address: `${name} 1` }))
  for (const { id } of [...made, ...made.slice(0, 1)]) await plan(id)
  const shown = ['Een', 'Zeven', 'Zes', 'Vijf', 'Vier', 'Drie']
  expect(shown).toHaveLength(limits.circlePlaces)
  expect(await places(friend)).toEqual(shown)
  const [listed] = await friend.call(circles)
  expect(named(listed)).toEqual(shown)
  expect((await friend.call(oneCircle, { params })).places[0]).toEqual({
    ...{ id: made[0]?.id, name: 'Een', address: 'Een 1' },
  })
})

type Together = Awaited<ReturnType<typeof together>>
type Case = (all: Together, placeId: number) => Promise<unknown>

const shown: [string, Case][] = [
  ['a date to come', ({ plan }, placeId) => plan(placeId)],
  ['a past date that he was on', async (all, placeId) => endPlaydate(all.db, await withFriend(all, placeId))],
]
const notShown: [string, Case][] = [
  ['a past date that he was not on', async ({ db, plan }, placeId) => endPlaydate(db, (await plan(placeId)).id)],
  [
    'a date at an address for participants',
    (all, placeId) => withFriend(all, placeId, { locationVisibility: 'participants' }),
  ],
  [
    'a cancelled date',
    async (all, placeId) => all.host.call(deletePlaydate, { params: { id: await withFriend(all, placeId) } }),
  ],
  [
    'a date of a member with whom he has a block',
    async ({ host, friend, plan }, placeId) => {
      await plan(placeId)
      await friend.call(block, { params: { id: host.id } })
    },
  ],
  [
    'a date that moderators have hidden',
    async ({ db, plan }, placeId) => {
      const { id } = await plan(placeId)
      await db.run(sql`update playdates set hidden_at = now() where id = ${id}`)
    },
  ],
  [
    'a date at a place that can be opened no more',
    async ({ db, plan }, placeId) => {
      await plan(placeId)
      await db.run(sql`update places set hidden_at = now() where id = ${placeId}`)
    },
  ],
  ['a date that is no circle’s', ({ plan }, placeId) => plan(placeId, { circleId: undefined })],
]

/** A date that the friend is on; returns its id. */
async function withFriend({ friend, plan }: Together, placeId: number, differences: Partial<NewPlaydate> = {}) {
  const { id } = await plan(placeId, differences)
  await friend.call(joinPlaydate, { params: { id }, body: {} })
  return id
}

async function placesAfter(happens: Case) {
  const all = await together()
  const place = await aPlayground(all.host)
  await happens(all, place.id)
  return all.places(all.friend)
}

test.each(shown)('a member reads where his circle meets from %s', async (_, happens) => {
  expect(await placesAfter(happens)).toEqual(['De Zandkuil'])
})

test.each(notShown)('a member does not read where his circle meets from %s', async (_, happens) => {
  expect(await placesAfter(happens)).toEqual([])
})

test('whoever is asked into a circle reads where it meets once he is in it', async () => {
  const { host, other, params, plan, places } = await together()
  await plan((await aPlayground(host)).id)
  await host.call(askIntoCircle, { params, body: { fathers: [other.id] } })
  expect(await places(other)).toEqual([])
  await other.call(answerCircle, { params, body: { yes: true } })
  expect(await places(other)).toEqual(['De Zandkuil'])
})

test('a place without a name gets one in the reader’s language', async () => {
  const { db, host, friend, plan, places } = await together()
  const { id } = await aPlayground(host)
  await db.run(sql`update places set named_after = 'Kerkstraat' where id = ${id}`)
  await plan(id)
  expect(await places(friend)).toEqual(['Speeltuin Kerkstraat'])
  friend.cookies.set('language', 'de')
  expect(await places(friend)).toEqual(['Spielplatz Kerkstraat'])
})

test('the screens of members hear of another place, and of its new name', async () => {
  const { host, friend, other, params, plan } = await together()
  const { id } = await aPlayground(host)
  const screens = await Promise.all([friend, other].map(father => connect(father)))
  const [inside, outside] = screens
  const path = `/api/circles/${params.id}`
  for (const screen of screens) screen.send({ type: 'watch', paths: [path, '/api/circles'] })
  const told = (after: number) =>
    inside?.until(() => inside.frames.slice(after).find(({ paths }) => Array.isArray(paths) && paths.includes(path)))
  await plan(id)
  await told(0)
  const seen = inside?.frames.length ?? 0
  await host.call(editPlace, { params: { id }, form: { name: 'De Apenrots' } })
  await told(seen)
  expect(outside?.frames.filter(({ type }) => type === 'changed')).toEqual([])
})
