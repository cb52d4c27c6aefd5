import {
  createPlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
} from '@papadag/contract/playdates/playdates'
import { stopWaiting, waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rounds } from '../../../../../tools/nightly.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { codes } from '../../testing/client.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const dayMs = 86_400_000
const Row = z.object({ id: z.number(), children: z.number(), isUp: z.boolean() })

const seated = (db: Db, id: number) =>
  db.many(
    Row,
    sql`select user_id as id, children, moved_up_at is not null as "isUp" from participants where playdate_id = ${id} order by joined_at`,
  )
const waiting = (db: Db, id: number) =>
  db.many(
    Row,
    sql`select user_id as id, children, false as "isUp" from waiting where playdate_id = ${id} order by turn`,
  )

/** Numbers that are the same in each run. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Makes the calls at once, and returns the refusals. */
async function atOnce(calls: readonly (() => Promise<unknown>)[]) {
  return new Set(codes(await Promise.allSettled(calls.map(call => call()))))
}

/** Never more people than places, nobody on both lists, and no free place that a waiting father could have. */
async function mustBeRight(db: Db, host: Father, id: number) {
  const [on, off, { maxParticipants }] = [
    await seated(db, id),
    await waiting(db, id),
    await host.call(onePlaydate, { params: { id } }),
  ]
  const free = maxParticipants - on.reduce((heads, { children }) => heads + 1 + children, 0)
  expect(free).toBeGreaterThanOrEqual(0)
  expect(off.filter(father => on.some(other => other.id === father.id))).toEqual([])
  expect(off.filter(({ children }) => 1 + children <= free)).toEqual([])
  return { on, off }
}

/** A host and fathers who call two nodes alternately, and the playdate of the round. */
async function cast() {
  const { db, host, fathers, newNode, at } = await world({ fathers: 50 })
  const there = await newNode()
  const both = fathers.map((father, n) => (n % 2 === 0 ? father : at(there, father)))
  const plan = aPlaydate({
    startTime: new Date(Date.now() + 3 * dayMs).toISOString(),
    endTime: new Date(Date.now() + 3 * dayMs + 3_600_000).toISOString(),
    maxParticipants: 12,
  })
  const next = async () => {
    await db.run(sql`delete from blocks`)
    return (await host.call(createPlaydate, { body: plan })).id
  }
  const raise = (id: number, maxParticipants: number) =>
    at(there, host).call(editPlaydate, { params: { id }, body: { ...plan, maxParticipants } })
  return { db, host, fathers: both, next, raise }
}

test('after 50 calls at once on two nodes, those who wait have moved up in their order, and nobody is lost', async () => {
  const { db, host, fathers, next, raise } = await cast()
  const [seats, others] = [fathers.slice(0, 11), fathers.slice(11)]
  for (let round = 0; round < rounds; round += 1) {
    const id = await next()
    const at = { params: { id } }
    await atOnce(seats.map(father => () => father.call(joinPlaydate, { ...at, body: {} })))
    expect(await atOnce(others.map(father => () => father.call(waitForPlaydate, { ...at, body: {} })))).toEqual(
      new Set(),
    )
    const before = await waiting(db, id)
    expect(before).toHaveLength(others.length)

    const calls = [
      ...seats.slice(0, 6).map(father => () => father.call(leavePlaydate, at)),
      ...seats.slice(6, 8).map(father => () => father.call(block, { params: { id: host.id } })),
      ...others.slice(0, 5).map(father => () => father.call(stopWaiting, at)),
      ...others.slice(5, 8).map(father => () => father.call(block, { params: { id: host.id } })),
      () => raise(id, 15),
      // A waiting father who joins gets a place only in his turn.
      ...others.slice(8).map(father => () => father.call(joinPlaydate, { ...at, body: {} })),
      ...seats.slice(8).map(father => () => father.call(joinPlaydate, { ...at, body: {} })),
    ]
    expect(calls.length).toBeGreaterThanOrEqual(50)
    const refusals = await atOnce(calls)
    expect([...refusals].filter(code => code !== 'playdate.full')).toEqual([])

    const { on, off } = await mustBeRight(db, host, id)
    const gone = new Set(others.slice(0, 8).map(father => father.id))
    const stays = before.filter(father => !gone.has(father.id)).map(father => father.id)
    const up = on.map(father => father.id).filter(one => stays.includes(one))
    expect(on).toHaveLength(15)
    expect([...up, ...off.map(father => father.id)]).toEqual(stays)
  }
}, 600_000)

test('after 50 calls of every kind at once, there are never more people than places, and nobody is on both lists', async () => {
  const { db, host, fathers, next, raise } = await cast()
  const roll = dice(7)
  for (let round = 0; round < rounds; round += 1) {
    const id = await next()
    const at = { params: { id } }
    const doing = (father: Father) => {
      const body = { children: roll(3) }
      const kinds = [
        () => father.call(joinPlaydate, { ...at, body }),
        () => father.call(waitForPlaydate, { ...at, body }),
        () => father.call(waitForPlaydate, { ...at, body }),
        () => father.call(leavePlaydate, at),
        () => father.call(stopWaiting, at),
        () =>
          roll(4) === 0 ? father.call(block, { params: { id: host.id } }) : father.call(joinPlaydate, { ...at, body }),
      ]
      return kinds[roll(kinds.length)] ?? (() => Promise.resolve())
    }
    for (let wave = 0; wave < 3; wave += 1) {
      const refusals = await atOnce([...fathers.map(doing), () => raise(id, 12 + roll(4))])
      const expected = ['playdate.full', 'playdate.notFull', 'playdate.unknown', 'playdate.tooFewPlaces']
      expect([...refusals].filter(code => !expected.includes(code))).toEqual([])
      await mustBeRight(db, host, id)
    }
  }
}, 600_000)
