import { sendReport } from '@papadag/contract/moderation'
import { reviewPlace } from '@papadag/contract/places/place-reviews'
import { addPlayground, savePlace } from '@papadag/contract/places/places'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
} from '@papadag/contract/playdates/playdates'
import { block, deleteAccount, editProfile, editSettings, unblock } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../../platform/db/db.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../../testing/world.ts'

const own = ['/api/notifications', '/api/notifications/unread', '/api/users/me/playdates', '/api/chats', '/api/user']
const upcoming = '/api/playdates/upcoming?order=near'

/** The changes announced to a screen until one by its own user, which is announced to his other tabs too. */
async function screen(father: Father, paths: readonly string[] = []) {
  const socket = await connect(father, 'screen')
  const watched = [upcoming, ...own, '/api/users/me/favorite-places', ...paths]
  socket.send({ type: 'watch', paths: watched })
  // Frames are handled in order: the answer to this one comes when the watch is in place.
  socket.send({ type: 'watch', paths: ['/api/no-such-read'] })
  await socket.frame('error')
  let read = socket.frames.length
  const heard = async () => {
    await father.call(savePlace, { params: { id: fencePlace } })
    const isFence = (frame: Record<string, unknown>) =>
      Array.isArray(frame.paths) && frame.paths.includes('/api/users/me/favorite-places')
    const last = await socket.until(() => socket.frames.slice(read).find(isFence))
    const heard = socket.frames.slice(read, socket.frames.indexOf(last) + 1).flatMap(({ paths }) => paths as string[])
    read = socket.frames.length
    return [...new Set(heard)].filter(path => path !== '/api/users/me/favorite-places').sort()
  }
  await heard()
  return heard
}

let fencePlace = 0

const towns = { utrecht: 'Utrecht', zwolle: 'Zwolle' }

/** A host and fathers in Utrecht, one in Zwolle, and a playdate at a playground in Utrecht. */
async function country() {
  const found = await world({ fathers: 4 })
  const { host, father: guest, other: neighbour, third: stranger, fourth: far } = found
  for (const father of [host, guest, neighbour, stranger]) {
    await father.call(editSettings, { body: { town: towns.utrecht } })
  }
  await far.call(editSettings, { body: { town: towns.zwolle } })
  const place = await host.call(addPlayground, {
    body: { name: 'Griftpark', latitude: 52.0975, longitude: 5.1283 },
  })
  const fence = await host.call(addPlayground, { body: { name: 'Ver weg', latitude: 50.8, longitude: 5.7 } })
  fencePlace = fence.id
  const playdate = await host.call(createPlaydate, { body: aPlaydate({ placeId: place.id }) })
  return { ...found, guest, neighbour, stranger, far, place, playdate }
}

test('a join is announced to the participants and to lists of its town, but in no other town', async () => {
  const { host, guest, neighbour, far, playdate } = await country()
  const sheet = `/api/playdates/${playdate.id}`
  const [atHost, atNeighbour, atFar] = [await screen(host), await screen(neighbour), await screen(far, [sheet])]
  await guest.call(joinPlaydate, { params: { id: playdate.id } })
  expect(await atHost()).toEqual([
    '/api/notifications',
    '/api/notifications/unread',
    upcoming,
    '/api/users/me/playdates',
  ])
  expect(await atNeighbour()).toEqual([upcoming])
  expect(await atFar()).toEqual([sheet])
})

test('lists of playdates farther away also learn of a new or a cancelled one there, when it is their turn', async () => {
  const { far, host } = await country()
  const whole = ['/api/playdates/upcoming', '/api/playdates/upcoming?order=parts', '/api/playdates/upcoming/count']
  const socket = await connect(far, 'screen')
  socket.send({ type: 'watch', paths: whole })
  const allHaveHeard = (since: number) =>
    vi.waitFor(() =>
      expect(new Set(socket.frames.slice(since).flatMap(({ paths }) => paths ?? []))).toEqual(new Set(whole)),
    )
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ location: 'Ergens' }) })
  await allHaveHeard(0)
  const told = socket.frames.length
  await host.call(deletePlaydate, { params: { id } })
  await allHaveHeard(told)
})

test('a change without effect is not announced', async () => {
  const { host, guest, neighbour, playdate } = await country()
  const at = { params: { id: playdate.id } }
  await guest.call(joinPlaydate, at)
  const { title, location, startTime, endTime, maxParticipants, placeId } = playdate
  const body = { title, location, startTime, endTime, maxParticipants, placeId, description: playdate.description }
  const [atGuest, atNeighbour] = [await screen(guest), await screen(neighbour, [`/api/users/${host.id}`])]
  await guest.call(joinPlaydate, { ...at, body: { children: 0 } })
  await host.call(editPlaydate, { ...at, body })
  await neighbour.call(leavePlaydate, at)
  await host.call(editProfile, { body: {} })
  await host.call(editProfile, { body: { firstName: 'Vader 1' } })
  await host.call(editSettings, { body: { showPhone: false } })
  await host.call(unblock, { params: { id: guest.id } })
  expect(await atGuest()).toEqual([])
  expect(await atNeighbour()).toEqual([])
  await host.call(editPlaydate, { ...at, body: { ...body, title: 'Glijden' } })
  await host.call(editProfile, { body: { firstName: 'Anders' } })
  expect(await atGuest()).toEqual([upcoming, '/api/users/me/playdates'])
  expect(await atNeighbour()).toEqual([upcoming, `/api/users/${host.id}`])
})

