import type { Message } from '@papadag/contract/chat'
import { expect, onTestFinished, test } from 'vitest'
import { type CleanUp, clear, endureAll } from './chat-scenarios.ts'
import { type Chat, judge } from './chat-verdict.ts'

test('chat loses, repeats and reorders nothing, whatever fails', { timeout: 900_000 }, async () => {
  const cleanUp: CleanUp = []
  onTestFinished(() => clear(cleanUp))
  const reports = []
  for await (const report of endureAll({ pairs: 4, seconds: 1.6, every: 0.7 }, cleanUp)) reports.push(report)
  const fine = { acknowledged: true, disasters: true, lost: 0, doubled: 0, outOfOrder: 0 }
  expect(
    reports.map(({ name, acknowledged, disasters, latestMs: _latest, returnP95Ms: _return, ...report }) => ({
      name,
      ...report,
      acknowledged: acknowledged > 0,
      disasters: disasters > 0,
    })),
  ).toEqual([
    { name: 'server killed, embedded', ...fine },
    { name: 'server killed, PostgreSQL', ...fine },
    { name: 'PostgreSQL killed', ...fine },
    { name: 'connections cut', ...fine },
    { name: 'Redis killed between two nodes', ...fine },
    { name: 'one of two nodes killed', ...fine },
  ])
})

/** A correct chat of five messages. */
function aChat(): Chat & {
  stored: Message[]
  screens: { seen: Map<number, number>; connections: { told: number[]; caughtUpTo: number | undefined }[] }[]
} {
  const stored = ['a1', 'b1', 'a2', 'a3', 'b2'].map((content, index) => ({
    id: 100 + index,
    chatId: 1,
    senderId: content.startsWith('a') ? 1 : 2,
    content,
    sentAt: '2026-01-01T00:00:00.000Z',
    seq: index + 1,
    replyTo: null,
    playdateId: null,
    reactions: {},
  }))
  const screen = () => ({
    seen: new Map(stored.map(({ seq, id }) => [seq, id])),
    connections: [
      { told: [1, 2], caughtUpTo: 0 },
      { told: [4, 5], caughtUpTo: 3 },
    ],
  })
  return {
    written: [
      ['a1', 'a2', 'a3'],
      ['b1', 'b2'],
    ],
    acknowledged: [...stored],
    stored,
    screens: [screen(), screen()],
  }
}

test('the check reports nothing for a correct chat', () => {
  expect(judge([aChat(), aChat()])).toEqual({ acknowledged: 10, lost: 0, doubled: 0, outOfOrder: 0 })
})

test('the check finds an acknowledged message that is not stored', () => {
  const chat = aChat()
  chat.stored.splice(4, 1)
  expect(judge([chat])).toMatchObject({ lost: 1, doubled: 0, outOfOrder: 0 })
  const other = aChat()
  other.stored.splice(2, 1)
  expect(judge([other])).toMatchObject({ lost: 1, outOfOrder: 1 })
})

test('the check finds a message that is missing on a screen', () => {
  const chat = aChat()
  chat.screens[1]?.seen.delete(3)
  expect(judge([chat])).toMatchObject({ lost: 1, doubled: 0, outOfOrder: 0 })
})

test('the check finds a message that is stored or delivered twice', () => {
  const chat = aChat()
  chat.stored.push({ ...(chat.stored[4] as Message), seq: 6, id: 200 }) // there are five
  chat.screens[0]?.seen.set(6, 200)
  chat.screens[1]?.seen.set(6, 200)
  chat.screens[0]?.connections[1]?.told.push(5)
  expect(judge([chat])).toMatchObject({ lost: 0, doubled: 2, outOfOrder: 0 })
})

test('the check finds messages that are out of order or too early', () => {
  const chat = aChat()
  expect(
    judge([
      {
        ...chat,
        written: [
          ['a2', 'a1', 'a3'],
          ['b1', 'b2'],
        ],
      },
    ]),
  ).toMatchObject({ lost: 0, outOfOrder: 1 })
  const swapped = aChat()
  swapped.screens[0]?.connections.push({ told: [5, 4], caughtUpTo: 3 })
  expect(judge([swapped]).outOfOrder).toBeGreaterThan(0)
  const skipped = aChat()
  skipped.screens[0]?.connections.push({ told: [5], caughtUpTo: 3 })
  expect(judge([skipped])).toMatchObject({ lost: 0, outOfOrder: 1 })
})
