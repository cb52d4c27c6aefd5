import { invitation, invites, joinInvite, makeInvite, revokeInvites, waitByInvite } from '@papadag/contract/invites'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
} from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { invited } from '../../testing/scenes/invited.ts'
import { aPlaydate, endPlaydate } from '../../testing/world.ts'

test('anyone with the link sees when, roughly where and how many come, and can join with an account', async () => {
  const { origin, visitor, host, guest, params, token, url } = await invited()
  expect(url).toBe(`${origin}/i/${token}`)
  expect(token).toMatch(/^[\w-]{22}$/)
  const shown = await visitor.call(invitation, { params: { token } })
  expect(shown).toMatchObject({
    state: 'open',
    place: 'Het Woeste Westen',
    area: 'Westerpark',
    placesLeft: 2,
    fathers: 1,
    title: 'merk-title',
    hostName: 'Vader 1',
    // Only members see to whom they can write.
    hostId: null,
    isOwn: false,
  })
  expect(await host.call(invitation, { params: { token } })).toMatchObject({ isOwn: true, playdateId: params.id })
  expect(await guest.call(invitation, { params: { token } })).toMatchObject({ hostId: host.id })
  await expect(visitor.call(joinInvite, { params: { token }, body: {} })).rejects.toMatchObject({ status: 401 })
  expect(await guest.call(joinInvite, { params: { token }, body: { children: 1 } })).toMatchObject({
    id: params.id,
    myStatus: 'joined',
  })
  expect(await visitor.call(invitation, { params: { token } })).toMatchObject({
    state: 'full',
    placesLeft: 0,
    fathers: 2,
  })
})

test('a member can join the waiting list with the link to a full playdate, and then knows its id and his position', async () => {
  const { host, guest, other, params, token } = await invited()
  const shown = async () => {
    const { playdateId, waiting } = await other.call(invitation, { params: { token } })
    return { playdateId, waiting }
  }
  const wait = (children: number) => other.call(waitByInvite, { params: { token }, body: { children } })
  await expect(wait(1)).rejects.toMatchObject({ status: 409, code: 'playdate.notFull' })
  await guest.call(joinInvite, { params: { token }, body: { children: 1 } })
  expect(await shown()).toEqual({ playdateId: null, waiting: null })
  expect(await wait(1)).toMatchObject({ id: params.id, waiting: { position: 1, children: 1 } })
  expect(await shown()).toEqual({ playdateId: params.id, waiting: { position: 1, children: 1 } })
  await host.call(revokeInvites, { params })
  await expect(wait(1)).rejects.toMatchObject({ status: 404, code: 'invite.unknown' })
})

test('a visitor of a full playdate is offered its waiting list', async () => {
  const { visitor, guest, token } = await invited()
  await guest.call(joinInvite, { params: { token }, body: { children: 1 } })
  const html = await (await visitor.fetch('GET', `/i/${token}`)).text()
  expect(html).toContain('Zet me op de wachtlijst')
  expect(html).toContain(`/auth?tab=register&amp;next=${encodeURIComponent(`/i/${token}`)}`)
})

test('title and first name are shown at a public place unless the creator hides them, and at a home only if he shows them', async () => {
  const { host, guest, visitor, params, token } = await invited()
  await guest.call(joinPlaydate, { params, body: {} })
  const guests = await guest.call(makeInvite, { params, body: { showName: true } })
  const says = async (of = token) => {
    const { title, hostName } = await visitor.call(invitation, { params: { token: of } })
    return [title, hostName]
  }
  const at = (locationVisibility: 'public' | 'participants') =>
    host.call(editPlaydate, { params, body: aPlaydate({ title: 'Modderen', locationVisibility, maxParticipants: 4 }) })
  const choose = (showName: boolean) => host.call(makeInvite, { params, body: { showName } })

  await at('public')
  expect((await host.call(makeInvite, { params, body: {} })).showsName).toBe(true)
  expect(await says()).toEqual(['Modderen', 'Vader 1'])
  // A participant's link does not speak for the creator.
  expect(await says(guests.token)).toEqual(['Modderen', null])
  await at('participants')
  expect((await host.call(makeInvite, { params, body: {} })).showsName).toBe(false)
  expect(await says()).toEqual([null, null])
  expect(await choose(true)).toMatchObject({ token, showsName: true })
  expect(await says()).toEqual(['Modderen', 'Vader 1'])
  expect(await choose(false)).toMatchObject({ token, showsName: false })
  await at('public')
  expect([await says(), await says(guests.token)]).toEqual([
    [null, null],
    [null, null],
  ])
  expect(await host.call(invites, { params })).toMatchObject([{ showsName: false }, { showsName: false }])
})

