import { notifications } from '@papadag/contract/notifications'
import { confirmPlace, decideOnPlace, proposeForPlace } from '@papadag/contract/places/place-edits'
import { reviewPlace } from '@papadag/contract/places/place-reviews'
import { addPlace, editPlace, onePlace, places } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { aPlayground, here } from '../../testing/places.ts'
import { type Father, world } from '../../testing/world.ts'
import { confirm } from './commands.ts'

type Params = { params: { id: number } }
const unknown = { status: 404, code: 'place.unknown' }

test('a place is new until two fathers who did not add it confirm it', async () => {
  const { host, father, other, third } = await world({ fathers: 3 })
  const params = { id: (await aPlayground(host)).id }
  expect(await host.call(onePlace, { params })).toMatchObject({ status: 'new', isMine: true, mayConfirm: false })
  await expect(host.call(confirmPlace, { params })).rejects.toMatchObject({ status: 409, code: 'place.yours' })
  for (let time = 0; time < 2; time += 1) {
    expect(await father.call(confirmPlace, { params })).toMatchObject({ status: 'new', mayConfirm: false })
  }
  expect(await other.call(onePlace, { params })).toMatchObject({ status: 'new', isMine: false, mayConfirm: true })
  expect(await other.call(confirmPlace, { params })).toMatchObject({ status: 'confirmed', mayConfirm: false })
  expect(await third.call(onePlace, { params })).toMatchObject({ mayConfirm: false })
  expect(await third.call(confirmPlace, { params })).toMatchObject({ status: 'confirmed' })
})

test('a new account can neither confirm nor hide a place', async () => {
  const { db, host, fathers } = await world({ fathers: 4 })
  const [fresh] = fathers
  const grow = (age: string) =>
    db.run(sql`update users set created_at = now() - ${age}::interval where id = ${fresh.id}`)
  const [confirmed, gone] = [await aPlayground(host), await aPlayground(host)]
  const params = { id: confirmed.id }
  const propose = (father: Father) => father.call(proposeForPlace, { params: { id: gone.id }, body: { kind: 'gone' } })
  await grow('2 days 23 hours')
  for (const father of fathers.slice(0, 2)) {
    expect(await father.call(confirmPlace, { params })).toMatchObject({ status: 'new', mayConfirm: false })
  }
  for (const father of fathers.slice(0, 3)) await propose(father)
  expect(await host.call(places)).toHaveLength(2)
  await grow('3 days')
  expect(await fresh.call(confirmPlace, { params })).toMatchObject({ status: 'confirmed' })
  // What he said about a missing place does not count later either, until he says it again.
  await propose(fathers[1])
  expect(await host.call(places)).toHaveLength(2)
  await propose(fresh)
  expect(await host.call(places)).toHaveLength(1)
})

test('a confirmation or a report counts only for its own place', async () => {
  const {
    host,
    fathers: [second, third, fourth],
  } = await world({ fathers: 3 })
  const added = [await aPlayground(host), await aPlayground(host), await aPlayground(host)] as const
  const [one, two, three] = added.map(({ id }) => ({ params: { id } })) as [Params, Params, Params]
  const statuses = async () => (await host.call(places)).map(({ id, status }) => [id, status])
  await second.call(confirmPlace, one)
  await third.call(confirmPlace, two)
  expect((await statuses()).every(([, status]) => status === 'new')).toBe(true)
  expect(await third.call(onePlace, one)).toMatchObject({ mayConfirm: true })
  await third.call(confirmPlace, one)
  expect(await statuses()).toEqual([
    [three.params.id, 'new'],
    [two.params.id, 'new'],
    [one.params.id, 'confirmed'],
  ])
  for (const [father, place] of [
    [second, one],
    [third, two],
    [fourth, three],
  ] as const) {
    await father.call(proposeForPlace, { ...place, body: { kind: 'gone' } })
  }
  expect(await host.call(places)).toHaveLength(3)
  for (const father of [third, fourth]) await father.call(proposeForPlace, { ...one, body: { kind: 'gone' } })
  expect((await statuses()).map(([id]) => id)).toEqual([three.params.id, two.params.id])
})

