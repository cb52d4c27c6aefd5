import { logIn, register } from '@papadag/contract/auth'
import { createPlaydate, joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import {
  changePassword,
  deleteAccount,
  editProfile,
  editSettings,
  featuredUser,
  oneUser,
  ownProfile,
  sessions,
  suggestedUsers,
  users,
} from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { interruptible } from '../../testing/interruptible.ts'
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
  const { host, father, other } = await world({ fathers: 2 })
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
  const { host, father } = await world({ fathers: 1 })
  await father.call(editProfile, { body: { lastName: 'Mensah' } })
  await father.call(editSettings, { body: { lastNameInitialOnly: true } })
  expect(await host.call(users, { query: { q: 'mensah' } })).toEqual([])
  expect(await host.call(oneUser, { params: { id: father.id } })).toMatchObject({ lastName: 'M.' })
  const { id } = await father.call(createPlaydate, { body: aPlaydate() })
  expect(await host.call(onePlaydate, { params: { id } })).toMatchObject({ participants: [{ lastName: 'M.' }] })
  expect(await father.call(onePlaydate, { params: { id } })).toMatchObject({ participants: [{ lastName: 'Mensah' }] })
})

test('a father’s phone number and his children’s ages are shown to those he meets, and their names only if he allows it', async () => {
  const { host, father: co, other: member } = await world({ fathers: 2 })
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
  const { host, father } = await world({ fathers: 1 })
  expect(await host.call(featuredUser)).toMatchObject({ id: father.id })
  await father.call(editSettings, { body: { spotlight: false } })
  await expect(host.call(featuredUser)).rejects.toMatchObject({ status: 404, code: 'user.nobody' })
})

test('a father gets suggestions of others in his city', async () => {
  const { host, father: near, other: far } = await world({ fathers: 2 })
  for (const father of [host, near]) await father.call(editProfile, { body: { city: 'Utrecht' } })
  await far.call(editProfile, { body: { city: 'Assen' } })
  expect((await host.call(suggestedUsers)).map(({ id }) => id)).toEqual([near.id])
})

test('a profile can be changed field by field, and a short or taken value is refused with a sentence', async () => {
  const { host, father } = await world({ fathers: 1 })
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

test('deleting an account removes its playdates, sessions and sockets; its name stays reserved for a while', async () => {
  const { host, father, visitor } = await world({ fathers: 1 })
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
  const { host, father: co } = await world({ fathers: 1 })
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

test.each(['0000-05', '1900-01', '2199-01'])('a child’s birth month of %s is refused', async birthMonth => {
  const { host } = await world()
  await expect(
    host.call(editProfile, { body: { childrenInfo: [{ name: 'Sam', age: 3, birthMonth }] } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { issues: [{ path: 'childrenInfo.0.birthMonth', code: 'field.invalid' }] },
  })
})
