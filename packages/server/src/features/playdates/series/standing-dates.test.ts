import { createPlaydate, joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, takeStanding } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../../platform/db/db.ts'
import { planned } from '../../../testing/series.ts'
import { aPlaydate, endPlaydate } from '../../../testing/world.ts'
import { takeStanding as take } from './commands.ts'

test('a changed number of children counts for the dates to come, and not for one that is over', async () => {
  const { db, father: guest, dates } = await planned()
  const [first, second, third] = dates
  const params = { id: first?.series?.id ?? 0 }
  await guest.call(takeStanding, { params, body: { children: 2 } })
  await endPlaydate(db, first?.id ?? 0)
  await guest.call(takeStanding, { params, body: { children: 1 } })
  const brings = async (id: number | undefined) => {
    const { participants } = await guest.call(onePlaydate, { params: { id: id ?? 0 } })
    return participants.find(person => person.id === guest.id)?.children
  }
  expect([await brings(first?.id), await brings(second?.id)]).toEqual([2, 1])
  // Nobody reads a date again on which he brings as many already.
  await db.run(sql`update participants set children = 3 where playdate_id = ${second?.id} and user_id = ${guest.id}`)
  const changed: string[] = []
  const telling = db.for(undefined, changes =>
    changed.push(...changes.flatMap(change => ('things' in change ? change.things : []))),
  )
  await take(telling, params.id, guest.id, 3)
  expect(changed).toContain(`playdate ${third?.id}`)
  expect(changed).not.toContain(`playdate ${second?.id}`)
})

test('a father whose standing place finds every date full waits on each, and nobody hears that he is coming', async () => {
  const { db, father: guest, other, dates } = await planned({ maxParticipants: 1 })
  const params = { id: dates[0]?.series?.id ?? 0 }
  await db.run(sql`delete from outbox`)
  expect(await guest.call(takeStanding, { params, body: {} })).toEqual({ standing: true })
  for (const { id } of dates) {
    const { myStatus, waiting } = await guest.call(onePlaydate, { params: { id } })
    expect([myStatus, waiting?.position]).toEqual(['none', 1])
  }
  expect(await db.count(sql`from outbox where kind = 'joined'`)).toBe(0)
  // Screens that show such a date read its waiting list anew.
  const changed: string[] = []
  const telling = db.for(undefined, changes =>
    changed.push(...changes.flatMap(change => ('things' in change ? change.things : []))),
  )
  await take(telling, params.id, other.id, undefined)
  expect(changed).toEqual(expect.arrayContaining(dates.map(({ id }) => `playdate ${id}`)))
})

test('a regular who has confirmed a date sees so, and a guest of one date has nothing to confirm', async () => {
  const { father: guest, other, dates } = await planned()
  const params = { id: dates[0]?.id ?? 0 }
  await guest.call(takeStanding, { params: { id: dates[0]?.series?.id ?? 0 }, body: {} })
  await guest.call(confirmPlaydate, { params, body: { coming: true } })
  await other.call(joinPlaydate, { params, body: {} })
  const confirmation = async (father: typeof guest) => (await father.call(onePlaydate, { params })).confirmation
  expect([await confirmation(guest), await confirmation(other)]).toEqual(['confirmed', null])
})

test('a new regular is reminded only of the dates that have a place for him, and of no other playdate', async () => {
  const { db, host, father: guest, other, dates } = await planned({ maxParticipants: 2 })
  const [full, ...free] = dates.map(({ id }) => id)
  await other.call(joinPlaydate, { params: { id: full ?? 0 }, body: {} })
  const own = await guest.call(createPlaydate, { body: aPlaydate() })
  await host.call(joinPlaydate, { params: { id: own.id }, body: {} })
  const reminded = async () => {
    const rows = await db.many(
      z.object({ id: z.int(), userId: z.int() }),
      sql`select distinct playdate_id as id, user_id as "userId" from outbox where kind = 'reminder'`,
    )
    return (who: number) => rows.filter(({ userId }) => userId === who).map(({ id }) => id)
  }
  await db.run(sql`delete from outbox`)
  await guest.call(takeStanding, { params: { id: dates[0]?.series?.id ?? 0 }, body: {} })
  const now = await reminded()
  expect(now(guest.id).sort()).toEqual(free.sort())
  expect([now(host.id), now(other.id)]).toEqual([[], []])
  expect((await guest.call(onePlaydate, { params: { id: full ?? 0 } })).waiting?.position).toBe(1)
})
