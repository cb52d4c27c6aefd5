import { logIn, register } from '@papadag/contract/auth'
import { calendarFeeds, makeCalendarFeed } from '@papadag/contract/calendars'
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
import {
  block,
  blocks,
  changePassword,
  deleteAccount,
  editProfile,
  editSettings,
  featuredUser,
  oneUser,
  ownProfile,
  sessions,
  suggestedUsers,
  unblock,
  users,
} from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { postgresUrl, testDb, waitForLocks } from '../../testing/database.ts'
import { aSeries } from '../../testing/domain/rows.ts'
import { interruptible } from '../../testing/interruptible.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPoll } from '../../testing/polls.ts'
import { aProposal } from '../../testing/proposals.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, password, world } from '../../testing/world.ts'

test('an organisation cannot rename itself, and any other account can', async () => {
  const { db, host } = await world()
  const rename = (body: { firstName?: string; lastName?: string; bio?: string }) => host.call(editProfile, { body })
  await rename({ firstName: 'Buurthuis', lastName: 'West', bio: 'Welkom' })
  await db.run(sql`update users set is_host = true where id = ${host.id}`)
  for (const name of [{ firstName: 'Gemeente' }, { lastName: 'Oost' }])
    await expect(rename(name)).rejects.toMatchObject({ status: 403, code: 'user.nameIsFixed' })
  expect(await rename({ firstName: 'Buurthuis', lastName: 'West', bio: 'Kom binnen' })).toMatchObject({
    bio: 'Kom binnen',
  })
  await db.run(sql`update users set is_host = false where id = ${host.id}`)
  expect(await rename({ firstName: 'Gemeente' })).toMatchObject({ firstName: 'Gemeente' })
})

test('fathers can be found by name, city or bio, and by nothing private', async () => {
  const {
    host,
    fathers: [father, other],
  } = await world({ fathers: 2 })
  await father.call(editProfile, { body: { firstName: 'Kwame', lastName: 'Mensah', city: 'Diemen', bio: '100% klei' } })
  for (const q of ['kwame m', 'DIEMEN', '100%']) {
    expect((await host.call(users, { query: { q } })).map(({ id }) => id)).toEqual([father.id])
  }
  expect(await host.call(users, { query: { q: '_' } })).toEqual([])
  const all = await host.call(users, {})
  expect(all.map(({ id }) => id)).toEqual([other.id, father.id].sort((a, b) => b - a))
  expect(JSON.stringify(all)).not.toMatch(/papadag\.test|vader\d/)
})

test('nobody can find out a hidden last name by guessing it', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  await father.call(editProfile, { body: { lastName: 'Mensah' } })
  await father.call(editSettings, { body: { lastNameInitialOnly: true } })
  expect(await host.call(users, { query: { q: 'mensah' } })).toEqual([])
  expect(await host.call(oneUser, { params: { id: father.id } })).toMatchObject({ lastName: 'M.' })
  const { id } = await father.call(createPlaydate, { body: aPlaydate() })
  expect(await host.call(onePlaydate, { params: { id } })).toMatchObject({ participants: [{ lastName: 'M.' }] })
  expect(await father.call(onePlaydate, { params: { id } })).toMatchObject({ participants: [{ lastName: 'Mensah' }] })
})

test('a father’s phone number and his children’s ages are shown to those he meets, and their names only if he allows it', async () => {
  const {
    host,
    fathers: [co, member],
  } = await world({ fathers: 2 })
  await host.call(editProfile, {
    body: { phoneNumber: '0612345678', childrenInfo: [{ name: 'Mila', age: 4 }] },
  })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await co.call(joinPlaydate, { params: { id }, body: {} })
  const seen = (viewer: typeof co) => viewer.call(oneUser, { params: { id: host.id } })
  expect(await seen(co)).toMatchObject({ childrenInfo: [{ age: 4 }] })
  expect(JSON.stringify(await seen(co))).not.toMatch(/Mila|0612345678/)
  expect(await seen(member)).not.toHaveProperty('childrenInfo')

  await host.call(editSettings, { body: { showChildNames: true, showPhone: true, childrenVisibility: 'members' } })
  expect(await seen(co)).toMatchObject({ childrenInfo: [{ name: 'Mila', age: 4 }], phoneNumber: '0612345678' })
  expect(await seen(member)).toMatchObject({ childrenInfo: [{ age: 4 }] })
  expect(JSON.stringify(await seen(member))).not.toMatch(/Mila|0612345678/)
})

