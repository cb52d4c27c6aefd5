import {
  answerSuggestion,
  changeCircleMember,
  circleSuggestions,
  endCircle,
  oneCircle,
  removeCircleMember,
} from '@papadag/contract/circles'
import { notifications } from '@papadag/contract/notifications'
import { today } from '@papadag/contract/today'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { cardsOf, ids, keeps, membersOf, metTwice, noCard, say } from '../../testing/domain/cards.ts'
import { aMeeting } from '../../testing/domain/meetings.ts'
import { crowd } from '../../testing/domain/rows.ts'
import { watching } from '../../testing/rules/screens.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { type Father, world } from '../../testing/world.ts'

const keep = (by: Father, id: number, { id: userId }: Father, keeper: boolean) =>
  by.call(changeCircleMember, { params: { id, userId: String(userId) }, body: { keeper } })
const leave = (by: Father, id: number, { id: userId }: Father) =>
  by.call(removeCircleMember, { params: { id, userId: String(userId) }, body: {} })

test.each<
  [
    string,
    (here: Awaited<ReturnType<typeof metTwice>>) => Promise<unknown>,
    'host' | 'one',
    string[] | undefined,
    string | undefined,
  ]
>([
  [
    'one father of the card is in',
    ({ db, host, one }) => keeps({ db, by: host }, [one]),
    'host',
    ['two', 'three'],
    'Woensdag',
  ],
  [
    'most of the card are in',
    ({ db, host, one, two }) => keeps({ db, by: host }, [one, two]),
    'host',
    ['three'],
    'Woensdag',
  ],
  [
    'all of the card are in',
    ({ db, host, one, two, three }) => keeps({ db, by: host }, [one, two, three]),
    'host',
    undefined,
    undefined,
  ],
  [
    'none of the card is in',
    ({ db, host, outsider }) => keeps({ db, by: host }, [outsider]),
    'host',
    ['one', 'two', 'three'],
    'Woensdag',
  ],
  [
    'he is a member only',
    ({ db, host, one }) => keeps({ db, by: host }, [one]),
    'one',
    ['host', 'two', 'three'],
    undefined,
  ],
  [
    'fewer of them are than in another',
    async ({ db, host, one, two, outsider }) => {
      await keeps({ db, by: host }, [one, outsider], 'Klein')
      await keeps({ db, by: host }, [one, two], 'Groot')
    },
    'host',
    ['three'],
    'Groot',
  ],
  [
    'as many of them are as in a smaller one',
    async ({ db, host, one, two, outsider }) => {
      await keeps({ db, by: host }, [one], 'Klein')
      await keeps({ db, by: host }, [two, outsider], 'Groot')
    },
    'host',
    ['one', 'three'],
    'Groot',
  ],
  [
    'there is no room',
    async ({ db, host, one }) => {
      const id = await keeps({ db, by: host }, [one])
      await crowd(db, id, 28)
    },
    'host',
    ['one', 'two', 'three'],
    undefined,
  ],
  [
    'there is room for one more',
    async ({ db, host, one }) => {
      const id = await keeps({ db, by: host }, [one])
      await crowd(db, id, 27)
    },
    'host',
    ['two', 'three'],
    'Woensdag',
  ],
])('of a circle in which %s, a card says whether the others may come in', async (_, makes, reader, asked, name) => {
  const here = await metTwice()
  await makes(here)
  const names = new Map((['host', 'one', 'two', 'three'] as const).map(key => [here[key].id, key] as const))
  const cards = await here[reader].call(circleSuggestions)
  expect(cards.map(({ fathers }) => fathers.map(({ id }) => names.get(id)))).toEqual(asked ? [asked] : [])
  expect(cards[0]?.circle?.name).toBe(name)
  const { due } = await here[reader].call(today)
  expect(due.flatMap(one => (one.kind === 'circleCard' ? [one.circle] : []))).toEqual(cards.map(({ circle }) => circle))
})