test('a father who asks again gets the same link, and only its hash is stored', async () => {
  const { db, host, params, token } = await invited()
  expect((await host.call(makeInvite, { params, body: {} })).token).toBe(token)
  const rows = await host.fetch('POST', `/api/playdates/${params.id}/invites`, {
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(rows.status).toBe(200)
  expect(await db.count(sql`from invitations i where to_jsonb(i)::text like ${`%${token}%`}`)).toBe(0)
})

test('participants can invite others only to public places and while they are coming, and nobody else can', async () => {
  const { host, visitor, guest, other, params } = await invited()
  await expect(guest.call(makeInvite, { params, body: {} })).rejects.toMatchObject({
    status: 403,
    code: 'invite.notPossible',
  })
  await guest.call(joinPlaydate, { params, body: {} })
  const { token } = await guest.call(makeInvite, { params, body: { showName: true } })
  expect(await visitor.call(invitation, { params: { token } })).toMatchObject({ state: 'open', hostName: null })
  expect(await host.call(invites, { params })).toMatchObject([{ by: { id: host.id } }, { by: { id: guest.id } }])
  await expect(other.call(invites, { params })).rejects.toMatchObject({ status: 403 })
  await host.call(editPlaydate, { params, body: aPlaydate({ locationVisibility: 'participants', maxParticipants: 4 }) })
  await expect(visitor.call(invitation, { params: { token } })).rejects.toMatchObject({
    status: 404,
    code: 'invite.unknown',
  })
  await expect(guest.call(makeInvite, { params, body: {} })).rejects.toMatchObject({ status: 403 })
  await host.call(editPlaydate, { params, body: aPlaydate({ locationVisibility: 'public', maxParticipants: 4 }) })
  await guest.call(leavePlaydate, { params })
  await expect(visitor.call(invitation, { params: { token } })).rejects.toMatchObject({ status: 404 })
})

test('an invitation to a cancelled playdate says so; a past, revoked, hidden or invented one, or a blocked member’s, is not found', async () => {
  const { db, host, visitor, guest, other, params, token } = await invited()
  const see = () => visitor.call(invitation, { params: { token } })
  const gone = { status: 404, code: 'invite.unknown' }
  await host.call(block, { params: { id: other.id } })
  await expect(other.call(invitation, { params: { token } })).rejects.toMatchObject(gone)
  await expect(other.call(joinInvite, { params: { token }, body: {} })).rejects.toMatchObject(gone)
  await db.run(sql`update playdates set hidden_at = now()`)
  await expect(see()).rejects.toMatchObject(gone)
  await db.run(sql`update playdates set hidden_at = null`)
  for (const made of ['x', 'A'.repeat(22), '%00', 'a'.repeat(400)]) {
    await expect(visitor.call(invitation, { params: { token: made } })).rejects.toMatchObject(gone)
  }
  await host.call(deletePlaydate, { params })
  expect(await see()).toMatchObject({ state: 'cancelled' })
  await expect(guest.call(joinInvite, { params: { token }, body: {} })).rejects.toMatchObject({ status: 404 })
  await expect(guest.call(revokeInvites, { params })).rejects.toMatchObject({ status: 404 })
  expect(await host.call(invites, { params })).toMatchObject([{ by: { id: host.id } }])
  await host.call(revokeInvites, { params })
  await expect(see()).rejects.toMatchObject(gone)
  await db.run(sql`update playdates set cancelled_at = null`)
  const renewed = await host.call(makeInvite, { params, body: {} })
  expect(await visitor.call(invitation, { params: { token: renewed.token } })).toMatchObject({ state: 'open' })
  await endPlaydate(db, params.id)
  await expect(visitor.call(invitation, { params: { token: renewed.token } })).rejects.toMatchObject(gone)
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  const next = await host.call(makeInvite, { params: { id }, body: {} })
  await host.call(revokeInvites, { params: { id } })
  await expect(visitor.call(invitation, { params: { token: next.token } })).rejects.toMatchObject(gone)
  expect((await host.call(makeInvite, { params: { id }, body: {} })).token).not.toBe(next.token)
})

test('an invitation lasts as long as its playdate, and shows its times in Dutch time', async () => {
  const { db, host, visitor, params, token } = await invited()
  const page = async () => {
    const response = await visitor.fetch('GET', `/i/${token}`)
    return { status: response.status, html: await response.text() }
  }
  const [startTime, endTime] = ['2099-03-29T08:00:00.000Z', '2099-03-29T09:30:00.000Z']
  await host.call(editPlaydate, { params, body: aPlaydate({ startTime, endTime }) })
  // That night the clock went forward.
  expect((await page()).html).toContain('10:00 – 11:30')
  await db.run(
    sql`update playdates set start_time = now() - interval '10 minutes', end_time = now() + interval '1 hour'`,
  )
  expect((await page()).status).toBe(200)
  expect(await visitor.call(invitation, { params: { token } })).toMatchObject({ state: 'open' })
  await endPlaydate(db, params.id)
  expect((await page()).status).toBe(404)
})

test('revoking the links also ends the participants’ links, and a suspended creator can invite nobody', async () => {
  const { db, host, guest, visitor, params, token } = await invited()
  await guest.call(joinPlaydate, { params, body: {} })
  const guests = (await guest.call(makeInvite, { params, body: {} })).token
  const statuses = () =>
    Promise.all([token, guests].map(async one => (await visitor.fetch('GET', `/api/invites/${one}`)).status))
  expect(await statuses()).toEqual([200, 200])
  const suspend = (until: string) =>
    db.run(sql`update users set suspended_until = now() + ${until}::interval where id = ${host.id}`)
  await suspend('1 day')
  expect(await statuses()).toEqual([404, 404])
  await suspend('-1 day')
  expect(await statuses()).toEqual([200, 200])
  await host.call(revokeInvites, { params })
  expect(await statuses()).toEqual([404, 404])
})

test('only a participant learns the playdate’s id', async () => {
  const { host, guest, params, token } = await invited()
  const of = (father: typeof guest) => father.call(invitation, { params: { token } })
  expect(await of(guest)).toMatchObject({ playdateId: null })
  expect(await of(host)).toMatchObject({ playdateId: params.id })
  await guest.call(joinInvite, { params: { token }, body: {} })
  expect(await of(guest)).toMatchObject({ playdateId: params.id })
})
