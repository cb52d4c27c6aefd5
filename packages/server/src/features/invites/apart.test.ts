import { invitation, invites, makeInvite, revokeInvites } from '@papadag/contract/invites'
import { createPlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPlaydate, world } from '../../testing/world.ts'

/** Two playdates of one creator, each with his link, and one of a guest who has joined the first. */
async function invitedTwice() {
  const opened = await world({ fathers: 2 })
  const [guest, other] = opened.fathers
  const plan = async (title: string) => {
    const { id } = await opened.host.call(createPlaydate, { body: aPlaydate({ title, maxParticipants: 5 }) })
    const { token } = await opened.host.call(makeInvite, { params: { id }, body: {} })
    return { params: { id }, token }
  }
  const [kites, mud] = [await plan('Vliegeren'), await plan('Modderen')]
  await guest.call(joinPlaydate, { params: kites.params, body: {} })
  const { token } = await guest.call(makeInvite, { params: kites.params, body: {} })
  const see = (of: string) => opened.visitor.call(invitation, { params: { token: of } })
  return { ...opened, guest, other, kites, mud, guests: token, see }
}

test('each playdate and each father has a link of its own, and asking again returns it', async () => {
  const { host, guest, kites, mud, guests } = await invitedTwice()
  expect(new Set([kites.token, mud.token, guests]).size).toBe(3)
  const again = async (father: typeof host, { params }: typeof kites) =>
    (await father.call(makeInvite, { params, body: {} })).token
  expect(await again(host, mud)).toBe(mud.token)
  expect(await again(host, kites)).toBe(kites.token)
  expect(await again(guest, kites)).toBe(guests)
})

test('a father chooses for each playdate what its links show', async () => {
  const { host, kites, mud, see } = await invitedTwice()
  await host.call(makeInvite, { params: kites.params, body: { showName: false } })
  expect(await see(kites.token)).toMatchObject({ title: null, hostName: null })
  expect(await see(mud.token)).toMatchObject({ title: 'Modderen', hostName: 'Vader 1' })
  const shows = async ({ params }: typeof kites) => (await host.call(makeInvite, { params, body: {} })).showsName
  expect([await shows(kites), await shows(mud)]).toEqual([false, true])
})

test('a title shown at a public place is hidden once the playdate moves to a home, until the creator shows it there', async () => {
  const { host, kites, see } = await invitedTwice()
  const shows = async (showName?: boolean) =>
    (await host.call(makeInvite, { params: kites.params, body: showName === undefined ? {} : { showName } })).showsName
  const body = aPlaydate({ title: 'Vliegeren', maxParticipants: 5 })
  expect(await shows(true)).toBe(true)
  await host.call(editPlaydate, { params: kites.params, body: { ...body, locationVisibility: 'participants' } })
  expect(await see(kites.token)).toMatchObject({ title: null, hostName: null })
  expect(await shows()).toBe(false)
  expect(await shows(true)).toBe(true)
  await host.call(editPlaydate, {
    params: kites.params,
    body: { ...body, title: 'Vliegeren!', locationVisibility: 'participants' },
  })
  expect(await see(kites.token)).toMatchObject({ title: 'Vliegeren!', hostName: 'Vader 1' })
})

test('the creator sees the links to one playdate, which of them shows his name, and nobody he has blocked', async () => {
  const { host, guest, kites, mud } = await invitedTwice()
  const listed = async ({ params }: typeof kites) =>
    (await host.call(invites, { params })).map(({ by, showsName }) => [by?.id, showsName])
  expect(await listed(kites)).toEqual([
    [host.id, true],
    [guest.id, false],
  ])
  expect(await listed(mud)).toEqual([[host.id, true]])
  await host.call(block, { params: { id: guest.id } })
  expect(await listed(kites)).toEqual([
    [host.id, true],
    [undefined, false],
  ])
})

test('a member learns the id of a playdate only if he takes part in it', async () => {
  const { guest, kites, mud } = await invitedTwice()
  const idOf = async ({ token }: typeof kites) => (await guest.call(invitation, { params: { token } })).playdateId
  expect([await idOf(kites), await idOf(mud)]).toEqual([kites.params.id, null])
  await guest.call(joinPlaydate, { params: mud.params, body: {} })
  expect([await idOf(kites), await idOf(mud)]).toEqual([kites.params.id, mud.params.id])
})

test('revoking the links to one playdate leaves those to another', async () => {
  const { host, kites, mud, guests, see } = await invitedTwice()
  await host.call(revokeInvites, { params: kites.params })
  for (const token of [kites.token, guests]) await expect(see(token)).rejects.toMatchObject({ code: 'invite.unknown' })
  expect(await see(mud.token)).toMatchObject({ state: 'open' })
})

test('the creator of another playdate can neither see nor revoke those links', async () => {
  const { other, kites, see } = await invitedTwice()
  await other.call(createPlaydate, { body: aPlaydate() })
  await expect(other.call(invites, { params: kites.params })).rejects.toMatchObject({ status: 403 })
  await expect(other.call(revokeInvites, { params: kites.params })).rejects.toMatchObject({ status: 403 })
  expect(await see(kites.token)).toMatchObject({ state: 'open' })
})

test('an invitation names the place, neighbourhood, title and host without anything that looks like a link', async () => {
  const { db, host, kites, see } = await invitedTwice()
  const place = await aPlayground(host, { name: 'Speeltuin' })
  await db.run(sql`update places set name = 'Zand www.evil.example' where id = ${place.id}`)
  await db.run(sql`
    update playdates set place_id = ${place.id}, area = 'Oost www.evil.example', title = 'Kom www.evil.example'
     where id = ${kites.params.id}`)
  await db.run(sql`update users set first_name = 'www.evil.example' where id = ${host.id}`)
  const shown = await see(kites.token)
  expect(JSON.stringify(shown)).not.toContain('evil')
  expect(shown).toMatchObject({ place: expect.stringMatching(/^Zand/), area: expect.stringMatching(/^Oost/) })
  expect(shown).toMatchObject({ title: expect.stringMatching(/^Kom/), hostName: null })
})
