import { placeReviews, removeReview, reviewPlace } from '@papadag/contract/places/place-reviews'
import {
  favoritePlaces,
  nearbyPlaces,
  onePlace,
  places,
  savePlace,
  searchPlaces,
  similarPlaces,
} from '@papadag/contract/places/places'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { aPlayground, everyPage } from '../../testing/places.ts'
import { world } from '../../testing/world.ts'
import { review, removeReview as takeBack } from './commands.ts'

const Sums = z.object({ sum: z.number(), count: z.number() })

function sums(db: Db) {
  return db.one(Sums, sql`select rating_sum as sum, review_count as count from places`)
}

test('a place without reviews has no rating, and one with reviews has their mean, with one review per father', async () => {
  const { host, father, other } = await world({ fathers: 2 })
  const params = { id: (await aPlayground(host)).id }
  expect(await host.call(onePlace, { params })).toMatchObject({ rating: null, reviewCount: 0 })
  const written = await host.call(reviewPlace, { params, body: { rating: 2, text: ' Modderig. ' } })
  expect(written).toMatchObject({ rating: 2, text: 'Modderig.', isMine: true, author: { id: host.id } })
  await father.call(reviewPlace, { params, body: { rating: 5 } })
  await other.call(reviewPlace, { params, body: { rating: 4 } })
  expect(await host.call(onePlace, { params })).toMatchObject({ rating: 3.67, reviewCount: 3 })
  await host.call(reviewPlace, { params, body: { rating: 3, text: '' } })
  expect(await father.call(onePlace, { params })).toMatchObject({ rating: 4, reviewCount: 3 })
  const seen = await father.call(placeReviews, { params })
  expect(seen.map(({ rating, text, isMine, author }) => [rating, text, isMine, author.id])).toEqual([
    [5, null, true, father.id],
    [3, null, false, host.id],
    [4, null, false, other.id],
  ])
  expect(Object.keys(seen[0]?.author ?? {}).sort()).toEqual(['firstName', 'id', 'lastName', 'profileImage'])
  for (let time = 0; time < 2; time += 1) await other.call(removeReview, { params })
  expect(await host.call(onePlace, { params })).toMatchObject({ rating: 4, reviewCount: 2 })
  await host.call(removeReview, { params })
  await father.call(removeReview, { params })
  expect(await host.call(onePlace, { params })).toMatchObject({ rating: null, reviewCount: 0 })
})

test('writing or removing a review leaves the reviews of other places alone', async () => {
  const { host, father } = await world({ fathers: 1 })
  const [one, two] = [{ id: (await aPlayground(host)).id }, { id: (await aPlayground(host)).id }]
  await host.call(reviewPlace, { params: one, body: { rating: 1, text: 'Nat' } })
  await father.call(reviewPlace, { params: one, body: { rating: 2, text: 'Druk' } })
  const written = await host.call(reviewPlace, { params: two, body: { rating: 5, text: 'Top' } })
  expect(written).toMatchObject({ rating: 5, text: 'Top', author: { id: host.id } })
  const texts = async (params: { id: number }) =>
    (await host.call(placeReviews, { params })).map(({ rating, text }) => [rating, text])
  expect(await texts(one)).toEqual([
    [1, 'Nat'],
    [2, 'Druk'],
  ])
  expect(await texts(two)).toEqual([[5, 'Top']])
  await host.call(removeReview, { params: one })
  expect(await texts(one)).toEqual([[2, 'Druk']])
  expect(await texts(two)).toEqual([[5, 'Top']])
})

test('the same review sent again keeps its date and is not announced, and one with other words is', async () => {
  const { db, host } = await world()
  const { id } = await aPlayground(host)
  const heard: unknown[] = []
  const heeding = db.for(undefined, some => heard.push(...some))
  const write = async (rating: number, text?: string) => {
    heard.length = 0
    const { updatedAt } = await review(heeding, id, { rating, text }, host.id)
    return { updatedAt, isAnnounced: heard.length > 0 }
  }
  const { updatedAt, isAnnounced } = await write(4)
  expect(isAnnounced).toBe(true)
  expect(await write(4)).toEqual({ updatedAt, isAnnounced: false })
  expect(await write(4, 'Leuk')).toMatchObject({ isAnnounced: true })
  expect(await write(5, 'Leuk')).toMatchObject({ isAnnounced: true })
  for (const isRemoved of [true, false]) {
    heard.length = 0
    await takeBack(heeding, id, host.id)
    expect(heard.length > 0).toBe(isRemoved)
  }
})

