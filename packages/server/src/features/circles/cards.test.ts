import { circleSuggestions, circles, createCircle, oneCircle, removeCircleMember } from '@papadag/contract/circles'
import { notifications } from '@papadag/contract/notifications'
import { today } from '@papadag/contract/today'
import { exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { cardsOf, ids, keeps, membersOf, metTwice, noCard, say } from '../../testing/domain/cards.ts'
import { aMeeting, meetTwice } from '../../testing/domain/meetings.ts'
import { type Father, world } from '../../testing/world.ts'
import { forgetAnswers } from './cards.ts'

test('after the second playdate with the same three or more, each reads one card, on his first screen too', async () => {
  const { host, one, two, three, outsider, card } = await metTwice()
  for (const father of [host, one, two, three])
    expect(await cardsOf(father)).toEqual([[card, ids([host, one, two, three]).filter(id => id !== father.id)]])
  expect(await cardsOf(outsider)).toEqual([])
  const { due } = await one.call(today)
  expect(due).toMatchObject([{ kind: 'circleCard', cardId: card, name: 'Op de hei' }])
  expect(due[0]).not.toHaveProperty('yes')
})

test.each<[string, (here: Awaited<ReturnType<typeof pair>>) => Promise<unknown>, number]>([
  ['of two fathers only', ({ meet, host, one }) => meet([host, one], [10, 1]), 0],
  [
    'that share only two fathers',
    async ({ meet, host, one, two, three }) => {
      await meet([host, one, two], [10])
      await meet([host, one, three], [1])
    },
    0,
  ],
  ['of three fathers', ({ meet, host, one, two }) => meet([host, one, two], [10, 1]), 1],
  ['59 days apart', ({ meet, host, one, two }) => meet([host, one, two], [59, 0]), 1],
  ['61 days apart', ({ meet, host, one, two }) => meet([host, one, two], [61, 0]), 0],
  ['13 days ago', ({ meet, host, one, two }) => meet([host, one, two], [20, 13]), 1],
  ['15 days ago', ({ meet, host, one, two }) => meet([host, one, two], [20, 15]), 0],
  [
    'of which one was cancelled',
    async ({ db, meet, host, one, two }) => {
      await meet([host, one, two], [10, 1])
      await db.run(sql`update playdates set cancelled_at = now() where id = (select max(id) from playdates)`)
    },
    0,
  ],
  [
    'of which one had begun when it was planned',
    async ({ db, meet, host, one, two }) => {
      await meet([host, one, two], [10, 1])
      await db.run(sql`update playdates set is_backdated = true where id = (select max(id) from playdates)`)
    },
    0,
  ],
  [
    'on which one has not confirmed his seat',
    async ({ db, meet, host, one, two }) => {
      await meet([host, one, two], [10, 1])
      await db.run(sql`update participants set is_confirmed = false where user_id = ${two.id}`)
    },
    0,
  ],
])('two playdates %s make as many cards', async (_, meets, count) => {
  const here = await pair()
  await meets(here)
  expect(await cardsOf(here.one)).toHaveLength(count)
})

async function pair() {
  const all = await world({ fathers: 3 })
  const { db, host, father: one, other: two, third: three } = all
  async function meet(who: readonly Father[], daysAgo: readonly number[]) {
    for (const days of daysAgo) await aMeeting(db, who, { daysAgo: days })
  }
  return { db, host, one, two, three, meet }
}

test('after a third playdate nobody is asked again, whether he has answered or not', async () => {
  const { db, host, one, two, three, card } = await metTwice()
  await say(one, card, false)
  await aMeeting(db, [host, one, two, three], { daysAgo: 0 })
  expect(await cardsOf(one)).toEqual([])
  expect((await cardsOf(two)).map(([id]) => id)).toEqual([card])
})

test('the second yes makes the circle, and later ones join at once; nobody learns of a no, or of the first yes', async () => {
  const { host, one, two, three, card } = await metTwice()
  const before = await Promise.all([two, three].map(father => father.call(today)))
  expect(await say(host, card)).toBeNull()
  expect(await say(one, card, false)).toBeNull()
  expect(await Promise.all([two, three].map(father => father.call(today)))).toEqual(before)
  expect(await host.call(circles)).toEqual([])
  const circle = await say(two, card)
  expect(await membersOf(two, circle)).toEqual(ids([host, two]))
  expect(await host.call(circles)).toMatchObject([{ name: 'Op de hei', asked: [] }])
  expect(await host.call(notifications)).toMatchObject([{ kind: 'circle.joined', person: { id: two.id } }])
  // Three, who has not answered, reads what he read before.
  expect(await three.call(today)).toEqual(before[1])
  expect(await three.call(notifications)).toEqual([])
  expect(await say(three, card)).toBe(circle)
  expect(await membersOf(three, circle)).toEqual(ids([host, two, three]))
  await expect(one.call(oneCircle, { params: { id: circle ?? 0 } })).rejects.toMatchObject({ code: 'circle.unknown' })
  // He may think better of it while the card lasts.
  expect(await say(one, card)).toBe(circle)
})

test('two who say yes at once make one circle', async () => {
  const { db, host, one, two, card } = await metTwice()
  const said = await Promise.all([host, one, two].map(father => say(father, card)))
  expect(said.filter(id => id === null)).toHaveLength(1)
  expect(await db.count(sql`from circles`)).toBe(1)
  expect(await db.count(sql`from circle_members`)).toBe(3)
})

test('a repeated yes changes nothing, and whoever has left does not come back by it', async () => {
  const { host, one, card } = await metTwice()
  await say(host, card)
  expect(await say(host, card)).toBeNull()
  const circle = await say(one, card)
  expect(await say(one, card)).toBe(circle)
  expect(await say(one, card, false)).toBe(circle)
  await one.call(removeCircleMember, { params: { id: circle ?? 0, userId: String(one.id) }, body: {} })
  await expect(say(one, card)).rejects.toMatchObject(noCard)
})

test('two fathers with a block between them form no circle together, and each sees the other as a deleted account', async () => {
  const { host, one, two, three, card } = await metTwice()
  await host.call(block, { params: { id: one.id } })
  expect(await cardsOf(one)).toEqual([])
  expect(await cardsOf(two)).toEqual([[card, ids([host, one, three])]])
  expect(await cardsOf(host)).toEqual([[card, ids([two, three])]])
  await expect(say(one, card)).rejects.toMatchObject(noCard)
})

test.each([false, true])(
  'of two fathers with a block between them, the first to say yes is in the circle (unblocked: %s)',
  async isFirst => {
    const { db, host, father: maker, other: one, third: two, fourth: three } = await world({ fathers: 4 })
    const card = await meetTwice(db, [maker, host, one, two, three])
    await host.call(block, { params: { id: one.id } })
    const [first, second] = isFirst ? [host, one] : [one, host]
    await say(first, card)
    expect(await say(second, card)).toBeNull()
    const circle = await say(two, card)
    expect(await membersOf(two, circle)).toEqual(ids([first, two]))
    // The other can still form one with somebody else, who knows of neither.
    expect(await say(second, card)).toBeNull()
    expect(await say(three, card)).toBe(circle)
  },
)

test('a deleted or hidden father is on no card, and makes none', async () => {
  const { db, host, one, two, three, card } = await metTwice()
  await say(three, card)
  await db.run(sql`update users set hidden_at = now() where id = ${three.id}`)
  expect(await cardsOf(one)).toEqual([[card, ids([host, two])]])
  expect(await say(one, card)).toBeNull()
  await two.call(deleteAccount)
  await expect(say(one, card)).rejects.toMatchObject(noCard)
  expect(await cardsOf(host)).toEqual([])
})

test('a member who is in a circle with two of them already is not asked, and the others read the same as without it', async () => {
  const { db, host, one, two, three, card } = await metTwice()
  const before = await three.call(circleSuggestions)
  await keeps({ db, by: host }, [one, two])
  expect(await cardsOf(one)).toEqual([])
  await expect(say(one, card)).rejects.toMatchObject(noCard)
  expect(await three.call(circleSuggestions)).toEqual(before)
})

test('a father makes the circle of a card under a name that he chooses, and whoever says yes joins it', async () => {
  const { host, one, two, outsider, card } = await metTwice()
  await say(one, card)
  const body = { name: 'Woensdag', picture: 'sun' as const, fromCardId: card }
  const made = await host.call(createCircle, { body })
  expect(made).toMatchObject({
    name: 'Woensdag',
    picture: 'sun',
    members: [{ id: host.id, isKeeper: true }, { id: one.id }],
  })
  expect(await say(two, card)).toBe(made.id)
  await expect(outsider.call(createCircle, { body })).rejects.toMatchObject(noCard)
  await expect(host.call(createCircle, { body: { name: 'Niemand' } })).rejects.toMatchObject({ status: 400 })
})

test('a name that nobody has said yes to is a circle of one until somebody does', async () => {
  const { host, one, card } = await metTwice()
  const made = await host.call(createCircle, { body: { name: 'Woensdag', fromCardId: card } })
  expect(ids(made.members)).toEqual([host.id])
  expect(await say(one, card)).toBe(made.id)
})

test('a card that has ended can no longer be answered, and its answers are deleted after thirty days', async () => {
  const { db, host, one, card } = await metTwice()
  await say(host, card)
  expect((await host.call(exportAccount)).circleAnswers).toMatchObject([{ playdateId: card, saysYes: true }])
  expect((await one.call(exportAccount)).circleAnswers).toEqual([])
  await db.run(
    sql`update playdates set start_time = start_time - interval '15 days', end_time = end_time - interval '15 days'`,
  )
  await expect(say(one, card)).rejects.toMatchObject(noCard)
  await forgetAnswers(db)
  expect(await db.count(sql`from circle_answers`)).toBe(1)
  await db.run(sql`update circle_answers set answered_at = now() - interval '31 days'`)
  await forgetAnswers(db)
  expect(await db.count(sql`from circle_answers`)).toBe(0)
})
