import { chatMessages, type Message, sendMessage, startChat, threadOf } from '@papadag/contract/chat'
import { answerCircle, createCircle, removeCircleMember } from '@papadag/contract/circles'
import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { type Db, sql } from '../platform/db/db.ts'
import { aMeeting, meetTwice } from './domain/meetings.ts'
import { anHourIn } from './series.ts'
import type { connect } from './socket.ts'
import { aPlaydate, type Father, type World, world } from './world.ts'

type Screen = Awaited<ReturnType<typeof connect>>

/** The chat of two fathers. */
export async function chatOf(one: Father, other: Father): Promise<number> {
  const { id } = await one.call(startChat, { body: { participants: [other.id] } })
  return id
}

/** A chat in which both have written, so that neither message is a request. */
export async function acquainted(one: Father, other: Father): Promise<number> {
  const id = await chatOf(one, other)
  await one.call(sendMessage, { params: { id }, body: { content: 'hoi' } })
  await other.call(sendMessage, { params: { id }, body: { content: 'hallo' } })
  return id
}

/** The messages of a chat that a screen has received, in order of arrival. */
export function heard(screen: Screen, chatId: number): Message[] {
  return screen.frames.flatMap(frame => {
    const message = frame.type === 'message' ? (frame.message as Message) : undefined // as the contract says
    return message?.chatId === chatId ? [message] : []
  })
}

/** Waits until a screen has received this many messages of a chat. */
export function hears(screen: Screen, chatId: number, count: number): Promise<Message[]> {
  return screen.until(() => {
    const all = heard(screen, chatId)
    return all.length >= count ? all : undefined
  })
}

/** Requests the stored messages over the socket. */
export async function history(screen: Screen, chatId: number, wanted: object = {}) {
  const before = screen.frames.length
  screen.send({ type: 'get_messages', chatId, peek: true, ...wanted })
  const answer = await screen.until(() =>
    screen.frames.slice(before).find(({ type, chatId: about }) => type === 'initial_messages' && about === chatId),
  )
  return answer as unknown as { messages: Message[]; hasMore?: boolean } // as the contract says
}

/** Makes all messages of a chat older by this many days. */
export async function age({ db }: Pick<World, 'db'>, chatId: number, days: number, upTo = 1e9) {
  await db.run(sql`update messages set sent_at = sent_at - make_interval(secs => ${days * 86_400}::float8)
                    where chat_id = ${chatId} and seq <= ${upTo}`)
}

/** A circle of a father with these friends; returns its id. */
export async function aCircle(
  father: Father,
  friends: readonly Father[],
  about: { name: string; text?: string },
): Promise<number> {
  const { id } = await father.call(createCircle, { body: { ...about, fathers: friends.map(friend => friend.id) } })
  for (const friend of friends) await friend.call(answerCircle, { params: { id }, body: { yes: true } })
  return id
}

/**
 * A circle that a friend asks him into, one of his that the friend has left, and the card of one with both and a third. He has just met a
 * newcomer.
 */
export async function otherCircles(
  db: Db,
  [father, friend, third, newcomer]: readonly [Father, Father, Father, Father],
) {
  const theirs = await friend.call(createCircle, { body: { name: 'De Baarsjes', fathers: [father.id] } })
  const small = { id: await aCircle(father, [friend], { name: 'Vrijdag' }) }
  await friend.call(removeCircleMember, { params: { id: small.id, userId: String(friend.id) } })
  const met = await meetTwice(db, [father, friend, third])
  await aMeeting(db, [father, newcomer], { daysAgo: 1 })
  return [theirs, small, met] as const
}

/** A circle of his with a friend, who asks him into another. */
export async function betweenCircles(father: Father, friend: Father, about: { name: string; text: string }) {
  await aCircle(father, [friend], about)
  await friend.call(createCircle, { body: { name: 'Van een ander', fathers: [father.id] } })
}

/** A circle of the host, a friend and one who stays at home; a guest and another are on its date from outside. */
export async function withGuest() {
  const all = await world({ fathers: 4 })
  const { host, father: friend, other: absent, third: guest, fourth } = all
  for (const father of [friend, absent]) await acquainted(host, father)
  const circleId = await aCircle(host, [friend, absent], { name: 'Woensdag' })
  const plan = async (title = 'Vliegeren') => {
    const { id } = await host.call(createPlaydate, {
      body: aPlaydate({ circleId, title, ...anHourIn(10), maxParticipants: 20 }),
    })
    await host.call(makeInvite, { params: { id }, body: {} })
    return id
  }
  const date = await plan()
  const join = (father: Father, id = date) => father.call(joinPlaydate, { params: { id }, body: {} })
  const leave = (father: Father, id = date) => father.call(leavePlaydate, { params: { id }, body: {} })
  await join(friend)
  await join(guest)
  const home = (await host.call(threadOf, { params: { id: date } })).id
  const line = (await guest.call(threadOf, { params: { id: date } })).id
  const say = (father: Father, chatId: number, content: string, also: object = {}) =>
    father.call(sendMessage, { params: { id: chatId }, body: { content, ...also } })
  const about = (father: Father, content: string, also: object = {}) =>
    say(father, home, content, { playdateId: date, ...also })
  const read = async (father: Father, id: number) =>
    (await father.call(chatMessages, { params: { id } })).map(({ content }) => content)
  return {
    ...all,
    friend,
    absent,
    guest,
    other: fourth,
    circleId,
    plan,
    date,
    join,
    leave,
    home,
    line,
    say,
    about,
    read,
  }
}
