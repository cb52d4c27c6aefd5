import { createPlaydate, joinPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { waitingList } from '@papadag/contract/playdates/waiting-list'
import { editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { aPlaydate, endPlaydate, world } from '../../testing/world.ts'
import * as commands from './commands.ts'
import { past } from './queries.ts'
import { upcoming } from './upcoming.ts'

test('running and future playdates come as one list, earliest start first, page by page', async () => {
  const { db, host } = await world()
  const later = await Promise.all([3, 1, 2].map(hours => planAt(db, host.id, hours)))
  const running = await Promise.all([-2, -3, -1].map(hours => planAt(db, host.id, hours)))
  await endPlaydate(db, (await planAt(db, host.id, 4)).id)
  const inOrder = [...running, ...later].sort((a, b) => a.startsIn - b.startsIn).map(({ id }) => id)

  const pages: number[][] = []
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    isLast = true
    const page = {
      limit: 2,
      cursor,
      more(next: string) {
        cursor = next
        isLast = false
      },
    }
    pages.push((await upcoming(db, host.id, page)).parse().map(({ id }) => id))
  }
  expect(pages).toEqual([inOrder.slice(0, 2), inOrder.slice(2, 4), inOrder.slice(4)])
})

test('past playdates come latest first, without running ones', async () => {
  const { db, host } = await world()
  const ended = [await planAt(db, host.id, 1), await planAt(db, host.id, 2)]
  await planAt(db, host.id, -1)
  for (const { id } of ended) await endPlaydate(db, id)
  const page = { limit: 10, cursor: undefined, more() {} }
  expect((await past(db, host.id, page)).parse().map(({ id }) => id)).toEqual(ended.map(({ id }) => id).reverse())
})

test('an age range that both fathers allow for matching matches only the playdates that the other takes part in', async () => {
  const { db, host, father, other } = await world({ fathers: 2 })
  for (const each of [father, other]) {
    await each.call(editProfile, { body: { childrenInfo: [{ name: 'Noor', age: 2 }] } })
  }
  await db.run(sql`update users set match_ages = true, children_visibility = 'contacts'`)
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ title: 'met hem' }) })
  await host.call(createPlaydate, { body: aPlaydate({ title: 'zonder hem' }) })
  const titles = async () =>
    (await father.call(upcomingPlaydates, { query: { fits: 'children' } })).map(({ title }) => title)
  expect(await titles()).toEqual([])
  await other.call(joinPlaydate, { params: { id }, body: {} })
  expect(await titles()).toEqual(['met hem'])
  await db.run(sql`update users set match_ages = false where id = ${other.id}`)
  expect(await titles()).toEqual([])
})

test('a child’s age that a father shows only to those he knows makes a playdate match only for them', async () => {
  const { host, father, other: stranger } = await world({ fathers: 2 })
  for (const each of [host, father, stranger])
    await each.call(editProfile, { body: { childrenInfo: [{ name: 'Noor', age: 4 }] } })
  await host.call(createPlaydate, { body: aPlaydate() })
  await acquainted(father, host)
  const found = async (viewer: typeof father) =>
    (await viewer.call(upcomingPlaydates, { query: { fits: 'children' } })).length
  for (const [childrenVisibility, numbers] of [
    ['contacts', [1, 0]],
    ['none', [0, 0]],
    ['members', [1, 1]],
  ] as const) {
    await host.call(editSettings, { body: { childrenVisibility } })
    expect([childrenVisibility, await found(father), await found(stranger)]).toEqual([childrenVisibility, ...numbers])
  }
})

test('only the creator sees a waiting list, and for those who may not see the playdate it does not exist', async () => {
  const { db, host, fathers } = await world({ fathers: 1 })
  const [other] = fathers
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  const his = await other.call(createPlaydate, { body: aPlaydate() })
  const list = (father: typeof host, of: number) => father.call(waitingList, { params: { id: of } })
  expect([await list(host, id), await list(other, his.id)]).toEqual([[], []])
  await expect(list(other, id)).rejects.toMatchObject({ status: 403, code: 'playdate.notYours' })
  await expect(list(host, his.id)).rejects.toMatchObject({ status: 403, code: 'playdate.notYours' })
  await db.run(sql`update playdates set hidden_at = now() where id = ${id}`)
  await expect(list(other, id)).rejects.toMatchObject({ status: 404, code: 'playdate.unknown' })
  expect(await list(host, id)).toEqual([])
})

test('a father can plan, change, cancel and join only so many playdates', async () => {
  const { server } = await world()
  expect(limitsOf(server, /playdates(\/test-create|\/:id|\/:id\/(undo-cancel|join|wait))?$/)).toEqual({
    'POST /api/playdates': ['30 in 60 s', '100 in 86400 s'],
    'POST /api/playdates/test-create': ['30 in 60 s', '100 in 86400 s'],
    'PUT /api/playdates/:id': ['30 in 60 s', '100 in 86400 s'],
    'DELETE /api/playdates/:id': ['30 in 60 s', '100 in 86400 s'],
    'POST /api/playdates/:id/undo-cancel': ['30 in 60 s', '100 in 86400 s'],
    'POST /api/playdates/:id/join': ['60 in 60 s'],
    'DELETE /api/playdates/:id/join': ['60 in 60 s'],
    'POST /api/playdates/:id/wait': ['60 in 60 s'],
    'DELETE /api/playdates/:id/wait': ['60 in 60 s'],
  })
})

/** A playdate of five hours that begins in this many hours, or began this many ago. */
async function planAt(db: Db, creatorId: number, startsIn: number) {
  const { id } = await commands.create(db, aPlaydate(), creatorId)
  await db.run(sql`
    update playdates set start_time = now() + make_interval(hours => ${startsIn}::int),
                         end_time = now() + make_interval(hours => ${startsIn + 5}::int) where id = ${id}`)
  return { id, startsIn }
}