test('concurrent reviews are each counted once', async () => {
  const { db, host, fathers } = await world({ fathers: 20 })
  const params = { id: (await aPlayground(host)).id }
  await Promise.all(
    fathers.map((father, index) => father.call(reviewPlace, { params, body: { rating: (index % 5) + 1 } })),
  )
  expect(await sums(db)).toEqual({ sum: 60, count: 20 })
  // The same again, differently, and one of them three times at once.
  const [first] = fathers
  await Promise.all([
    ...fathers.map(father => father.call(reviewPlace, { params, body: { rating: 5 } })),
    first?.call(reviewPlace, { params, body: { rating: 5 } }),
    first?.call(reviewPlace, { params, body: { rating: 5 } }),
  ])
  expect(await sums(db)).toEqual({ sum: 100, count: 20 })
  await Promise.all(fathers.map(father => father.call(removeReview, { params })))
  expect(await sums(db)).toEqual({ sum: 0, count: 0 })
})

test('deleting an account removes its review from the mean', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const params = { id: (await aPlayground(host)).id }
  await host.call(reviewPlace, { params, body: { rating: 1 } })
  await father.call(reviewPlace, { params, body: { rating: 5 } })
  await db.run(sql`delete from users where id = ${host.id}`)
  expect(await father.call(onePlace, { params })).toMatchObject({ rating: 5, reviewCount: 1, isMine: false })
})

test('reviews come page by page', async () => {
  const { host, fathers } = await world({ fathers: 4 })
  const params = { id: (await aPlayground(host)).id }
  for (const father of [host, ...fathers]) await father.call(reviewPlace, { params, body: { rating: 5 } })
  const pages = await everyPage<{ id: number; isMine: boolean }>(host, `/api/places/${params.id}/reviews?limit=2`)
  expect(pages.map(page => page.length)).toEqual([2, 2, 1])
  expect(pages[0]?.[0]?.isMine).toBe(true)
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(5)
})

test('a review of anything but one to five whole stars is refused', async () => {
  const { db, host } = await world()
  const { id } = await aPlayground(host)
  await host.fetch('GET', '/api/user')
  const headers = { 'content-type': 'application/json' }
  for (const rating of [0, 6, 4.5, '5', null, undefined, [5], 1e9]) {
    const body = JSON.stringify({ rating })
    expect((await host.fetch('PUT', `/api/places/${id}/reviews`, { headers, body })).status, body).toBe(400)
  }
  expect(await db.count(sql`from place_reviews`)).toBe(0)
})

test('nobody can review a place that does not exist', async () => {
  const { db, host } = await world()
  const params = { id: (await aPlayground(host)).id }
  await db.run(sql`update places set hidden_at = now()`)
  const refusal = { status: 404, code: 'place.unknown' }
  await expect(host.call(reviewPlace, { params, body: { rating: 5 } })).rejects.toMatchObject(refusal)
  await expect(host.call(removeReview, { params })).rejects.toMatchObject(refusal)
  await expect(host.call(placeReviews, { params })).rejects.toMatchObject(refusal)
})

test('what a blocked father says about one place changes the rating of no other', async () => {
  const { host, father: blocked } = await world({ fathers: 1 })
  const [one, two] = [{ id: (await aPlayground(host)).id }, { id: (await aPlayground(host)).id }]
  for (const params of [one, two]) await host.call(reviewPlace, { params, body: { rating: 5 } })
  await blocked.call(reviewPlace, { params: two, body: { rating: 1 } })
  await host.call(block, { params: { id: blocked.id } })
  const ratings = (await host.call(places)).map(({ rating, reviewCount }) => [rating, reviewCount])
  expect(ratings).toEqual([
    [5, 1],
    [5, 1],
  ])
})

test.each(['a block', 'a hidden author', 'a deleted account'])(
  'a place’s rating and count match the reviews it lists, and %s looks the same',
  async change => {
    const { db, host: reader, father: author, other } = await world({ fathers: 2 })
    const place = await aPlayground(other)
    const params = { id: place.id }
    await author.call(reviewPlace, { params, body: { rating: 1 } })
    await other.call(reviewPlace, { params, body: { rating: 5 } })
    await reader.call(savePlace, { params })
    if (change === 'a block') await author.call(block, { params: { id: reader.id } })
    else if (change === 'a hidden author') await db.run(sql`update users set hidden_at = now() where id = ${author.id}`)
    else await author.call(deleteAccount)
    const query = { latitude: place.latitude, longitude: place.longitude }
    const all = [
      await reader.call(onePlace, { params }),
      ...(await reader.call(places)),
      ...(await reader.call(nearbyPlaces, { query })),
      ...(await reader.call(searchPlaces, { query: { q: 'zand' } })),
      ...(await reader.call(similarPlaces, { query: { ...query, name: place.name, type: place.type } })),
      ...(await reader.call(favoritePlaces)),
    ]
    expect(all.map(({ rating, reviewCount }) => [rating, reviewCount])).toEqual(Array(6).fill([5, 1]))
    expect(await reader.call(placeReviews, { params })).toHaveLength(1)
  },
)
