import { setTimeout as after } from 'node:timers/promises'
import { chatMessages, type Message, startChat, threadOf } from '@papadag/contract/chat'
import { answerCircle, createCircle } from '@papadag/contract/circles'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { Screen } from './chat-screen.ts'
import { type Chat, judge, type Verdict } from './chat-verdict.ts'
import { aPlaydate, newFather, sameFather } from './fathers.ts'

/** The longest wait at the end until every message is acknowledged and on all screens. */
const settleMs = 240_000

/** How long a member of a group waits after each message: dozens who never wait would measure the machine alone. */
const groupPauseMs = 200

export interface Effort {
  pairs: number
  /** The participants of a playdate, who write in its thread while the pairs chat. */
  participants?: number
  /** The members of a circle, who write in its chat too. */
  circle?: number
  seconds: number
  /** Seconds from one disaster to the next. */
  every: number
  /** The number of disasters, however long they take; by default as many as fit into `seconds`. */
  times?: number | undefined
}

export interface Scenario {
  name: string
  /** The origins used for registering and for the screens of each father of a pair. */
  origins: { home: string; one: string; other: string }
  /** How many unacknowledged messages each father may have. */
  atOnce: number
  /** The disaster, repeated at an interval. */
  disaster(): Promise<void>
}

export interface Report extends Verdict {
  name: string
  disasters: number
  /** The longest time from an acknowledgement until the other member's screen received the message, in ms. */
  latestMs: number
  /** The 95th percentile of the time that a screen was disconnected, in ms. */
  returnP95Ms: number
}

/**
 * Lets pairs of fathers, the participants of a playdate, and the members of a circle chat during repeated disasters, and
 * judges the result.
 */
export async function endure({ name, origins, atOnce, disaster }: Scenario, effort: Effort): Promise<Report> {
  const acknowledgedMs = new Map<number, number>()
  let latestMs = 0
  const returnsMs: number[] = []
  const onReturn = (ms: number) => void returnsMs.push(ms)
  const at = (father: Member, origin: string) => Object.assign(sameFather(father, origin), { id: father.id })
  /** The screens of a chat's members, alternately at either origin; the first measures the latest delivery. */
  const screensOf = (chatId: number, members: readonly Member[]) =>
    members.map(
      (father, index) =>
        new Screen({
          father: at(father, index % 2 ? origins.other : origins.one),
          chatId,
          atOnce,
          pauseMs: members.length > 2 ? groupPauseMs : 0,
          onReturn,
          onMessage({ id }) {
            if (index === 0) return void acknowledgedMs.set(id, acknowledgedMs.get(id) ?? performance.now())
            if (index < members.length - 1) return
            const sinceMs = acknowledgedMs.get(id)
            if (sinceMs !== undefined) latestMs = Math.max(latestMs, performance.now() - sinceMs)
            acknowledgedMs.delete(id)
          },
        }),
    )
  const pairs = []
  for (let pair = 0; pair < effort.pairs; pair += 1) {
    const [one, other] = [await newFather(origins.home), await newFather(origins.home)]
    const { id: chatId } = await one.call(startChat, { body: { participants: [other.id] } })
    pairs.push({ chatId, one, screens: screensOf(chatId, [one, other]) })
  }
  if (effort.participants) {
    const { chatId, members } = await newThread(origins.home, effort.participants)
    const [one] = members
    if (one) pairs.push({ chatId, one, screens: screensOf(chatId, members) })
  }
  if (effort.circle) {
    const { chatId, members } = await newCircle(origins.home, effort.circle)
    const [one] = members
    if (one) pairs.push({ chatId, one, screens: screensOf(chatId, members) })
  }
  const all = pairs.flatMap(({ screens }) => screens)
  for (const screen of all) screen.write()

  const endMs = performance.now() + effort.seconds * 1000
  let disasters = 0
  while (effort.times === undefined ? performance.now() < endMs : disasters < effort.times) {
    await after(effort.every * 1000)
    await disaster()
    disasters += 1
  }
  for (const screen of all) screen.stopWriting()

  const chats: Chat[] = []
  const deadlineMs = performance.now() + settleMs
  while (all.some(screen => !screen.isDone()) && performance.now() < deadlineMs) await after(50)
  for (const { chatId, one, screens } of pairs) {
    const stored = await historyOf(one, chatId)
    const isShown = () => screens.every(({ seen }) => seen.size >= stored.length)
    while (!isShown() && performance.now() < deadlineMs) await after(50)
    chats.push({
      written: screens.map(({ written }) => written),
      acknowledged: screens.flatMap(({ acknowledged }) => acknowledged),
      stored,
      screens,
    })
  }
  for (const screen of all) screen.close()
  const returnP95Ms = Math.round(returnsMs.sort((a, b) => a - b)[Math.floor(returnsMs.length * 0.95)] ?? 0)
  return { name, disasters, latestMs: Math.round(latestMs), returnP95Ms, ...judge(chats) }
}

type Member = Awaited<ReturnType<typeof newFather>>

/** The thread of a playdate with this many participants. */
async function newThread(origin: string, participants: number) {
  const host = await newFather(origin)
  const members = [host]
  const body = { ...aPlaydate('Met z’n allen'), maxParticipants: 50 }
  const { id } = await host.call(createPlaydate, { body })
  while (members.length < participants) {
    const guest = await newFather(origin)
    await guest.call(joinPlaydate, { params: { id }, body: {} })
    members.push(guest)
  }
  const { id: chatId } = await host.call(threadOf, { params: { id } })
  return { chatId, members }
}

/** A circle with this many members, who know each other from a playdate. */
async function newCircle(origin: string, count: number) {
  const { members } = await newThread(origin, count)
  const [host, ...others] = members
  if (!host) throw new Error('a circle without members')
  const body = { name: 'Met z’n allen', fathers: others.map(({ id }) => id) }
  const { id, chatId } = await host.call(createCircle, { body })
  for (const other of others) await other.call(answerCircle, { params: { id }, body: { yes: true } })
  if (chatId === null) throw new Error('a circle without a chat')
  return { chatId, members }
}

async function historyOf(father: Client, chatId: number): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const page = await father.call(chatMessages, { params: { id: chatId }, query: { afterSeq: all.at(-1)?.seq ?? 0 } })
    if (page.length === 0) return all
    all.push(...page)
  }
}
