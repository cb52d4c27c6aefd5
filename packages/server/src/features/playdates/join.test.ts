import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { rounds } from '../../../../../tools/nightly.ts'
import { cancel, join, lockPlaydate } from '../../domain/playdates/seats.ts'
import { sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { codes, fulfilled } from '../../testing/client.ts'
import { postgresUrl, waitForLocks } from '../../testing/database.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../testing/world.ts'

test('the last places go to as many fathers as there are places, however many ask at once', async () => {
  const { host, fathers } = await world({ fathers: 50 })
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate({ maxParticipants: 3 }) })

    const outcomes = await Promise.allSettled(
      fathers.map(father => father.call(joinPlaydate, { params: { id }, body: {} })),
    )

    expect(fulfilled(outcomes)).toHaveLength(2) // the host holds the first place
    expect(codes(outcomes)).toEqual(Array(48).fill('playdate.full'))
    const { participants, placesTaken } = await host.call(onePlaydate, { params: { id } })
    expect(participants).toHaveLength(3)
    expect(placesTaken).toBe(3)
  }
}, 600_000)

test('each child takes a place', async () => {
  const {
    host,
    fathers: [first, second],
  } = await world({ fathers: 2 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ maxParticipants: 5 }) })

  const joined = await first.call(joinPlaydate, { params: { id }, body: { children: 2 } })
  expect(joined?.placesTaken).toBe(4)
  expect(joined?.participants.map(person => person.children)).toEqual([0, 2])

  await expect(second.call(joinPlaydate, { params: { id }, body: { children: 1 } })).rejects.toMatchObject({
    code: 'playdate.full',
  })
  const full = await second.call(joinPlaydate, { params: { id }, body: {} })
  expect(full?.placesTaken).toBe(5)
})

test('a father who joins twice is listed once, and the second time can change how many children he brings', async () => {
  const { host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })

  await father.call(joinPlaydate, { params: { id }, body: { children: 1 } })
  const again = await father.call(joinPlaydate, { params: { id }, body: {} })
  expect(again?.participants.map(person => person.children)).toEqual([0, 1])
  const changed = await father.call(joinPlaydate, { params: { id }, body: { children: 3 } })
  expect(changed?.participants.map(person => person.children)).toEqual([0, 3])
  expect(changed?.myStatus).toBe('joined')
})

test('the creator stays first in the list', async () => {
  const { host, fathers } = await world({ fathers: 3 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  for (const father of fathers) await father.call(joinPlaydate, { params: { id }, body: {} })

  const last = fathers[2]
  const { participants } = await last.call(onePlaydate, { params: { id } })
  expect(participants.map(person => person.id)).toEqual([host.id, ...fathers.map(father => father.id)])
})

test('a father who left may join again, but the creator cannot leave', async () => {
  const { host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })

  await father.call(joinPlaydate, { params: { id }, body: {} })
  await father.call(leavePlaydate, { params: { id } })
  await father.call(leavePlaydate, { params: { id } })
  expect((await host.call(onePlaydate, { params: { id } })).participants).toHaveLength(1)
  expect((await father.call(joinPlaydate, { params: { id }, body: {} }))?.participants).toHaveLength(2)
  await expect(host.call(leavePlaydate, { params: { id } })).rejects.toMatchObject({
    status: 409,
    code: 'playdate.yours',
  })
})

test('a past playdate can be neither joined nor left, and is not found by anyone who was not there', async () => {
  const { db, host, father: present, other: absent } = await world({ fathers: 2 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await present.call(joinPlaydate, { params: { id }, body: {} })
  await endPlaydate(db, id)

  await expect(present.call(joinPlaydate, { params: { id }, body: {} })).rejects.toMatchObject({
    code: 'playdate.over',
  })
  await expect(present.call(leavePlaydate, { params: { id }, body: {} })).rejects.toMatchObject({
    code: 'playdate.over',
  })
  await expect(absent.call(joinPlaydate, { params: { id }, body: {} })).rejects.toMatchObject({
    status: 404,
    code: 'playdate.unknown',
  })
  await expect(absent.call(onePlaydate, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await host.call(upcomingPlaydates)).toEqual([])
})

test('participants who blocked each other do not see each other on a third father’s playdate, and both are counted', async () => {
  const { host, fathers } = await world({ fathers: 2 })
  const params = { id: (await host.call(createPlaydate, { body: aPlaydate() })).id }
  for (const father of fathers) await father.call(joinPlaydate, { params, body: {} })
  const [one, other] = fathers
  await one.call(block, { params: { id: other.id } })
  for (const viewer of fathers) {
    const { participants, placesTaken } = await viewer.call(onePlaydate, { params })
    expect(participants.map(({ id }) => id)).toEqual([host.id, viewer.id])
    expect(placesTaken).toBe(3)
  }
})

test('a block ends future playdates together and leaves past ones', async () => {
  const { db, host, father: guest } = await world({ fathers: 1 })
  const [ended, coming] = [
    await host.call(createPlaydate, { body: aPlaydate() }),
    await host.call(createPlaydate, { body: aPlaydate() }),
  ]
  for (const { id } of [ended, coming]) await guest.call(joinPlaydate, { params: { id }, body: {} })
  await endPlaydate(db, ended.id)
  await host.call(block, { params: { id: guest.id } })
  const headsOn = ({ id }: { id: number }) => db.count(sql`from participants where playdate_id = ${id}`)
  expect([await headsOn(ended), await headsOn(coming)]).toEqual([2, 1])
})

// The embedded database runs one transaction after the other.
test.runIf(postgresUrl)(
  'a block takes a father off the playdate even if he was joining it at that moment',
  async () => {
    const { db, host, father: guest } = await world({ fathers: 1 })
    const { id } = await host.call(createPlaydate, { body: aPlaydate() })
    const blocked = await db.transaction(async tx => {
      await join(tx, id, guest.id, 0)
      const blocking = host.call(block, { params: { id: guest.id } })
      await waitForLocks(db, 1)
      return { blocking }
    })
    await blocked.blocking
    expect(await db.count(sql`from participants where playdate_id = ${id}`)).toBe(1)
  },
)

const takes = {
  join: (father: Father, id: number) => father.call(joinPlaydate, { params: { id }, body: {} }),
  'wait for': (father: Father, id: number) => father.call(waitForPlaydate, { params: { id }, body: {} }),
}
const parts = {
  'is blocked': (host: Father, father: Father) =>
    sql`insert into blocks (blocker_id, blocked_id) values (${host.id}, ${father.id})`,
  'leaves the circle': (_: Father, father: Father) => sql`delete from circle_members where user_id = ${father.id}`,
}

test
  .runIf(postgresUrl)
  .each(
    Object.entries(parts).flatMap(([parting, part]) =>
      Object.entries(takes).map(([taking, take]) => [parting, taking, part, take] as const),
    ),
  )('a father who %s while his call to %s its date is held up gets no place', async (_, taking, part, take) => {
  const { db, host, father: member } = await world({ fathers: 1 })
  await acquainted(host, member)
  const circleId = await aCircle(host, [member], { name: 'Woensdag' })
  const maxParticipants = taking === 'join' ? 5 : 1
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ circleId, maxParticipants }) })
  const held = await db.transaction(async tx => {
    await lockPlaydate(tx, id, host.id)
    const call = take(member, id).catch((error: unknown) => error)
    await waitForLocks(db, 1)
    await tx.run(part(host, member))
    return { call }
  })
  expect(await held.call).toMatchObject({ status: 404, code: 'playdate.unknown' })
  expect(await db.count(sql`from participants where playdate_id = ${id}`)).toBe(1)
  expect(await db.count(sql`from waiting where playdate_id = ${id}`)).toBe(0)
})

