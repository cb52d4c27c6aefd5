import { randomUUID } from 'node:crypto'
import { chatMessages, oneChat, sendMessage } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { pictureOfState, reportState } from '@papadag/contract/places/place-states'
import { onePlace } from '@papadag/contract/places/places'
import { createPlaydate, joinPlaydate, onePlaydate, undoCancel } from '@papadag/contract/playdates/playdates'
import { oneUser, ownProfile } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { cast, decide } from '../../testing/moderation.ts'
import { aPhoto, aPlayground } from '../../testing/places.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate } from '../../testing/world.ts'

test('a removed playdate is cancelled for its participants, and neither its text nor the reason remains', async () => {
  const { subject, reporter, moderator, other } = await cast()
  const body = aPlaydate({ title: 'Verboden woord', description: 'Erger nog', location: 'Ergens anders' })
  const params = { id: (await subject.call(createPlaydate, { body })).id }
  await other.call(joinPlaydate, { params, body: {} })
  const { id } = await reporter.call(sendReport, {
    body: { targetType: 'playdate', targetId: params.id, reason: 'illegal' },
  })
  await decide(moderator, id, 'hide')
  await decide(moderator, id, 'remove')
  const left = await other.call(onePlaydate, { params })
  expect(left).toMatchObject({ state: 'cancelled', title: 'Speelafspraak', location: 'Te bepalen', cancelReason: null })
  const told = await other.call(notifications)
  expect(told).toMatchObject([{ kind: 'playdate.cancelled', details: { playdateId: params.id } }])
  expect(JSON.stringify([left, told])).not.toMatch(/Verboden|Erger|Ergens|reclame|Huisregel/)
  for (const father of [subject, reporter]) {
    await expect(father.call(onePlaydate, { params })).rejects.toMatchObject({ status: 404 })
  }
  await expect(subject.call(undoCancel, { params })).rejects.toMatchObject({ code: 'playdate.undoOver' })
})

test('a hidden message disappears from the chat, and a restored one reappears', async () => {
  const { subject, reporter, moderator } = await cast()
  const chatId = await acquainted(subject, reporter)
  const { id: targetId } = await subject.call(sendMessage, { params: { id: chatId }, body: { content: 'lelijk' } })
  const { id } = await reporter.call(sendReport, { body: { targetType: 'message', targetId, reason: 'harassment' } })
  const contents = async () =>
    (await reporter.call(chatMessages, { params: { id: chatId } })).map(({ content }) => content)
  await decide(moderator, id, 'hide')
  expect(await contents()).toEqual(['hoi', 'hallo'])
  await decide(moderator, id, 'restore')
  expect(await contents()).toEqual(['hoi', 'hallo', 'lelijk'])
  await decide(moderator, id, 'remove')
  expect(await contents()).toEqual(['hoi', 'hallo'])
})

test('a message that moderators removed is refused when its sender repeats it, and cannot be restored', async () => {
  const { db, subject, reporter, moderator } = await cast()
  const chatId = await acquainted(subject, reporter)
  const clientId = randomUUID()
  const send = () => subject.call(sendMessage, { params: { id: chatId }, body: { content: 'lelijk', clientId } })
  const { id: targetId } = await send()
  const { id } = await reporter.call(sendReport, { body: { targetType: 'message', targetId, reason: 'harassment' } })
  await decide(moderator, id, 'remove')
  expect(await db.count(sql`from messages where content like '%lelijk%'`)).toBe(0)
  await expect(send()).rejects.toMatchObject({ status: 403, code: 'chat.messageRemoved' })
  const screen = await connect(subject)
  screen.send({ type: 'send_message', chatId, content: 'lelijk', clientId })
  expect(await screen.frame('error')).toMatchObject({ code: 'chat.messageRemoved', clientId })
  await decide(moderator, id, 'restore')
  for (const member of [subject, reporter]) {
    const seen = await member.call(chatMessages, { params: { id: chatId } })
    expect(seen.map(({ content }) => content)).toEqual(['hoi', 'hallo'])
  }
  expect(await reporter.call(oneChat, { params: { id: chatId } })).toMatchObject({ lastMessage: { content: 'hallo' } })
})

test('only moderators can fetch a hidden photo; restored it is shown again, removed it cannot be uploaded again', async () => {
  const { subject, reporter, moderator, other } = await cast()
  const file = await aPhoto('#123456')
  const { imageUrl } = await subject.call(uploadProfilePicture, { file })
  const made = await (await subject.fetch('GET', imageUrl)).blob()
  const { id } = await reporter.call(sendReport, {
    body: { targetType: 'photo', targetId: imageUrl, reason: 'privacy' },
  })
  await decide(moderator, id, 'hide')
  expect((await other.fetch('GET', imageUrl)).status).toBe(404)
  expect(await other.call(oneUser, { params: { id: subject.id } })).toMatchObject({ profileImage: null })
  const held = await moderator.fetch('GET', `/api/moderation/reports/${id}/picture`)
  expect([held.status, held.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(held.headers.get('cache-control')).toBe('no-store')
  await decide(moderator, id, 'restore')
  expect((await other.fetch('GET', imageUrl)).status).toBe(200)
  expect(await subject.call(ownProfile)).toMatchObject({ profileImage: imageUrl })
  await decide(moderator, id, 'remove')
  expect((await other.fetch('GET', imageUrl)).status).toBe(404)
  for (const again of [file, made]) {
    await expect(other.call(uploadProfilePicture, { file: again })).rejects.toMatchObject({ code: 'image.removed' })
  }
  await other.call(uploadProfilePicture, { file: await aPhoto('#654321') })
})

test('a hidden picture of what is wrong with a playground is shown again once moderators restore it, unless it was replaced', async () => {
  const { subject, reporter, moderator, other } = await cast()
  const { id: placeId } = await aPlayground(subject)
  const state = await subject.call(reportState, { params: { id: placeId }, body: { kind: 'broken', text: 'De wip' } })
  const params = { id: placeId, state: String(state.id) }
  const picture = async (colour: string) =>
    (await subject.call(pictureOfState, { params, file: await aPhoto(colour) })).imageUrl
  const imageUrl = (await picture('#123456')) ?? ''
  const { id } = await reporter.call(sendReport, {
    body: { targetType: 'photo', targetId: imageUrl, reason: 'privacy' },
  })
  const shown = async () => (await other.call(onePlace, { params: { id: placeId } })).state
  await decide(moderator, id, 'hide')
  expect(await shown()).toMatchObject({ text: 'De wip', imageUrl: null })
  expect((await other.fetch('GET', imageUrl)).status).toBe(404)
  await decide(moderator, id, 'restore')
  expect(await shown()).toMatchObject({ imageUrl })
  expect((await other.fetch('GET', imageUrl)).status).toBe(200)
  await decide(moderator, id, 'hide')
  const replaced = await picture('#654321')
  await decide(moderator, id, 'restore')
  expect(await shown()).toMatchObject({ imageUrl: replaced })
})
