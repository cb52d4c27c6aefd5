import { notifications } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { answerProposal } from '@papadag/contract/playdates/proposals'
import { block, deleteAccount, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../../platform/db/db.ts'
import { postgresUrl, waitForLocks } from '../../../testing/database.ts'
import { aPlayground } from '../../../testing/places.ts'
import {
  answer,
  aProposal,
  askedOf,
  free,
  middle,
  neighbours,
  nextWeek,
  onlyOne,
  round,
} from '../../../testing/proposals.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, type Father, password, settle, world } from '../../../testing/world.ts'
import { forgetPolls } from '../commands.ts'
import { beginRound } from './round.ts'

const kinds = async (father: Father) => (await father.call(notifications)).map(({ kind }) => kind)
const set = (db: Db, father: Father, what: ReturnType<typeof sql>) =>
  db.run(sql`update users set ${what} where id = ${father.id}`)

test('three fathers in a neighbourhood who are free at the same time are each invited to the playground in its middle', async () => {
  const { db, host, everybody, place, visitor } = await neighbours(2)
  const further = await aPlayground(host, { latitude: 52.37, longitude: 4.9275, name: 'Verder weg' })
  await db.run(sql`update places set status = 'confirmed'`)
  await round(db)
  for (const father of everybody) {
    const proposal = await onlyOne(father)
    const local = Temporal.Instant.from(proposal.startTime).toZonedDateTimeISO('Europe/Amsterdam')
    expect([local.dayOfWeek, local.hour, local.minute]).toEqual([3, 14, 30])
    expect(proposal).toMatchObject({
      accepted: 0,
      minimum: 3,
      mine: null,
      children: null,
      state: 'open',
      playdateId: null,
    })
    expect(proposal.place).toMatchObject({ id: place.id, name: 'De Zandkuil' })
    expect(proposal.place.id).not.toBe(further.id)
    const [notice, ...others] = await father.call(notifications)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'proposal.asked', person: null, details: { proposalId: proposal.id } })
  }
  expect(await db.count(sql`from playdates`)).toBe(0)
  await expect(visitor.fetch('GET', '/api/proposals')).resolves.toMatchObject({ status: 401 })
})

test('fathers who show no distance are invited in the town of their profiles', async () => {
  const { db, fathers } = await world({ fathers: 4 })
  const [one, two, three, elsewhere] = fathers
  await aPlayground(one, { latitude: 52.0907, longitude: 5.1214 })
  await db.run(sql`update places set status = 'confirmed'`)
  for (const father of [one, two, three, elsewhere]) {
    const city = father === elsewhere ? 'Zwolle' : 'Utrecht'
    await father.call(editProfile, {
      body: {
        firstName: 'Vader',
        lastName: 'Tester',
        email: `${father.username}@papadag.test`,
        city,
        childrenInfo: [],
      },
    })
    await father.call(editSettings, { body: { papaDays: ['fri-am'] } })
  }
  await settle(db)
  await round(db)
  expect((await Promise.all(fathers.map(askedOf))).map(({ length }) => length)).toEqual([1, 1, 1, 0])
})

test.each<[string, (all: Awaited<ReturnType<typeof neighbours<2>>>, third: Father) => Promise<unknown>]>([
  ['has switched proposals off', (_, third) => third.call(editSettings, { body: { proposals: false } })],
  ['does not show when he is free', (_, third) => third.call(editSettings, { body: { papaDaysVisible: false } })],
  ['cannot be found', (_, third) => third.call(editSettings, { body: { discoverable: false } })],
  ['is free at another time', (_, third) => third.call(editSettings, { body: { papaDays: ['wed-am'] } })],
  ['has blocked one of them', ({ host }, third) => third.call(block, { params: { id: host.id } })],
  ['is blocked by one of them', ({ host }, third) => host.call(block, { params: { id: third.id } })],
  ['is hidden', ({ db }, third) => set(db, third, sql`hidden_at = now()`)],
  ['is suspended', ({ db }, third) => set(db, third, sql`suspended_until = now() + interval '1 day'`)],
  ['may start nothing', ({ db }, third) => set(db, third, sql`may_not_start = true`)],
  ['is an organisation', ({ db }, third) => set(db, third, sql`is_host = true`)],
  ['has just registered', ({ db }, third) => set(db, third, sql`created_at = now() - interval '23 hours'`)],
  [
    'has not been here for a month',
    ({ db }, third) => set(db, third, sql`last_active_at = now() - interval '31 days'`),
  ],
  ['has just moved', ({ db }, third) => set(db, third, sql`neighbourhood_since = now() - interval '2 days'`)],
  ['lives elsewhere', ({ db }, third) => set(db, third, sql`neighbourhood_latitude = 53.1`)],
  [
    'has changed his days too often',
    ({ db }, third) =>
      set(
        db,
        third,
        sql`papa_days_counting = 0,
      papa_days_changed = array_fill(now(), array[4])`,
      ),
  ],
])('nobody is invited if the third father %s', async (_, change) => {
  const all = await neighbours(2)
  await change(all, all.fathers[1])
  await round(all.db)
  expect(await all.db.count(sql`from polls where creator_id is null`)).toBe(0)
  expect(await askedOf(all.host)).toEqual([])
})

