import { sendMessage, threadOf } from '@papadag/contract/chat'
import { makeInvite, revokeInvites } from '@papadag/contract/invites'
import { notifications } from '@papadag/contract/notifications'
import { createPlaydate, deletePlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../../platform/db/db.ts'
import { acquainted, heard, hears } from '../../../testing/chat.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../../testing/world.ts'

const Asked = z.object({ playdateId: z.int(), userId: z.int() })

/** The host's playdate and the link to it, in the chat that he has with a friend. */
async function pasting(change: Parameters<typeof aPlaydate>[0] = {}) {
  const opened = await world({ fathers: 2 })
  const { db, host } = opened
  const [friend, third] = opened.fathers
  const body = aPlaydate(change)
  const plan = async (by: Father) => (await by.call(createPlaydate, { body })).id
  const linkOf = async (by: Father, id: number) => (await by.call(makeInvite, { params: { id }, body: {} })).url
  const id = await plan(host)
  const move = () =>
    host.call(editPlaydate, {
      params: { id },
      body: { ...body, endTime: new Date(Date.parse(body.endTime) + 1_800_000).toISOString() },
    })
  const write = (by: Father, chatId: number, content: string) =>
    by.call(sendMessage, { params: { id: chatId }, body: { content } })
  const asked = () => db.many(Asked, sql`select playdate_id as "playdateId", user_id as "userId" from asked`)
  const chatId = await acquainted(host, friend)
  return { ...opened, friend, third, id, plan, linkOf, url: await linkOf(host, id), move, write, asked, chatId }
}

const news = async (father: Father) =>
  (await father.call(notifications)).map(({ kind, details }) => [kind, details.relation === 'asked'])

test.each(['HTTP', 'a socket'])(
  'a father who pastes a link to his playdate over %s invites the other, who learns when it is moved or cancelled',
  async how => {
    const { host, friend, id, url, move, write, asked, chatId } = await pasting()
    const content = `Zaterdag? Zie ${url}, neem laarzen mee.`
    if (how === 'HTTP') await write(host, chatId, content)
    else {
      const screen = await connect(host)
      screen.send({ type: 'send_message', chatId, content })
      expect(await hears(screen, chatId, 1)).toMatchObject([{ content }])
    }
    await vi.waitFor(async () => expect(await asked()).toEqual([{ playdateId: id, userId: friend.id }]))
    await move()
    expect(await news(friend)).toEqual([['playdate.changed', true]])
    await host.call(deletePlaydate, { params: { id } })
    expect(await news(friend)).toEqual([['playdate.cancelled', true]])
  },
)

test('over a socket a repeated message invites nobody twice, and a link that may not invite is sent without complaint', async () => {
  const { host, friend, url, asked, chatId, db } = await pasting()
  const [mine, his] = [await connect(host), await connect(friend)]
  his.send({ type: 'send_message', chatId, content: `Ga je naar ${url}?` })
  await hears(mine, chatId, 1)
  const clientId = '00000000-0000-4000-8000-000000000001'
  for (let n = 0; n < 2; n += 1) mine.send({ type: 'send_message', chatId, content: url, clientId })
  expect((await hears(mine, chatId, 3)).map(({ senderId }) => senderId)).toEqual([friend.id, host.id, host.id])
  await vi.waitFor(async () => expect(await asked()).toMatchObject([{ userId: friend.id }]))
  expect([...mine.frames, ...his.frames].filter(({ type }) => type === 'error')).toEqual([])
  expect(heard(his, chatId)).toHaveLength(2)
  expect(await db.count(sql`from messages where content like '%/i/%'`)).toBe(2)
})

type Scene = Awaited<ReturnType<typeof pasting>>
const message = async ({ write, host, chatId }: Scene, content: string) => write(host, chatId, content)

/** Links that are only text, with what makes them so. */
const plain: Record<string, (here: Scene) => Promise<unknown>> = {
  'to the playdate of another, by somebody who is not on it': async here =>
    here.write(here.friend, here.chatId, here.url),
  'that has been revoked': async here => {
    await here.host.call(revokeInvites, { params: { id: here.id } })
    await message(here, here.url)
  },
  'to a playdate that is over': async here => {
    await endPlaydate(here.db, here.id)
    await message(here, here.url)
  },
  'to a playdate that is cancelled': async here => {
    await here.host.call(deletePlaydate, { params: { id: here.id } })
    await message(here, here.url)
  },
  'to a hidden playdate': async here => {
    await here.db.run(sql`update playdates set hidden_at = now()`)
    await message(here, here.url)
  },
  'with more behind it': async here => message(here, `${here.url}/1.jpg`),
  'with one letter more or less': async here => message(here, `${here.url}x ${here.url.slice(0, -1)}`),
  'without an address': async here => message(here, `/i/${here.url.split('/').at(-1)}`),
  'behind three others': async here => {
    const others = Array.from({ length: 3 }, (_, n) => `https://papadag.example/i/${String(n).repeat(22)}`)
    await message(here, [...others, here.url].join(' '))
  },
  'in the group chat of a playdate': async here => {
    const id = await here.plan(here.third)
    await here.host.call(joinPlaydate, { params: { id }, body: {} })
    const { id: thread } = await here.host.call(threadOf, { params: { id } })
    await here.write(here.host, thread, here.url)
  },
}

test.each(Object.entries(plain))('a message with a link %s is delivered and invites nobody', async (_, send) => {
  const here = await pasting()
  await send(here)
  expect(await here.asked()).toEqual([])
  expect(await here.db.count(sql`from messages where content like '%/i/%'`)).toBe(1)
})

test('a participant can invite others to a public place, but only the creator can invite them to a home', async () => {
  const { db, host, friend, third, id, url, linkOf, write, asked } = await pasting()
  await third.call(joinPlaydate, { params: { id }, body: {} })
  const theirs = await acquainted(third, friend)
  await write(third, theirs, await linkOf(third, id))
  expect(await asked()).toEqual([{ playdateId: id, userId: friend.id }])
  await db.run(sql`delete from asked`)
  await db.run(sql`update playdates set location_visibility = 'participants'`)
  await write(third, theirs, url)
  expect(await asked()).toEqual([])
  await write(host, await acquainted(host, third), url)
  // He takes part already.
  expect(await asked()).toEqual([])
  await write(host, await acquainted(host, friend), url)
  expect(await asked()).toEqual([{ playdateId: id, userId: friend.id }])
})

test('only the first link in a message that leads to a playdate invites, and one to another father’s playdate invites nobody', async () => {
  const { host, friend, third, id, url, plan, linkOf, write, asked, chatId, db } = await pasting()
  const next = await plan(host)
  const nextUrl = await linkOf(host, next)
  await write(host, chatId, `${nextUrl} of ${url}`)
  expect(await asked()).toEqual([{ playdateId: next, userId: friend.id }])
  await db.run(sql`delete from asked`)
  await write(host, chatId, `https://elsewhere.example/i/${'x'.repeat(22)} of ${url}`)
  expect(await asked()).toEqual([{ playdateId: id, userId: friend.id }])
  await db.run(sql`delete from asked`)
  const his = await linkOf(third, await plan(third))
  await write(host, chatId, `${his} of ${url}`)
  expect(await asked()).toEqual([])
})

test('a father is not invited by somebody who cannot write to him, nor notified across a block with the creator', async () => {
  const { host, friend, third, id, url, linkOf, write, asked, chatId, move } = await pasting()
  await third.call(joinPlaydate, { params: { id }, body: {} })
  const theirs = await acquainted(third, friend)
  await friend.call(block, { params: { id: host.id } })
  await expect(write(host, chatId, url)).rejects.toMatchObject({ code: 'chat.partnerGone' })
  expect(await asked()).toEqual([])
  await write(third, theirs, await linkOf(third, id))
  await move()
  expect(await news(friend)).toEqual([])
})
