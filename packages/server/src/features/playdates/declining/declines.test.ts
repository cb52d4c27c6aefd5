import { sendMessage } from '@papadag/contract/chat'
import { invitation, makeInvite } from '@papadag/contract/invites'
import { notifications } from '@papadag/contract/notifications'
import { declinePlaydate, takeBackDecline } from '@papadag/contract/playdates/declines'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { today } from '@papadag/contract/today'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { acquainted } from '../../../testing/chat.ts'
import { anHourIn } from '../../../testing/series.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../../testing/world.ts'
import { forgetPlaydates } from '../commands.ts'

/** The host's playdate, to which he has asked a friend. */
async function asked(differences: Parameters<typeof aPlaydate>[0] = {}) {
  const all = await world({ fathers: 2, env: { PUBLIC_URL: 'http://localhost:3000' } })
  const { host, father: friend, other } = all
  const body = aPlaydate(differences)
  const { id } = await host.call(createPlaydate, { body })
  const params = { id }
  const chatId = await acquainted(host, friend)
  const ask = (asksTo = id) =>
    host.call(sendMessage, { params: { id: chatId }, body: { content: 'Kom je mee?', asksTo } })
  await ask()
  const read = (father: Father) => father.call(onePlaydate, { params })
  const decline = (message?: string) => friend.call(declinePlaydate, { params, body: { message } })
  return { ...all, friend, other, params, body, chatId, ask, read, decline }
}

const due = async (father: Father) => (await father.call(today)).due.map(({ id }) => id)
const news = async (father: Father, kind: string) =>
  (await father.call(notifications))
    .filter(one => one.kind === kind)
    .map(({ person, details }) => [person?.id, details.message])

test('an invited father can say that he cannot come, and his host reads it with the sentence he added', async () => {
  const { host, friend, other, params, read, decline } = await asked()
  const before = await read(friend)
  expect([before.askedBy?.id, before.declined]).toEqual([host.id, false])
  expect((await read(host)).unanswered?.map(({ id }) => id)).toEqual([friend.id])
  expect(await due(friend)).toEqual([`asked-${params.id}`])

  await decline('Oma is jarig.')
  expect(await due(friend)).toEqual([])
  expect(await read(friend)).toMatchObject({
    askedBy: { id: host.id },
    declined: true,
    declines: null,
    unanswered: null,
  })
  expect(await read(host)).toMatchObject({
    askedBy: null,
    declined: false,
    declines: [{ person: { id: friend.id }, message: 'Oma is jarig.' }],
    unanswered: [],
  })
  expect(await news(host, 'playdate.left')).toEqual([[friend.id, 'Oma is jarig.']])
  // Nobody else reads who was invited, or what he said.
  await other.call(joinPlaydate, { params, body: {} })
  expect(await read(other)).toMatchObject({ declines: null, unanswered: null, askedBy: null })
  expect(JSON.stringify([await read(other), await other.call(upcomingPlaydates)])).not.toContain('jarig')
})

test('declining again replaces the sentence, and declining with the same one notifies nobody', async () => {
  const { host, friend, read, decline } = await asked()
  await decline()
  expect(await news(host, 'playdate.left')).toEqual([[friend.id, undefined]])
  await decline('Toch een feestje.')
  const told = await host.call(notifications)
  await decline('Toch een feestje.')
  expect((await host.call(notifications)).map(({ id }) => id)).toEqual(told.map(({ id }) => id))
  expect((await read(host)).declines).toMatchObject([{ message: 'Toch een feestje.' }])
  expect(await news(host, 'playdate.left')).toEqual([[friend.id, 'Toch een feestje.']])
})

test.each<[string, (friend: Father, params: { id: number }) => Promise<unknown>]>([
  ['takes it back', (friend, params) => friend.call(takeBackDecline, { params })],
  ['joins', (friend, params) => friend.call(joinPlaydate, { params, body: {} })],
])('a father’s decline is forgotten as soon as he %s', async (_how, change) => {
  const { host, friend, params, read, decline } = await asked()
  await decline('Oma is jarig.')
  await change(friend, params)
  expect([(await read(host)).declines, (await read(friend)).declined]).toEqual([[], false])
  expect(await news(host, 'playdate.left')).toEqual([])
})

test('a father’s decline is forgotten as soon as he waits for a place', async () => {
  const { host, friend, other, params, read, decline } = await asked({ maxParticipants: 2 })
  await other.call(joinPlaydate, { params, body: {} })
  await decline()
  await friend.call(waitForPlaydate, { params, body: {} })
  expect((await read(host)).declines).toEqual([])
})

