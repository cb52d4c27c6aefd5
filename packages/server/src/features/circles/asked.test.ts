import {
  answerCircle,
  askIntoCircle,
  changeCircleMember,
  circles,
  createCircle,
  enterCircle,
  makeCircleCode,
  oneCircle,
  removeCircleMember,
} from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import { notifications } from '@papadag/contract/notifications'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { type Father, world } from '../../testing/world.ts'

/** A circle with two keepers, of whom the host has asked a father whom both know. */
async function asking() {
  const all = await world({ fathers: 2 })
  const { host, father: keeper, other: asked } = all
  await acquainted(host, keeper)
  for (const father of [host, keeper]) await acquainted(father, asked)
  const params = { id: await aCircle(host, [keeper], { name: 'Woensdag' }) }
  await host.call(changeCircleMember, { params: { ...params, userId: String(keeper.id) }, body: { keeper: true } })
  const ask = (father: Father) => father.call(askIntoCircle, { params, body: { fathers: [asked.id] } })
  await ask(host)
  return { ...all, keeper, asked, params, ask }
}
type Here = Awaited<ReturnType<typeof asking>>

test.each<[string, (here: Here) => Promise<unknown>]>([
  ['is blocked by him', ({ host, asked }) => asked.call(block, { params: { id: host.id } })],
  ['has blocked him', ({ host, asked }) => host.call(block, { params: { id: asked.id } })],
  ['is hidden', ({ db, host }) => db.run(sql`update users set hidden_at = now() where id = ${host.id}`)],
  [
    'is suspended',
    ({ db, host }) => db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`),
  ],
])('whoever was asked by a keeper who %s is asked by the next, who cannot tell', async (_, happens) => {
  const here = await asking()
  const { keeper, asked, params, ask } = here
  await happens(here)
  expect(await asked.call(circles)).toEqual([])
  const before = await keeper.call(oneCircle, { params })
  expect(await ask(keeper)).toEqual(before)
  expect(await asked.call(circles)).toMatchObject([{ id: params.id, askedBy: { id: keeper.id } }])
  expect(await asked.call(notifications)).toMatchObject([{ kind: 'circle.asked', person: { id: keeper.id } }])
  await asked.call(answerCircle, { params, body: { yes: true } })
  expect((await keeper.call(oneCircle, { params })).members).toHaveLength(before.members.length + 1)
})

test.each<[string, (here: Here) => Promise<unknown>]>([
  ['who can still answer', async () => {}],
  ['who has declined', ({ asked, params }) => asked.call(answerCircle, { params, body: { yes: false } })],
])('a father %s is not asked again', async (_, happens) => {
  const here = await asking()
  await happens(here)
  const { keeper, asked, ask } = here
  const before = [await asked.call(circles), await asked.call(notifications)]
  await ask(keeper)
  expect([await asked.call(circles), await asked.call(notifications)]).toEqual(before)
})

/** A father in so many circles, whom three others know who each have one. */
async function busy({ circlesOfHis }: { circlesOfHis: number }) {
  const all = await world({ fathers: 3 })
  const { db, host, fathers } = all
  await db.run(sql`
    with more as (insert into circles (name, text) select n, '' from generate_series(1, ${circlesOfHis}) n returning id)
    insert into circle_members (circle_id, user_id) select id, ${host.id} from more`)
  for (const father of fathers) await acquainted(father, host)
  const count = () => db.count(sql`from circle_members where user_id = ${host.id}`)
  const tooMany = { status: 409, code: 'circle.tooMany' }
  return { ...all, count, tooMany }
}

test('a father is in twenty circles at most, even if he says yes to several at once', async () => {
  const { host, fathers, count } = await busy({ circlesOfHis: limits.circlesAtMost - 1 })
  const made = await Promise.all(
    fathers.map(father => father.call(createCircle, { body: { name: 'Woensdag', fathers: [host.id] } })),
  )
  const yes = await Promise.allSettled(
    made.map(({ id }) => host.call(answerCircle, { params: { id }, body: { yes: true } })),
  )
  expect(yes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await count()).toBe(limits.circlesAtMost)
})

test('who asks to be let into circles has room for no more than twenty with them, whatever their keepers say', async () => {
  const { host, father: keeper, other, count, tooMany } = await busy({ circlesOfHis: limits.circlesAtMost - 1 })
  await acquainted(keeper, other)
  const withCode = async (father: Father, friend: Father) => {
    const id = await aCircle(father, [friend], { name: 'Woensdag' })
    const { code } = await father.call(makeCircleCode, { params: { id }, body: {} })
    return { id, enter: () => host.call(enterCircle, { body: { code } }) }
  }
  const [first, second] = [await withCode(keeper, other), await withCode(other, keeper)]
  expect(await first.enter()).toMatchObject({ isIn: false })
  await expect(second.enter()).rejects.toMatchObject(tooMany)
  const his = { id: first.id, userId: String(host.id) }
  await keeper.call(removeCircleMember, { params: his, body: {} })
  await expect(second.enter()).rejects.toMatchObject(tooMany)
  expect(await count()).toBe(limits.circlesAtMost - 1)
})