test('a moved playdate leaves the lists of its old place and appears in those of its new one', async () => {
  const { host, neighbour, far, playdate } = await country()
  const there = await host.call(addPlayground, {
    body: { name: 'Park de Wezenlanden', latitude: 52.51, longitude: 6.1 },
  })
  const [atNeighbour, atFar] = [await screen(neighbour), await screen(far)]
  const { title, location, startTime, endTime, maxParticipants } = playdate
  await host.call(editPlaydate, {
    params: { id: playdate.id },
    body: { title, location, startTime, endTime, maxParticipants, placeId: there.id },
  })
  expect(await atNeighbour()).toEqual([upcoming])
  expect(await atFar()).toEqual([upcoming])
})

test('a cancellation is announced to participants and to lists of the town', async () => {
  const { host, guest, neighbour, far, playdate } = await country()
  await guest.call(joinPlaydate, { params: { id: playdate.id } })
  const [atGuest, atNeighbour, atFar] = [await screen(guest), await screen(neighbour), await screen(far)]
  await host.call(deletePlaydate, { params: { id: playdate.id } })
  expect(await atGuest()).toEqual([
    '/api/notifications',
    '/api/notifications/unread',
    upcoming,
    '/api/users/me/playdates',
  ])
  expect(await atNeighbour()).toEqual([upcoming])
  expect(await atFar()).toEqual([])
})

test('a father who may not see a playdate learns nothing about it', async () => {
  const { db, host, guest, neighbour, stranger, playdate } = await country()
  await host.call(block, { params: { id: stranger.id } })
  const sheet = `/api/playdates/${playdate.id}`
  const [atStranger, atNeighbour] = [await screen(stranger, [sheet]), await screen(neighbour, [sheet])]
  await guest.call(joinPlaydate, { params: { id: playdate.id } })
  expect(await atStranger()).toEqual([])
  expect(await atNeighbour()).toEqual([sheet, upcoming])

  await db.run(sql`update playdates set hidden_at = now() where id = ${playdate.id}`)
  const { title, location, startTime, endTime, maxParticipants, placeId } = playdate
  await host.call(editPlaydate, {
    params: { id: playdate.id },
    body: { title: 'Verborgen', location, startTime, endTime, maxParticipants, placeId },
  })
  expect(title).not.toBe('Verborgen')
  expect(await atNeighbour()).toEqual([])
})

test('a past playdate is announced to its participants, but not across a block', async () => {
  const { db, host, guest, neighbour, stranger, playdate } = await country()
  for (const father of [guest, stranger]) await father.call(joinPlaydate, { params: { id: playdate.id } })
  await endPlaydate(db, playdate.id)
  await host.call(block, { params: { id: stranger.id } })
  const sheet = [`/api/playdates/${playdate.id}`]
  const [atGuest, atNeighbour] = [await screen(guest, sheet), await screen(neighbour, sheet)]
  const atStranger = await screen(stranger, sheet)
  await host.call(deletePlaydate, { params: { id: playdate.id } })
  expect(await atGuest()).toContain(`/api/playdates/${playdate.id}`)
  expect(await atNeighbour()).toEqual([])
  expect(await atStranger()).toEqual([])
})

test('a report is announced only to moderators, until it hides something', async () => {
  const { db, host, guest, neighbour, stranger, far, playdate } = await country()
  await db.run(sql`update users set is_moderator = true where id = ${far.id}`)
  await db.run(sql`update users set created_at = now() - interval '1 year'`)
  for (const father of [guest, stranger]) await father.call(joinPlaydate, { params: { id: playdate.id } })
  // A father who took a seat before the playdate began, and stayed for half of it, has had contact.
  await db.run(sql`update participants set joined_at = now() - interval '1 day' where playdate_id = ${playdate.id}`)
  await db.run(sql`
    update playdates set start_time = now() - interval '2 hours', end_time = now() + interval '1 hour' where id = ${playdate.id}`)
  const reported = [`/api/playdates/${playdate.id}`, `/api/users/${host.id}`]
  const [atHost, atNeighbour] = [await screen(host, reported), await screen(neighbour, reported)]
  const atModerator = await screen(far, ['/api/moderation/queue'])
  const report = { targetType: 'playdate', targetId: playdate.id, reason: 'child_safety' } as const
  await guest.call(sendReport, { body: report })
  expect(await atHost()).toEqual([])
  expect(await atNeighbour()).toEqual([])
  expect(await atModerator()).toEqual(['/api/moderation/queue'])

  await stranger.call(sendReport, { body: report })
  expect(await atNeighbour()).toEqual([`/api/playdates/${playdate.id}`, upcoming])
  expect(await atHost()).toContain('/api/notifications')
})