test('when the same father confirms a place again, nobody is notified', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const { id } = await aPlayground(host)
  const reader = { id: father.id, language: 'nl' } as const
  const heard = async () => {
    const changes: unknown[] = []
    await confirm(
      db.for(undefined, some => changes.push(...some)),
      id,
      reader,
    )
    return changes
  }
  expect(await heard()).toContainEqual(expect.objectContaining({ what: 'place', things: [`place ${id}`] }))
  expect(await heard()).toEqual([])
})

test('a proposal that is repeated replaces its own text, and no other father’s', async () => {
  const { db, host, father: other } = await world({ fathers: 1 })
  const params = { id: (await aPlayground(host)).id }
  for (const [father, text] of [
    [host, 'Hek is stuk'],
    [other, 'Schommel is weg'],
    [host, 'Hek is gemaakt'],
  ] as const) {
    await father.call(proposeForPlace, { params, body: { kind: 'change', text } })
  }
  const Said = z.object({ text: z.string() })
  expect(await db.many(Said, sql`select text from place_proposals order by text`)).toEqual([
    { text: 'Hek is gemaakt' },
    { text: 'Schommel is weg' },
  ])
})

test.each([
  ['two', 'confirmations confirm a place', sql`status = 'confirmed'`],
  ['three', 'reports that it is gone hide a place', sql`hidden_at is not null`],
] as const)('%s concurrent %s', async (many, _, become) => {
  const { db, host, fathers } = await world({ fathers: many === 'two' ? 2 : 3 })
  const added = await Promise.all(Array.from({ length: 8 }, () => aPlayground(host)))
  const say = (father: Father, params: { id: number }) =>
    many === 'two'
      ? father.call(confirmPlace, { params })
      : father.call(proposeForPlace, { params, body: { kind: 'gone' } })
  await Promise.all(added.flatMap(({ id }) => fathers.map((father: Father) => say(father, { id }))))
  expect(await db.count(sql`from places where ${become}`)).toBe(8)
})

test('three fathers who report a place as gone hide it, and one father who reports it three times does not', async () => {
  const {
    host,
    fathers: [second, third],
  } = await world({ fathers: 2 })
  const params = { id: (await aPlayground(host)).id }
  const gone = (father: Father) => father.call(proposeForPlace, { params, body: { kind: 'gone' as const } })
  for (let time = 0; time < 3; time += 1) await gone(second)
  for (const father of [second, third]) {
    await father.call(proposeForPlace, { params, body: { kind: 'change', text: 'Hek is stuk' } })
  }
  await gone(third)
  expect(await host.call(places)).toHaveLength(1)
  await gone(host)
  expect(await host.call(places)).toEqual([])
  await expect(host.call(onePlace, { params })).rejects.toMatchObject(unknown)
  await expect(gone(host)).rejects.toMatchObject(unknown)
  await expect(second.call(confirmPlace, { params })).rejects.toMatchObject(unknown)
})

