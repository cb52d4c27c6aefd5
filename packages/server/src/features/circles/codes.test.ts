import { register } from '@papadag/contract/auth'
import {
  changeCircleMember,
  circleCode,
  circles,
  endCircle,
  endCircleCode,
  enterCircle,
  makeCircleCode,
  oneCircle,
  removeCircleMember,
} from '@papadag/contract/circles'
import { notifications } from '@papadag/contract/notifications'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { randomCode } from '../../domain/circle-codes.ts'
import { sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { crowd } from '../../testing/domain/rows.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { anAccount, type Father, world } from '../../testing/world.ts'

const refused = { status: 404, code: 'circle.codeUnknown' }

/** A circle of the host and a friend with a code, and two fathers who are not in it. */
async function withCode({ letsIn = false, env = {} }: { letsIn?: boolean; env?: Record<string, string> } = {}) {
  const all = await world({ fathers: 3, env })
  const { host, father: friend, other: newcomer, third } = all
  await acquainted(host, friend)
  const id = await aCircle(host, [friend], { name: 'Woensdag' })
  const params = { id }
  const { code } = await host.call(makeCircleCode, { params, body: { letsIn } })
  const enter = (father: Father, typed = code) => father.call(enterCircle, { body: { code: typed } })
  const of = (father: Father) => ({ id, userId: String(father.id) })
  const seen = (father: Father) => father.call(oneCircle, { params })
  return { ...all, friend, newcomer, other: third, id, params, code, enter, of, seen }
}

test('a code has eight characters that nobody confuses, and its keepers find it again', async () => {
  const { host, friend, newcomer, params, code, seen } = await withCode()
  expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
  const found = await host.call(circleCode, { params })
  expect(found).toMatchObject({
    code,
    letsIn: false,
    usesLeft: 30,
    url: expect.stringContaining(`/circles?code=${code}`),
  })
  expect(Date.parse(found.expiresAt) - Date.now()).toBeGreaterThan(59 * 86_400_000)
  expect([(await seen(host)).hasCode, (await seen(friend)).hasCode]).toEqual([true, null])
  await expect(friend.call(circleCode, { params })).rejects.toMatchObject({ code: 'circle.notKeeper' })
  await expect(newcomer.call(circleCode, { params })).rejects.toMatchObject({ code: 'circle.unknown' })
})

test('a code that lets in makes whoever has it a member, however he types it', async () => {
  const { newcomer, other, code, id, enter, seen } = await withCode({ letsIn: true })
  expect(await enter(newcomer, ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toEqual({
    isIn: true,
    circleId: id,
  })
  expect((await seen(newcomer)).members).toHaveLength(3)
  // Once more changes nothing.
  expect(await enter(newcomer)).toEqual({ isIn: true, circleId: id })
  expect(await other.call(circles)).toEqual([])
})

test('with any other code a keeper decides, and whoever is refused hears nothing', async () => {
  const { host, friend, newcomer, other, params, enter, of, seen } = await withCode()
  for (const father of [newcomer, other]) expect(await enter(father)).toEqual({ isIn: false, circleId: null })
  expect(await newcomer.call(circles)).toEqual([])
  expect((await seen(host)).wishes?.map(({ id }) => id)).toEqual([newcomer.id, other.id])
  expect((await seen(friend)).wishes).toBeNull()
  const [wished, joined] = await host.call(notifications)
  expect([wished?.kind, wished?.people?.map(({ id }) => id), joined?.kind]).toEqual([
    'circle.wished',
    [other.id, newcomer.id],
    'circle.joined',
  ])
  await expect(friend.call(changeCircleMember, { params: of(other), body: { keeper: false } })).rejects.toMatchObject({
    code: 'circle.notKeeper',
  })
  await host.call(changeCircleMember, { params: of(newcomer), body: { keeper: false } })
  expect((await seen(newcomer)).members.find(({ id }) => id === newcomer.id)?.isKeeper).toBe(false)
  expect(await kindsOf(newcomer)).toEqual(['circle.letIn'])
  await host.call(removeCircleMember, { params: of(other), body: { reason: 'Nee.' } })
  expect(await other.call(notifications)).toEqual([])
  expect((await seen(host)).wishes).toEqual([])
  // He asks again, and is told what he was told before.
  expect(await enter(other)).toEqual({ isIn: false, circleId: null })
  expect((await seen(host)).wishes).toEqual([])
  expect((await host.call(circleCode, { params })).usesLeft).toBe(28)
})

type Here = Awaited<ReturnType<typeof withCode>>
test.each<[string, (here: Here) => Promise<unknown> | undefined]>([
  ['used up', ({ db }) => db.run(sql`update circle_codes set uses_left = 0`)],
  ['over', ({ db }) => db.run(sql`update circle_codes set expires_at = now()`)],
  ['rotated', ({ host, params }) => host.call(makeCircleCode, { params, body: { letsIn: true } })],
  ['ended', ({ host, params }) => host.call(endCircleCode, { params })],
  ['of a circle that has ended', ({ host, params }) => host.call(endCircle, { params })],
  [
    'ended with the removal of a member',
    ({ host, friend, of }) => host.call(removeCircleMember, { params: of(friend), body: {} }),
  ],
  ['of a keeper who blocks him', ({ host, newcomer }) => host.call(block, { params: { id: newcomer.id } })],
  ['of a keeper whom he blocks', ({ host, newcomer }) => newcomer.call(block, { params: { id: host.id } })],
  ['of a full circle', ({ db, id }) => crowd(db, id, 28)],
])('a code that is %s answers as one that never was', async (_, happens) => {
  const here = await withCode({ letsIn: true })
  await happens(here)
  const { newcomer, enter } = here
  const answers = await Promise.all(
    [here.code, randomCode()].map(typed => enter(newcomer, typed).catch(error => error)),
  )
  for (const answer of answers) expect(answer).toMatchObject(refused)
  expect(answers[0].message).toBe(answers[1].message)
  expect(await newcomer.call(circles)).toEqual([])
})

test('a block with a member who is no keeper keeps nobody out, and they do not see each other', async () => {
  const { friend, newcomer, enter, seen } = await withCode({ letsIn: true })
  await friend.call(block, { params: { id: newcomer.id } })
  expect((await enter(newcomer)).isIn).toBe(true)
  expect((await seen(newcomer)).members.map(({ id }) => id)).not.toContain(friend.id)
  expect((await seen(friend)).members.map(({ id }) => id)).not.toContain(newcomer.id)
})

test('whoever has come with the code is not named or let in while he is suspended', async () => {
  const { db, host, newcomer, other, enter, of, seen } = await withCode()
  for (const father of [newcomer, other]) await enter(father)
  const suspend = (until: string) =>
    db.run(sql`update users set suspended_until = ${until}::timestamptz where id = ${other.id}`)
  const waiting = async () => {
    const line = (await host.call(notifications)).find(({ kind }) => kind === 'circle.wished')
    const { wishes } = await seen(host)
    return [line?.people ?? [], wishes ?? []].map(people => people.map(({ id }) => id).sort())
  }
  await suspend('infinity')
  expect(await waiting()).toEqual([[newcomer.id], [newcomer.id]])
  await expect(host.call(changeCircleMember, { params: of(other), body: { keeper: false } })).rejects.toMatchObject({
    code: 'circle.noMember',
  })
  await suspend('-infinity')
  expect(await waiting()).toEqual(Array(2).fill([newcomer.id, other.id].sort()))
})

test('of two who enter with the last use of a code at once, one is in', async () => {
  const { db, newcomer, other, enter } = await withCode({ letsIn: true })
  await db.run(sql`update circle_codes set uses_left = 1`)
  const done = await Promise.allSettled([enter(newcomer), enter(other)])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('whoever registers with a code is in its circle, and with a wrong one there is no account', async () => {
  const { visitor, db, code, id } = await withCode({ letsIn: true })
  const wrong = { ...anAccount('fout'), code: randomCode() }
  await expect(visitor.call(register, { body: wrong })).rejects.toMatchObject(refused)
  expect(await db.count(sql`from users where username = 'fout'`)).toBe(0)
  await visitor.call(register, { body: { ...anAccount('nieuw'), code } })
  expect(await visitor.call(circles)).toMatchObject([{ id, name: 'Woensdag' }])
})

test('an account has five wrong codes an hour, and a right one takes none of them', async () => {
  const { newcomer, other, enter } = await withCode({ letsIn: true, env: { RATE_LIMIT: 'on' } })
  for (let time = 0; time < 5; time += 1) await expect(enter(newcomer, randomCode())).rejects.toMatchObject(refused)
  await expect(enter(newcomer)).rejects.toMatchObject({ status: 429 })
  for (let time = 0; time < 7; time += 1) expect((await enter(other)).isIn).toBe(true)
})