test('a blocked father learns what he would learn about a deleted account', async () => {
  const heardAfter = async (gone: (host: Father, stranger: Father) => Promise<unknown>) => {
    const { host, guest, stranger, neighbour, playdate } = await country()
    await guest.call(joinPlaydate, { params: { id: playdate.id } })
    await stranger.call(joinPlaydate, { params: { id: playdate.id } })
    const atStranger = await screen(stranger, ['/api/users', `/api/users/${host.id}`])
    const atNeighbour = await screen(neighbour, [`/api/users/${host.id}`])
    await gone(host, stranger)
    const seen = (paths: string[]) => paths.map(path => path.replace(String(host.id), 'HOST')).sort()
    return { blocked: seen(await atStranger()), another: seen(await atNeighbour()) }
  }
  const deleted = await heardAfter(host => host.call(deleteAccount))
  const blocked = await heardAfter((host, stranger) => host.call(block, { params: { id: stranger.id } }))
  expect(blocked.blocked).toEqual(deleted.blocked)
  expect(deleted.blocked).toContain('/api/users/HOST')
  // A seat has become free; nobody else learns of the block.
  expect(blocked.another).toEqual([upcoming])
})

test('a review is announced to everybody who shows the place, and the same review again to nobody', async () => {
  const { host, guest, neighbour, far, place } = await country()
  const path = `/api/places/${place.id}`
  const atFar = await screen(far)
  const socket = await connect(neighbour, 'screen')
  socket.send({ type: 'watch', paths: [path, `/api/users/${host.id}`] })
  socket.send({ type: 'watch', paths: ['/api/no-such-read'] })
  await socket.frame('error')
  const heard = () => socket.frames.flatMap(({ type, paths }) => (type === 'changed' ? (paths as string[]) : []))
  /** The changes announced before a later one. */
  const heardUntil = async (firstName: string) => {
    const before = socket.frames.length
    await host.call(editProfile, { body: { firstName } })
    await socket.until(() => socket.frames.slice(before).find(({ type }) => type === 'changed'))
    return heard().filter(one => one === path).length
  }
  await guest.call(reviewPlace, { params: { id: place.id }, body: { rating: 5 } })
  await socket.frame('changed')
  expect(heard()).toEqual([path])
  await guest.call(reviewPlace, { params: { id: place.id }, body: { rating: 5 } })
  expect(await heardUntil('Een')).toBe(1)
  await guest.call(reviewPlace, { params: { id: place.id }, body: { rating: 5, text: 'Fijn' } })
  expect(await heardUntil('Twee')).toBe(2)
  await guest.call(reviewPlace, { params: { id: place.id }, body: { rating: 4, text: 'Fijn' } })
  expect(await heardUntil('Drie')).toBe(3)
  expect(await atFar()).toEqual([])
})

test('reads that others cause do not count against a reader’s limits', async () => {
  // 60 calls a minute.
  const { db, host, father: guest, other: reader } = await world({ fathers: 2, env: { RATE_LIMIT: '0.1' } })
  const made = await db.many(
    z.object({ id: z.number() }),
    sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
        select ${host.id}, 'Samen', 'Park', now() + interval '1 day', now() + interval '25 hours', 5
          from generate_series(1, 5) returning id`,
  )
  await db.run(sql`update playdates set spot_latitude = 52.09, spot_longitude = 5.12`)
  await db.run(sql`insert into participants (playdate_id, user_id) select id, creator_id from playdates`)
  await db.run(sql`update users set city = 'Utrecht'`)
  const socket = await connect(reader, 'screen')
  socket.send({ type: 'watch', paths: [upcoming] })
  socket.send({ type: 'watch', paths: ['/api/no-such-read'] })
  await socket.frame('error')
  const read = async () => (await reader.fetch('GET', upcoming)).status
  async function isTold(id: number) {
    const before = socket.frames.length
    await guest.call(joinPlaydate, { params: { id } })
    await socket.frame('changed', before)
  }
  const last = made.pop()
  for (const { id } of made) {
    await isTold(id)
    expect(await read()).toBe(200)
  }
  const statuses = await Promise.all(Array.from({ length: 61 }, read))
  expect(statuses.filter(status => status === 200)).toHaveLength(60)
  await isTold(last?.id ?? 0)
  expect([await read(), await read()]).toEqual([200, 429])
})