test('moderators decide on places and give a reason, and for anybody else the call does not exist', async () => {
  const { db, host, fathers } = await world({ fathers: 3 })
  const [moderator] = fathers
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const params = { id: (await aPlayground(host)).id }
  const decide = (father: Father, decision: 'confirm' | 'hide' | 'restore' | 'lock' | 'unlock') =>
    father.call(decideOnPlace, { params, body: { decision, reason: 'Gebeld met de gemeente' } })
  await expect(decide(host, 'confirm')).rejects.toMatchObject(unknown)
  const missing = moderator.call(decideOnPlace, { params: { id: 99 }, body: { decision: 'hide', reason: 'Weg' } })
  await expect(missing).rejects.toMatchObject(unknown)
  const silent = moderator.call(decideOnPlace, { params, body: { decision: 'hide', reason: '  ' } })
  await expect(silent).rejects.toMatchObject({ status: 400 })

  await decide(moderator, 'confirm')
  expect(await host.call(onePlace, { params })).toMatchObject({ status: 'confirmed' })
  for (const father of fathers) await father.call(proposeForPlace, { params, body: { kind: 'gone' } })
  expect(await host.call(places)).toEqual([])
  await decide(moderator, 'restore')
  expect(await host.call(places)).toHaveLength(1)
  // Earlier reports no longer count, so three new ones are needed.
  await host.call(proposeForPlace, { params, body: { kind: 'gone' } })
  expect(await host.call(places)).toHaveLength(1)
  await decide(moderator, 'lock')
  await expect(host.call(editPlace, { params, form: { name: 'Anders' } })).rejects.toMatchObject({ status: 403 })
  await decide(moderator, 'unlock')
  expect(await host.call(editPlace, { params, form: { name: 'Anders' } })).toMatchObject({ name: 'Anders' })
  await decide(moderator, 'hide')
  await expect(host.call(onePlace, { params })).rejects.toMatchObject(unknown)

  const Decision = z.object({ decision: z.string(), reason: z.string() })
  const written = await db.many(
    Decision,
    sql`select decision, reason from place_decisions where not is_automatic order by id`,
  )
  expect(written.map(({ decision }) => decision)).toEqual(['confirm', 'restore', 'lock', 'unlock', 'hide'])
  expect(written.every(({ reason }) => reason === 'Gebeld met de gemeente')).toBe(true)
  expect(await db.count(sql`from audit where event = 'place.decided' and user_id = ${moderator.id}`)).toBe(5)
})

test('only a place’s contributor learns what was decided about it, why, and whether automatically', async () => {
  const { db, host, father: moderator, other, third } = await world({ fathers: 3 })
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const { id } = await aPlayground(host, { name: 'Bij de buren' })
  const decide = (decision: 'confirm' | 'hide' | 'restore') =>
    moderator.call(decideOnPlace, {
      params: { id },
      body: { decision, reason: 'Dit is een tuin', rule: 'Huisregel 2' },
    })
  await decide('confirm')
  expect(await host.call(notifications)).toEqual([])
  for (const father of [host, other, third]) {
    await father.call(proposeForPlace, { params: { id }, body: { kind: 'gone' } })
  }
  await decide('hide')
  await decide('restore')
  const told = { target: 'place', title: 'Bij de buren', reference: expect.stringMatching(/^P\d+$/) }
  const byHim = { ...told, isAutomatic: false, reason: 'Dit is een tuin', rule: 'Huisregel 2' }
  expect((await host.call(notifications)).map(({ kind, details }) => [kind, details])).toEqual([
    ['moderation.decided', { ...byHim, decision: 'restore' }],
    ['moderation.decided', { ...byHim, decision: 'hide' }],
    ['moderation.decided', { ...told, isAutomatic: true, decision: 'hide' }],
  ])
  for (const father of [moderator, other]) expect(await father.call(notifications)).toEqual([])
})

test('no reply names a place’s contributor or editors, and the place outlives their accounts', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  await db.run(
    sql`update users set first_name = 'mark-contributor', last_name = 'mark-contributor' where id = ${host.id}`,
  )
  const { id } = await host.call(addPlace, {
    body: { type: 'restaurant', name: 'Hier en daar', address: 'Dam 1', ...here },
  })
  await host.call(editPlace, { params: { id }, form: { name: 'Zon' } })
  await father.call(reviewPlace, { params: { id }, body: { rating: 4 } })
  const reads = [
    '',
    '/nearby',
    '/search?q=zon',
    `/${id}`,
    `/${id}/reviews`,
    `/${id}/revisions`,
    '/similar?name=Zon&type=restaurant&latitude=52.37&longitude=4.9',
  ].map(path => `/api/places${path}`)
  for (const read of [...reads, '/api/map/5/16/10', '/api/map/13/4207/2691']) {
    const response = await father.fetch('GET', read)
    expect([read, response.status]).toEqual([read, 200])
    const text = await response.text()
    expect(text).not.toMatch(/mark-contributor|createdBy|created_by|editedBy|edited_by/)
  }
  await db.run(sql`delete from users where id = ${host.id}`)
  expect(await father.call(onePlace, { params: { id } })).toMatchObject({ name: 'Zon', isMine: false, mayEdit: false })
})