test('a keeper is asked about whoever comes for the second time, however often his circle has met, and once', async () => {
  const { db, host, father: one, other: two, third: next, fourth: later } = await world({ fathers: 4 })
  const circle = await keeps({ db, by: host }, [one, two])
  const meet = (also: readonly Father[], daysAgo: number) => aMeeting(db, [host, one, two, ...also], { daysAgo })
  const asked = async () =>
    (await host.call(circleSuggestions)).map(card => [card.id, ids(card.fathers), card.circle?.id])
  await meet([], 40)
  await meet([], 30)
  await meet([next], 20)
  await meet([], 13)
  expect(await asked()).toEqual([])
  const second = await meet([next, later], 6)
  expect(await asked()).toEqual([[second, [next.id], circle]])
  const third = await meet([next, later], 1)
  expect(await asked()).toEqual([
    [second, [next.id], circle],
    [third, [later.id], circle],
  ])
  expect(await cardsOf(one)).toEqual([])
  await say(next, second)
  expect(await say(host, second)).toBe(circle)
  expect(await membersOf(host, circle)).toEqual(ids([host, one, two, next]))
})

test.each<['before' | 'after', 'one' | 'two']>([
  ['before', 'two'],
  ['after', 'two'],
  ['before', 'one'],
  ['after', 'one'],
])('whoever says yes %s a keeper does comes into his circle, and nobody learns who did not (%s)', async (when, who) => {
  const { db, bus, host, three, outsider, card, ...rest } = await metTwice()
  const circle = await keeps({ db, by: host }, [rest.one, outsider])
  const father = rest[who]
  const before = await Promise.all([three.call(today), three.call(circleSuggestions), three.call(notifications)])
  const screens = await watching(
    three,
    ['/api/today', '/api/circles/suggestions', '/api/circles', '/api/notifications'],
    bus,
  )
  if (when === 'before') expect(await say(father, card)).toBeNull()
  expect(await say(host, card)).toBe(circle)
  if (when === 'after') expect(await say(father, card)).toBe(circle)
  expect(await say(father, card)).toBe(circle)
  expect(await membersOf(host, circle)).toEqual(ids([...new Set([host, rest.one, outsider, father])]))
  expect(await db.count(sql`from circles`)).toBe(1)
  expect((await host.call(oneCircle, { params: { id: circle } })).asked).toEqual([])
  expect(await Promise.all([three.call(today), three.call(circleSuggestions), three.call(notifications)])).toEqual(
    before,
  )
  expect([...(await screens.told())]).toEqual([])
  const heard = await kindsOf(father)
  expect(heard.filter(kind => kind === 'circle.letIn')).toHaveLength(when === 'before' && who === 'two' ? 1 : 0)
})

test('without the yes of the keeper the second yes makes a circle, and his later one joins it', async () => {
  const { db, host, one, two, three, card } = await metTwice()
  const kept = await keeps({ db, by: host }, [one])
  await say(host, card, false)
  await say(two, card)
  const made = await say(three, card)
  expect(made).not.toBe(kept)
  expect(await membersOf(two, made)).toEqual(ids([two, three]))
  expect(await say(host, card)).toBe(made)
  expect(await membersOf(host, kept)).toEqual(ids([host, one]))
})

test('of two keepers of two circles the first to say yes decides which it is', async () => {
  const { db, host, one, two, three, outsider, card } = await metTwice()
  const first = await keeps({ db, by: host }, [outsider], 'Een')
  await keeps({ db, by: one }, [outsider], 'Twee')
  await say(two, card)
  expect(await say(host, card)).toBe(first)
  expect(await say(one, card)).toBe(first)
  expect(await say(three, card)).toBe(first)
  expect(await membersOf(host, first)).toEqual(ids([host, one, two, three, outsider]))
  expect(await db.count(sql`from circles`)).toBe(2)
})