test('a father who has declined cannot be invited to that date again, but can be to the next one of its series', async () => {
  const { host, friend, chatId, params, ask, decline } = await asked({ ...anHourIn(3), repeats: { every: 'week' } })
  await decline()
  expect(await ask().catch(error => error.code)).toBe('playdate.declined')
  const { url } = await host.call(makeInvite, { params, body: {} })
  await host.call(sendMessage, { params: { id: chatId }, body: { content: `Kom je mee? ${url}` } })
  expect(await due(friend)).toEqual([])
  const next = (await host.call(upcomingPlaydates)).find(({ id }) => id !== params.id)
  await ask(next?.id)
  expect(await due(friend)).toEqual([`asked-${next?.id}`])
  await friend.call(takeBackDecline, { params })
  await ask()
  expect(await due(friend)).toHaveLength(2)
})

test('a father who has declined hears no more about that playdate', async () => {
  const { host, friend, params, body, decline } = await asked()
  const move = (minutes: number) =>
    host.call(editPlaydate, {
      params,
      body: { ...body, endTime: new Date(Date.parse(body.endTime) + minutes * 60_000).toISOString() },
    })
  await move(10)
  expect(await news(friend, 'playdate.changed')).toHaveLength(1)
  await decline()
  expect(await news(friend, 'playdate.changed')).toEqual([])
  await move(20)
  await host.call(deletePlaydate, { params, body: {} })
  expect(await friend.call(notifications)).toEqual([])
})

test('only a father who was invited can decline, and only a playdate still to come', async () => {
  const { db, host, friend, other, params, decline } = await asked()
  const refusal = (father: Father) =>
    father.call(declinePlaydate, { params, body: {} }).then(
      () => 'done',
      error => error.code,
    )
  expect([await refusal(other), await refusal(host)]).toEqual(['playdate.notAsked', 'playdate.notAsked'])
  await friend.call(joinPlaydate, { params, body: {} })
  expect(await refusal(friend)).toBe('playdate.notAsked')
  await endPlaydate(db, params.id)
  expect(await decline().catch(error => error.code)).toBe('playdate.over')
})

test('a block hides a decline, in both directions', async () => {
  for (const which of ['host', 'friend'] as const) {
    const all = await asked()
    const { host, friend, params, read, decline } = all
    await decline('Oma is jarig.')
    const [one, two] = which === 'host' ? [host, friend] : [friend, host]
    await one.call(block, { params: { id: two.id } })
    expect([(await read(host)).declines, (await read(host)).unanswered]).toEqual([[], []])
    expect(await news(host, 'playdate.left')).toEqual([])
    expect((await friend.fetch('DELETE', `/api/playdates/${params.id}/decline`)).status).toBe(404)
  }
})

test('the creator also finds in his list who declined, and nobody else does', async () => {
  const { host, friend, other, decline } = await asked()
  const listed = async (father: Father) => {
    const [first] = await father.call(upcomingPlaydates)
    return [first?.declines?.map(({ message }) => message), first?.unanswered?.map(({ id }) => id)]
  }
  expect(await listed(host)).toEqual([[], [friend.id]])
  await decline('Oma is jarig.')
  expect(await listed(host)).toEqual([['Oma is jarig.'], []])
  expect([await listed(friend), await listed(other)]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test('the invitation tells whoever was asked along what he has answered, and nobody else', async () => {
  const { host, friend, other, visitor, params, decline } = await asked()
  const { token } = await host.call(makeInvite, { params, body: {} })
  const seen = async (father: Pick<Father, 'call'>) => (await father.call(invitation, { params: { token } })).asked
  expect(await seen(friend)).toEqual({ playdateId: params.id, declined: false })
  await decline()
  expect(await seen(friend)).toEqual({ playdateId: params.id, declined: true })
  expect([await seen(host), await seen(other), await seen(visitor)]).toEqual([null, null, null])
  await friend.call(joinPlaydate, { params, body: {} })
  expect(await seen(friend)).toBeNull()
})

test('a decline is kept no longer than until the playdate is over', async () => {
  const { db, params, decline } = await asked()
  await decline()
  await forgetPlaydates(db)
  expect(await db.count(sql`from declines`)).toBe(1)
  await endPlaydate(db, params.id)
  await forgetPlaydates(db)
  expect(await db.count(sql`from declines`)).toBe(0)
})

test('a decline updates the open screens of the host and of the father himself, and no others', async () => {
  const { host, other, params, decline } = await asked()
  const paths = [`/api/playdates/${params.id}`]
  const [hosts, others] = [await connect(host, 'screen'), await connect(other, 'screen')]
  for (const screen of [hosts, others]) screen.send({ type: 'watch', paths })
  await decline()
  await hosts.frame('changed')
  expect(others.frames.filter(({ type }) => type === 'changed')).toEqual([])
})
