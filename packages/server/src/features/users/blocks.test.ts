import { notifications } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { exportAccount } from '@papadag/contract/users/export'
import { block, blocks, deleteAccount, oneUser, unblock, users } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { postgresUrl, waitForLocks } from '../../testing/database.ts'
import { aSeries } from '../../testing/domain/rows.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPoll } from '../../testing/polls.ts'
import { aProposal } from '../../testing/proposals.ts'
import { aPlaydate, world } from '../../testing/world.ts'

test('a block hides both fathers from each other everywhere, and can be undone', async () => {
  const { host, father, other } = await world({ fathers: 2 })
  const his = await father.call(createPlaydate, { body: aPlaydate() })
  const shared = await other.call(createPlaydate, { body: aPlaydate() })
  for (const each of [host, father]) await each.call(joinPlaydate, { params: { id: shared.id }, body: {} })

  await host.call(block, { params: { id: father.id } })
  expect((await host.call(blocks)).map(({ id }) => id)).toEqual([father.id])
  expect(await father.call(blocks)).toEqual([])
  for (const [viewer, hidden] of [
    [host, father],
    [father, host],
  ] as const) {
    expect((await viewer.call(users, {})).map(({ id }) => id)).toEqual([other.id])
    await expect(viewer.call(oneUser, { params: { id: hidden.id } })).rejects.toMatchObject({ status: 404 })
    const { participants, placesTaken } = await viewer.call(onePlaydate, { params: { id: shared.id } })
    expect([participants.some(({ id }) => id === hidden.id), placesTaken]).toEqual([false, 3])
  }
  expect((await host.call(upcomingPlaydates)).map(({ id }) => id)).toEqual([shared.id])
  const joining = host.call(joinPlaydate, { params: { id: his.id }, body: {} })
  await expect(joining).rejects.toMatchObject({ status: 404 })

  await host.call(unblock, { params: { id: father.id } })
  expect(await host.call(oneUser, { params: { id: father.id } })).toMatchObject({ id: father.id })
})

test('an invisible member cannot be blocked, which would reveal him; a repeated block is harmless', async () => {
  const { db, host, father: blocker, other: hidden, third } = await world({ fathers: 3 })
  await blocker.call(block, { params: { id: host.id } })
  await db.run(sql`update users set hidden_at = now() where id = ${hidden.id}`)
  for (const id of [blocker.id, hidden.id, host.id, 999]) {
    await expect(host.call(block, { params: { id } })).rejects.toMatchObject({ status: 404, code: 'user.unknown' })
  }
  await host.call(block, { params: { id: third.id } })
  await third.call(block, { params: { id: host.id } }).catch(() => {})
  await host.call(block, { params: { id: third.id } })
  expect((await host.call(blocks)).map(({ id }) => id)).toEqual([third.id])
  await db.run(sql`update users set hidden_at = now() where id = ${third.id}`)
  expect(await host.call(blocks)).toEqual([])
})

test('a blocked member learns only what a deletion would show him, even in his export', async () => {
  const { host, father: blocked, other } = await world({ fathers: 2 })
  const [his, gone] = [
    await host.call(createPlaydate, { body: aPlaydate({ title: 'Hutten bouwen' }) }),
    await other.call(createPlaydate, { body: aPlaydate({ title: 'Hutten bouwen' }) }),
  ]
  for (const { id } of [his, gone]) await blocked.call(joinPlaydate, { params: { id }, body: {} })
  await other.call(deleteAccount)
  for (const _ of ['once', 'again']) await host.call(block, { params: { id: blocked.id } })
  const [last, first, ...more] = await blocked.call(notifications, {})
  expect(more).toEqual([])
  expect(last).toEqual({
    ...first,
    id: last?.id,
    createdAt: last?.createdAt,
    details: { ...first?.details, startTime: his.startTime },
  })
  const { playdates, participations } = await blocked.call(exportAccount)
  expect([playdates, participations]).toEqual([[], []])

  await host.call(deletePlaydate, { params: { id: his.id } })
  expect(await blocked.call(notifications, {})).toHaveLength(2)
})

test('a block takes both off each other’s playdates, and undoing it does not restore them', async () => {
  const { host, father } = await world({ fathers: 1 })
  const [mine, his] = [
    await host.call(createPlaydate, { body: aPlaydate() }),
    await father.call(createPlaydate, { body: aPlaydate() }),
  ]
  await father.call(joinPlaydate, { params: { id: mine.id }, body: { children: 2 } })
  await host.call(joinPlaydate, { params: { id: his.id }, body: {} })
  for (const _ of ['once', 'again']) {
    await host.call(block, { params: { id: father.id } })
    expect(await host.call(onePlaydate, { params: { id: mine.id } })).toMatchObject({ placesTaken: 1 })
    expect(await father.call(onePlaydate, { params: { id: his.id } })).toMatchObject({ placesTaken: 1 })
    await host.call(unblock, { params: { id: father.id } })
  }
  expect(await father.call(onePlaydate, { params: { id: mine.id } })).toMatchObject({
    myStatus: 'none',
    placesTaken: 1,
  })
  expect((await father.call(notifications, {})).filter(({ kind }) => kind === 'playdate.cancelled')).toHaveLength(1)
})

// The embedded database runs one transaction after the other.
test.runIf(postgresUrl)('a block waits only for the playdates of these two fathers', async () => {
  const { db, host, father: blocked, other } = await world({ fathers: 2 })
  const { id: theirs } = await blocked.call(createPlaydate, { body: aPlaydate() })
  const { id: another } = await other.call(createPlaydate, { body: aPlaydate() })
  for (const father of [host, blocked]) await father.call(joinPlaydate, { params: { id: another }, body: {} })
  const params = { id: blocked.id }
  const { id: placeId } = await aPlayground(other)
  await aSeries(db, other.id, 'Hutten')
  for (const asked of [host, blocked]) await aProposal(db, placeId, [asked.id, other.id])
  await other.call(createPoll, { body: aPoll({ fathers: [host.id, blocked.id] }) })
  await host.call(createPoll, { body: aPoll({ fathers: [other.id] }) })
  await db.transaction(async tx => {
    await tx.run(sql`select from playdates where id = ${another} for update`)
    for (const table of [sql`polls`, sql`series`]) await tx.run(sql`select from ${table} for update`)
    await host.call(block, { params })
  })
  await host.call(unblock, { params })
  const blocking = await db.transaction(async tx => {
    await tx.run(sql`select from playdates where id = ${theirs} for update`)
    const waits = host.call(block, { params })
    await waitForLocks(db, 1)
    return { waits }
  })
  await blocking.waits
})