test('the featured father is never the viewer, nor one who opted out', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  expect(await host.call(featuredUser)).toMatchObject({ id: father.id })
  await father.call(editSettings, { body: { spotlight: false } })
  await expect(host.call(featuredUser)).rejects.toMatchObject({ status: 404, code: 'user.nobody' })
})

test('a father gets suggestions of others in his city', async () => {
  const {
    host,
    fathers: [near, far],
  } = await world({ fathers: 2 })
  for (const father of [host, near]) await father.call(editProfile, { body: { city: 'Utrecht' } })
  await far.call(editProfile, { body: { city: 'Assen' } })
  expect((await host.call(suggestedUsers)).map(({ id }) => id)).toEqual([near.id])
})

test('a profile can be changed field by field, and a short or taken value is refused with a sentence', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  expect(await host.call(editProfile, { body: { bio: ' Modder. ', city: 'Utrecht' } })).toMatchObject({
    bio: 'Modder.',
    city: 'Utrecht',
    firstName: 'Vader 1',
  })
  expect(await host.call(editProfile, { body: { bio: '' } })).toMatchObject({ bio: null, city: 'Utrecht' })
  await expect(host.call(editProfile, { body: { firstName: 'D' } })).rejects.toMatchObject({
    status: 400,
    body: { error: 'Voornaam moet minimaal 2 tekens bevatten' },
  })
  const { email } = await father.call(ownProfile)
  await expect(host.call(editProfile, { body: { email: email.toUpperCase() } })).rejects.toMatchObject({ status: 409 })
})