test('the creator cannot bring more children than there are places', async () => {
  const { host } = await world()
  const body = { ...aPlaydate({ maxParticipants: 3 }), children: 3 }
  await expect(host.call(createPlaydate, { body })).rejects.toMatchObject({ code: 'playdate.tooFewPlaces' })
  expect(await host.call(createPlaydate, { body: { ...body, children: 2 } })).toMatchObject({ placesTaken: 3 })
})

test('cancelling a playdate a second time changes nothing', async () => {
  const { db, host } = await world()
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await host.call(deletePlaydate, { params: { id } })
  await cancel(db, sql`p.id = ${id}`, undefined)
  const isAsBefore = sql`from playdates where id = ${id} and sequence = 1 and undo_until > now()`
  expect(await db.count(isAsBefore)).toBe(1)
})

test('only the creator can edit and delete a playdate, and never below the number who are coming', async () => {
  const { host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await father.call(joinPlaydate, { params: { id }, body: { children: 2 } })

  const edit = { params: { id }, body: aPlaydate({ title: 'Binnen', maxParticipants: 4 }) }
  await expect(father.call(editPlaydate, edit)).rejects.toMatchObject({ status: 403, code: 'playdate.notYours' })
  await expect(father.call(deletePlaydate, { params: { id } })).rejects.toMatchObject({ status: 403 })
  await expect(
    host.call(editPlaydate, { params: { id }, body: aPlaydate({ maxParticipants: 3 }) }),
  ).rejects.toMatchObject({
    status: 409,
    code: 'playdate.tooFewPlaces',
  })
  const edited = await host.call(editPlaydate, edit)
  expect(edited).toMatchObject({ title: 'Binnen', maxParticipants: 4, placesTaken: 4 })

  await host.call(deletePlaydate, { params: { id } })
  await expect(host.call(onePlaydate, { params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('a hidden member cannot join, but can leave', async () => {
  const { db, host, father: hidden } = await world({ fathers: 1 })
  const [here, there] = [
    await host.call(createPlaydate, { body: aPlaydate() }),
    await host.call(createPlaydate, { body: aPlaydate() }),
  ]
  await hidden.call(joinPlaydate, { params: { id: here.id }, body: {} })
  await db.run(sql`update users set hidden_at = now() where id = ${hidden.id}`)
  const stopped = { status: 403, code: 'user.stopped' }
  await expect(hidden.call(joinPlaydate, { params: { id: there.id }, body: {} })).rejects.toMatchObject(stopped)
  await expect(hidden.call(createPlaydate, { body: aPlaydate() })).rejects.toMatchObject(stopped)
  expect(await host.call(onePlaydate, { params: { id: there.id } })).toMatchObject({ placesTaken: 1 })
  await hidden.call(leavePlaydate, { params: { id: here.id } })
  expect(await host.call(onePlaydate, { params: { id: here.id } })).toMatchObject({ placesTaken: 1 })
})