test.each<[string, (here: Awaited<ReturnType<typeof offered>>) => Promise<unknown>]>([
  ['has left it', ({ host, circle }) => leave(host, circle, host)],
  ['was removed', ({ host, one, circle }) => leave(one, circle, host)],
  ['keeps it no longer', ({ host, one, circle }) => keep(one, circle, host, false)],
  ['has ended it', ({ host, circle }) => host.call(endCircle, { params: { id: circle } })],
  [
    'is suspended',
    ({ db, host }) => db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`),
  ],
  [
    'has deleted his account',
    async ({ db, host, one }) => {
      await db.run(sql`update playdates set creator_id = ${one.id}`)
      await host.call(deleteAccount)
    },
  ],
])('the yes of a keeper who %s lets nobody in, and is none to a new circle', async (_, happens) => {
  const here = await offered()
  const { db, two, three, circle, card } = here
  await happens(here)
  expect(await say(two, card)).toBeNull()
  expect(await db.count(sql`from circle_members where user_id = ${two.id}`)).toBe(0)
  const made = await say(three, card)
  expect(made).not.toBe(circle)
  expect(await membersOf(two, made)).toEqual(ids([two, three]))
})

/** A keeper has let those on the card into his circle, which another keeps too. */
async function offered() {
  const all = await metTwice()
  const { db, host, one, outsider, card } = all
  const circle = await keeps({ db, by: host }, [one, outsider])
  await keep(host, circle, one, true)
  await say(host, card)
  return { ...all, circle }
}

test('whoever a member blocks comes in, and neither learns anything of the other', async () => {
  const { db, host, two, outsider, card } = await metTwice()
  const circle = await keeps({ db, by: host }, [outsider])
  await outsider.call(block, { params: { id: two.id } })
  await say(host, card)
  expect(await say(two, card)).toBe(circle)
  expect(await membersOf(two, circle)).toEqual(ids([host, two]))
  expect(await membersOf(outsider, circle)).toEqual(ids([host, outsider]))
})

test('of two with a block between them only the first comes in by the yes of a keeper', async () => {
  const { db, host, one, two, three, outsider, card } = await metTwice()
  const circle = await keeps({ db, by: host }, [outsider])
  await one.call(block, { params: { id: two.id } })
  await say(two, card)
  await say(one, card)
  await say(host, card)
  await say(three, card)
  expect(await membersOf(host, circle)).toEqual(ids([host, two, three, outsider]))
})

test('whoever is in twenty circles stays out, and one of thirty takes nobody in', async () => {
  const { db, host, one, two, three, outsider, card } = await metTwice()
  const circle = await keeps({ db, by: host }, [outsider])
  await say(two, card)
  for (let count = 0; count < 20; count += 1)
    await db.run(sql`
      with made as (insert into circles (name) values ('Vol') returning id)
      insert into circle_members (circle_id, user_id) select id, ${two.id} from made`)
  await say(host, card)
  await crowd(db, circle, 27)
  expect(await say(one, card)).toBe(circle)
  expect(await say(three, card)).toBeNull()
  expect(await db.count(sql`from circle_members where circle_id = ${circle}`)).toBe(30)
})

test('a keeper lets nobody into another circle than he has read of', async () => {
  const { db, host, one, two, outsider, card } = await metTwice()
  const circle = await keeps({ db, by: host }, [one])
  await say(two, card)
  const saying = (circleId: number | null) =>
    host.call(answerSuggestion, { params: { id: card }, body: { yes: true, circleId } })
  await expect(saying(null)).rejects.toMatchObject(noCard)
  const larger = await keeps({ db, by: host }, [one, outsider], 'Groot')
  await expect(saying(circle)).rejects.toMatchObject(noCard)
  expect(await saying(larger)).toEqual({ circleId: larger })
  // A repeat, though his card has none any more.
  expect(await saying(null)).toEqual({ circleId: larger })
  expect(await membersOf(host, larger)).toEqual(ids([host, one, two, outsider]))
})

test('a keeper and others who say yes at once are in one circle', async () => {
  const { db, host, one, two, three, outsider, card } = await metTwice()
  await keeps({ db, by: host }, [outsider])
  await say(one, card)
  const said = await Promise.all([host, two, three].map(father => say(father, card)))
  expect(new Set(said).size).toBe(1)
  expect(await membersOf(host, said[0] ?? null)).toEqual(expect.arrayContaining(ids([host, one, two, three])))
})