test('a block hides both fathers from each other everywhere, and can be undone', async () => {
  const {
    host,
    fathers: [father, third],
  } = await world({ fathers: 2 })
  const his = await father.call(createPlaydate, { body: aPlaydate() })
  const shared = await third.call(createPlaydate, { body: aPlaydate() })
  for (const each of [host, father]) await each.call(joinPlaydate, { params: { id: shared.id }, body: {} })

  await host.call(block, { params: { id: father.id } })
  expect((await host.call(blocks)).map(({ id }) => id)).toEqual([father.id])
  expect(await father.call(blocks)).toEqual([])
  for (const [viewer, hidden] of [
    [host, father],
    [father, host],
  ] as const) {
    expect((await viewer.call(users, {})).map(({ id }) => id)).toEqual([third.id])
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

test('a new password ends all other sessions', async () => {
  const { host, newFather, visitor } = await world()
  await newFather()
  await visitor.call(logIn, { body: { username: host.username, password } })
  expect(await host.call(sessions)).toHaveLength(2)
  const wrong = { currentPassword: 'niet dit', newPassword: 'modder en regen' }
  await expect(host.call(changePassword, { body: wrong })).rejects.toMatchObject({ code: 'auth.wrongPassword' })
  await host.call(changePassword, { body: { ...wrong, currentPassword: password } })
  expect(await host.call(sessions)).toMatchObject([{ isCurrent: true }])
  expect((await visitor.fetch('GET', '/api/users/me')).status).toBe(401)
  await visitor.call(logIn, { body: { username: host.username, password: wrong.newPassword } })
})

test('a new password ends the calendar feeds of that account if asked to', async () => {
  const { host, fathers } = await world({ fathers: 1 })
  for (const father of [host, fathers[0]])
    await father.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const change = (currentPassword: string, newPassword: string, endCalendarFeeds?: boolean) =>
    host.call(changePassword, { body: { currentPassword, newPassword, endCalendarFeeds } })
  const left = async () => [host, fathers[0]].map(async father => (await father.call(calendarFeeds)).length)
  await change(password, 'modder en regen')
  await change('modder en regen', 'modder en hagel', false)
  expect(await Promise.all(await left())).toEqual([1, 1])
  await change('modder en hagel', 'modder en wind', true)
  expect(await Promise.all(await left())).toEqual([0, 1])
})

test('deleting an account removes its playdates, sessions and sockets; its name stays reserved for a while', async () => {
  const {
    host,
    fathers: [father],
    visitor,
  } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  const screen = await connect(host)
  await host.call(deleteAccount)
  expect(await screen.closed()).toBe(4401)
  expect((await host.fetch('GET', '/api/users/me')).status).toBe(401)
  await expect(father.call(onePlaydate, { params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(father.call(oneUser, { params: { id: host.id } })).rejects.toMatchObject({ status: 404 })
  await expect(visitor.call(logIn, { body: { username: host.username, password } })).rejects.toMatchObject({
    status: 401,
  })
  const again = {
    username: host.username.toUpperCase(),
    email: 'iemand.anders@papadag.test',
    password: 'regenpak',
    firstName: 'Iemand',
    lastName: 'Anders',
  }
  await expect(visitor.call(register, { body: again })).rejects.toMatchObject({ code: 'auth.usernameTaken' })
})

test('lists of fathers contain no child’s name and no phone number, whatever his profile shows', async () => {
  const {
    host,
    fathers: [co],
  } = await world({ fathers: 1 })
  await host.call(editProfile, {
    body: { phoneNumber: '0612345678', city: 'Utrecht', childrenInfo: [{ name: 'Mila', age: 4 }] },
  })
  await co.call(editProfile, { body: { city: 'Utrecht' } })
  await host.call(editSettings, { body: { showChildNames: true, showPhone: true, childrenVisibility: 'members' } })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await co.call(joinPlaydate, { params: { id }, body: {} })
  const lists = [...(await co.call(users, {})), ...(await co.call(suggestedUsers)), await co.call(featuredUser)]
  expect(lists).toMatchObject(Array(3).fill({ id: host.id, childrenInfo: [{ age: 4 }] }))
  expect(JSON.stringify(lists)).not.toMatch(/Mila|0612345678/)
  expect(await co.call(oneUser, { params: { id: host.id } })).toMatchObject({
    childrenInfo: [{ name: 'Mila' }],
    phoneNumber: '0612345678',
  })
})

test('an invisible member cannot be blocked, which would reveal him; a repeated block is harmless', async () => {
  const {
    db,
    host,
    fathers: [blocker, hidden, other],
  } = await world({ fathers: 3 })
  await blocker.call(block, { params: { id: host.id } })
  await db.run(sql`update users set hidden_at = now() where id = ${hidden.id}`)
  for (const id of [blocker.id, hidden.id, host.id, 999]) {
    await expect(host.call(block, { params: { id } })).rejects.toMatchObject({ status: 404, code: 'user.unknown' })
  }
  await host.call(block, { params: { id: other.id } })
  await other.call(block, { params: { id: host.id } }).catch(() => {})
  await host.call(block, { params: { id: other.id } })
  expect((await host.call(blocks)).map(({ id }) => id)).toEqual([other.id])
  await db.run(sql`update users set hidden_at = now() where id = ${other.id}`)
  expect(await host.call(blocks)).toEqual([])
})

test('a blocked member learns only what a deletion would show him, even in his export', async () => {
  const {
    host,
    fathers: [blocked, other],
  } = await world({ fathers: 2 })
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

test('a password that is replaced during a change keeps its replacement', async () => {
  const { db, once } = interruptible(await testDb())
  const { host } = await world({ db })
  once('select password_hash', () => db.run(sql`update users set password_hash = 'a new one' where id = ${host.id}`))
  const changing = host.call(changePassword, { body: { currentPassword: password, newPassword: 'modder en regen' } })
  await expect(changing).rejects.toMatchObject({ code: 'auth.wrongPassword' })
  expect(await db.count(sql`from users where password_hash = 'a new one'`)).toBe(1)
})

test('an e-mail address can be changed ten times an hour; repeating the same one does not count', async () => {
  const { db, host } = await world({ env: { RATE_LIMIT: 'on' } })
  const change = (email: string) => host.call(editProfile, { body: { email } })
  for (let time = 0; time < 10; time += 1) await change(`adres${time}@papadag.test`)
  await expect(change('nog.een@papadag.test')).rejects.toMatchObject({ code: 'request.tooOften' })
  await change('adres9@papadag.test')
  expect(await db.count(sql`from audit where event = 'account.emailChanged'`)).toBe(10)
})

test('a block takes both off each other’s playdates, and undoing it does not restore them', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
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

test.each(['0000-05', '1900-01', '2199-01'])('a child’s birth month of %s is refused', async birthMonth => {
  const { host } = await world()
  await expect(
    host.call(editProfile, { body: { childrenInfo: [{ name: 'Sam', age: 3, birthMonth }] } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { issues: [{ path: 'childrenInfo.0.birthMonth', code: 'field.invalid' }] },
  })
})

// The embedded database runs one transaction after the other.
test.runIf(postgresUrl)('a block waits only for the playdates of these two fathers', async () => {
  const { db, host, fathers } = await world({ fathers: 2 })
  const [blocked, other] = fathers
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