/** Wednesday afternoon of the week for which the round looks, or another moment of it. */
function wednesday(plainTime: string) {
  const today = Temporal.Now.zonedDateTimeISO('Europe/Amsterdam').toPlainDate()
  const date = [3, 4, 5, 6, 7, 8, 9].map(days => today.add({ days })).find(({ dayOfWeek }) => dayOfWeek === 3) ?? today
  const start = date.toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime }).toInstant()
  return { startTime: start.toString(), endTime: start.add({ hours: 1 }).toString() }
}

test.each([
  ['a playdate of one of them that half day', '15:00', 'far', 0],
  ['a playdate of one of them in the morning', '10:00', 'far', 1],
  ['a playdate of somebody else in the neighbourhood', '15:00', 'near', 0],
  ['a playdate of somebody else in the morning', '10:00', 'near', 1],
] as const)('with %s, this many meetings are proposed: %s', async (_, at, where, many) => {
  const { db, host, newFather, place } = await neighbours(2)
  const creator = where === 'far' ? host : await newFather()
  await creator.call(createPlaydate, {
    body: aPlaydate({ ...wednesday(at), ...(where === 'near' && { placeId: place.id }) }),
  })
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(many)
})

test('no meeting is proposed without a playground near enough, or at one that nobody has confirmed', async () => {
  const { db, host } = await neighbours(2)
  await db.run(sql`update places set status = 'new'`)
  await round(db)
  await aPlayground(host, { ...middle, latitude: middle.latitude + 0.05 })
  await db.run(sql`update places set status = case when latitude > 52.4 then 'confirmed' else 'new' end`)
  await nextWeek(db)
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(0)
  await db.run(sql`update places set status = 'confirmed'`)
  await nextWeek(db)
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(1)
})

test('two nodes look at each neighbourhood once a week, and no father is invited twice within two weeks', async () => {
  const { db, host } = await neighbours(2)
  await Promise.all([beginRound(db), beginRound(db), round(db)])
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(1)
  await round(db)
  await nextWeek(db)
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(1)
  await nextWeek(db, 6)
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(1)
  await nextWeek(db, 2)
  await round(db)
  expect((await askedOf(host)).length).toBe(2)
})

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
  for (const father of [host, second, third]) expect(await kinds(father)).toEqual(['proposal.made', 'proposal.asked'])
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
  expect(await kinds(host)).not.toContain('proposal.made')
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
  expect([await db.count(sql`from polls where creator_id is null`), await kinds(fathers[0])]).toEqual([0, []])
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
  await set(db, host, sql`may_not_start = true`)
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
  await set(db, fourth, sql`hidden_at = now()`)
  expect(await onlyOne(host)).toMatchObject({ accepted: 1 })
  expect(await answer(fifth, proposal, true)).toMatchObject({ state: 'open' })
  await set(db, fourth, sql`hidden_at = null`)
  const made = await answer(fifth, proposal, false).then(() => answer(fifth, proposal, true))
  expect(made).toMatchObject({ state: 'made' })
  const { participants } = await host.call(onePlaydate, { params: { id: made.playdateId ?? 0 } })
  expect(participants.map(({ id }) => id).toSorted()).toEqual([host, fourth, fifth].map(({ id }) => id).toSorted())
  // To the blocked father it is what it would be without the other's account.
  expect(await onlyOne(third)).toMatchObject({ state: 'over', playdateId: null })
})

/** What an account learns: its proposals, without their numbers, and its notices. */
const learned = async (father: Father) => ({
  proposals: (await askedOf(father)).map(({ id: _, ...proposal }) => proposal),
  notices: (await father.call(notifications)).map(({ kind }) => kind),
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

test('neither one account nor three learn anything about a father beside them until he accepts', async () => {
  const { db, host, fathers, newFather } = await neighbours(3)
  const [second, third, victim] = fathers
  const mine = [host, second, third]
  await round(db)
  const withHim = await Promise.all(mine.map(learned))
  const text = JSON.stringify(await Promise.all(mine.map(askedOf)))
  for (const secret of [victim.username, 'Vader 4']) expect(text).not.toContain(secret)
  expect((await onlyOne(victim)).accepted).toBe(0)
  await answer(victim, await onlyOne(victim), false)
  expect(await Promise.all(mine.map(learned))).toEqual(withHim)
  await db.run(sql`delete from notifications`)
  await db.run(sql`delete from polls where creator_id is null`)
  await nextWeek(db)
  await victim.call(editSettings, { body: { papaDays: [] } })
  await round(db)
  expect(await Promise.all(mine.map(learned))).toEqual(withHim)
  // One account alone, and two who tick every day of a neighbour who shows his days to nobody.
  await db.run(sql`delete from notifications`)
  await db.run(sql`delete from polls where creator_id is null`)
  await nextWeek(db)
  await free(victim, 'wed-pm')
  await victim.call(editSettings, { body: { papaDaysVisible: false } })
  for (const away of [third]) await away.call(editSettings, { body: { papaDays: [] } })
  await round(db)
  expect(await Promise.all([host, second].map(learned))).toEqual([
    { proposals: [], notices: [] },
    { proposals: [], notices: [] },
  ])
  expect((await newFather()).id).toBeGreaterThan(victim.id)
})
