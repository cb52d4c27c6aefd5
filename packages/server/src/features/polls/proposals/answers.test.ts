import { notifications } from '@papadag/contract/notifications'
import { deletePlaydate, joinPlaydate, onePlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { answerProposal } from '@papadag/contract/playdates/proposals'
import { block, deleteAccount, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { postgresUrl, waitForLocks } from '../../../testing/database.ts'
import { answer, aProposal, askedOf, neighbours, onlyOne, round, setFather } from '../../../testing/proposals.ts'
import { kindsOf } from '../../../testing/scenes/notices.ts'
import { connect } from '../../../testing/socket.ts'
import { type Father, password } from '../../../testing/world.ts'
import { forgetPolls } from '../commands.ts'

test('when the third father accepts, the proposal becomes the first one’s playdate with all three, and the fourth can join', async () => {
  const { db, host, fathers, everybody, place } = await neighbours(3)
  const [second, third, fourth] = fathers
  await second.call(editSettings, { body: { language: 'de' } })
  await round(db)
  const screen = await connect(fourth)
  screen.send({ type: 'watch', paths: ['/api/proposals'] })
  // Frames are handled in order.
  screen.send({ type: 'watch', paths: ['/api/no-such-read'] })
  await screen.frame('error')
  const proposal = await onlyOne(host)
  expect(await answer(second, proposal, true, 2)).toMatchObject({
    accepted: 1,
    mine: 'yes',
    children: 2,
    state: 'open',
  })
  expect(JSON.stringify(await screen.frame('changed'))).toContain('/api/proposals')
  expect(await answer(third, proposal, false)).toMatchObject({ accepted: 1, mine: 'no', children: null })
  expect(await answer(host, proposal, true)).toMatchObject({ accepted: 2, state: 'open' })
  // His seat is that of his first answer; a repeat changes nothing but the children.
  expect(await answer(second, proposal, true, 1)).toMatchObject({ accepted: 2, children: 1 })
  expect(await db.count(sql`from playdates`)).toBe(0)
  const made = await answer(third, proposal, true)
  expect(made).toMatchObject({ accepted: 3, state: 'made', mine: 'yes' })
  const params = { id: made.playdateId ?? 0 }
  const playdate = await fourth.call(onePlaydate, { params })
  expect(playdate).toMatchObject({
    ...{
      title: 'Zusammen auf den Spielplatz',
      placeId: place.id,
      startTime: proposal.startTime,
      endTime: proposal.endTime,
    },
    ...{ minimumFathers: 3, maxParticipants: 20, placesTaken: 4, myStatus: 'none' },
  })
  expect(playdate.participants.map(({ id }) => id).toSorted()).toEqual(
    [host, second, third].map(({ id }) => id).toSorted(),
  )
  expect(playdate.participants[0]?.id).toBe(second.id)
  for (const father of [host, second, third]) expect(await kindsOf(father)).toEqual(['proposal.made', 'proposal.asked'])
  expect((await second.call(notifications))[0]?.details).toMatchObject({ isOwn: true })
  expect((await host.call(notifications))[0]?.details).toMatchObject({ isOwn: false })
  expect(await onlyOne(fourth)).toMatchObject({ state: 'made', mine: null, accepted: 3, playdateId: params.id })
  // A repeat after a lost answer; anything else is done at the playdate.
  expect(await answer(third, proposal, true)).toMatchObject({ state: 'made', playdateId: params.id })
  await expect(answer(third, proposal, false)).rejects.toMatchObject({ status: 409, code: 'proposal.made' })
  await expect(answer(fourth, proposal, true)).rejects.toMatchObject({ code: 'proposal.made' })
  await fourth.call(joinPlaydate, { params, body: {} })
  await second.call(deletePlaydate, { params, body: {} })
  for (const father of everybody.slice(1, 2))
    expect(await onlyOne(father)).toMatchObject({ state: 'over', playdateId: null })
  expect(await kindsOf(host)).not.toContain('proposal.made')
})

test('six fathers who accept at the same moment on two nodes get one playdate, with nobody twice and nobody lost', async () => {
  const { db, everybody, newNode, at, host } = await neighbours(5)
  await round(db)
  const other = await newNode()
  const proposal = await onlyOne(host)
  const said = await Promise.allSettled(
    everybody.map((father, n) => answer(n % 2 ? at(other, father) : father, proposal, true)),
  )
  const [playdate, ...others] = await host.call(upcomingPlaydates)
  expect(others).toEqual([])
  const accepted = everybody.filter((_, n) => said[n]?.status === 'fulfilled').map(({ id }) => id)
  expect(playdate?.participants.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted())
  expect(accepted).toHaveLength(3)
  for (const refused of said.filter(({ status }) => status === 'rejected'))
    expect(refused).toMatchObject({ reason: { code: 'proposal.made' } })
})

test('a large family for which there is no room joins the waiting list', async () => {
  const { db, host, fathers } = await neighbours(2)
  await round(db)
  const proposal = await onlyOne(host)
  await answer(host, proposal, true, 10)
  await answer(fathers[0], proposal, true, 1)
  const made = await answer(fathers[1], proposal, true, 9)
  const playdate = await fathers[1].call(onePlaydate, { params: { id: made.playdateId ?? 0 } })
  expect(playdate).toMatchObject({ placesTaken: 13, myStatus: 'none', waiting: { position: 1, children: 9 } })
  const details = async (father: Father) => (await father.call(notifications))[0]?.details
  expect([await details(fathers[1]), await details(fathers[0])]).toMatchObject([
    { isWaiting: true },
    { isWaiting: false },
  ])
})

test('a proposal with too few acceptances ends the day before, and is deleted after its time', async () => {
  const { db, host, fathers } = await neighbours(2)
  await round(db)
  const proposal = await onlyOne(host)
  await answer(host, proposal, true)
  await db.run(sql`update polls set ends_at = now()`)
  expect(await onlyOne(host)).toMatchObject({ state: 'over', mine: 'yes' })
  await expect(answer(fathers[0], proposal, true)).rejects.toMatchObject({ status: 409, code: 'proposal.over' })
  expect(await answer(host, proposal, true)).toMatchObject({ state: 'over' })
  await db.run(sql`update polls set created_at = now() - interval '14 days'`)
  await forgetPolls(db)
  expect(await askedOf(host)).toHaveLength(1)
  await db.run(sql`update poll_times set end_time = now()`)
  expect(await askedOf(host)).toEqual([])
  await db.run(sql`update polls set created_at = now() - interval '16 days'`)
  await forgetPolls(db)
  expect([await db.count(sql`from polls where creator_id is null`), await kindsOf(fathers[0])]).toEqual([0, []])
})

test('hiding its place ends a proposal, and those who were not invited cannot find it', async () => {
  const { db, host, fathers, newFather } = await neighbours(2)
  await round(db)
  const proposal = await onlyOne(host)
  const stranger = await newFather()
  await expect(answer(stranger, proposal, true)).rejects.toMatchObject({ status: 404, code: 'proposal.unknown' })
  await db.run(sql`update places set hidden_at = now()`)
  expect(await onlyOne(fathers[0])).toMatchObject({ state: 'over' })
  await expect(answer(fathers[0], proposal, true)).rejects.toMatchObject({ code: 'proposal.over' })
  const body: object = { coming: 'ja' }
  const typed = body as { coming: boolean } // what a client of its own may send
  await expect(host.call(answerProposal, { params: { id: proposal.id }, body: typed })).rejects.toMatchObject({
    status: 400,
  })
})

test('a father whom reports have stopped can decline a proposal but not accept it', async () => {
  const { db, host } = await neighbours(2)
  await round(db)
  const proposal = await onlyOne(host)
  await setFather(db, host, sql`may_not_start = true`)
  await expect(answer(host, proposal, true)).rejects.toMatchObject({ code: 'user.stopped' })
  expect(await answer(host, proposal, false)).toMatchObject({ mine: 'no', accepted: 0 })
})

test('a father who accepted no longer counts once he deletes his account, is hidden or is blocked by the first', async () => {
  const { db, host, fathers } = await neighbours(4)
  const [second, third, fourth, fifth] = fathers
  await round(db)
  const proposal = await onlyOne(host)
  await answer(second, proposal, true)
  await second.call(deleteAccount, { body: { password } })
  expect(await onlyOne(host)).toMatchObject({ accepted: 0 })
  await answer(host, proposal, true)
  await answer(third, proposal, true)
  await host.call(block, { params: { id: third.id } })
  // Each reads what he would if the other's account were gone.
  expect([await onlyOne(host), await onlyOne(third)]).toMatchObject([{ accepted: 1 }, { accepted: 1 }])
  expect(await answer(fourth, proposal, true)).toMatchObject({ accepted: 2, state: 'open' })
  await setFather(db, fourth, sql`hidden_at = now()`)
  expect(await onlyOne(host)).toMatchObject({ accepted: 1 })
  expect(await answer(fifth, proposal, true)).toMatchObject({ state: 'open' })
  await setFather(db, fourth, sql`hidden_at = null`)
  const made = await answer(fifth, proposal, false).then(() => answer(fifth, proposal, true))
  expect(made).toMatchObject({ state: 'made' })
  const { participants } = await host.call(onePlaydate, { params: { id: made.playdateId ?? 0 } })
  expect(participants.map(({ id }) => id).toSorted()).toEqual([host, fourth, fifth].map(({ id }) => id).toSorted())
  // To the blocked father it is what it would be without the other's account.
  expect(await onlyOne(third)).toMatchObject({ state: 'over', playdateId: null })
})

// The embedded database runs one transaction after the other.
test.runIf(postgresUrl)(
  'a father who blocks the first while the third accepts is not left on their playdate',
  async () => {
    const { db, host, fathers, place } = await neighbours(2)
    const [second, third] = fathers
    await aProposal(
      db,
      place.id,
      [host, second, third].map(({ id }) => id),
    )
    const proposal = await onlyOne(host)
    await answer(host, proposal, true)
    await answer(second, proposal, true)
    const { accepting, blocking } = await db.transaction(async tx => {
      // The new playdate waits for its place, and the block for the proposal.
      await tx.run(sql`select from places where id = ${place.id} for update`)
      const accepting = answer(third, proposal, true)
      await waitForLocks(db, 1)
      const blocking = second.call(block, { params: { id: host.id } })
      await waitForLocks(db, 2)
      return { accepting, blocking }
    })
    const { playdateId } = await accepting
    await blocking
    const on = await third.call(onePlaydate, { params: { id: playdateId ?? 0 } })
    expect(on.participants.map(({ id }) => id)).toEqual([host.id, third.id])
  },
)
