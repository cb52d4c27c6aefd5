import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { type Bus, createLocalBus } from '../../../platform/bus/bus.ts'
import { testDb } from '../../../testing/database.ts'
import { createDelivery } from './delivery.ts'
import type { StoredMessage } from './store.ts'
import { createWakeUps } from './wake-ups.ts'

const log = pino({ level: 'silent' })

function message(seq: number, content: string): StoredMessage {
  const widest = 2_147_483_647
  return {
    id: Number.MAX_SAFE_INTEGER,
    chatId: widest,
    senderId: widest - 1,
    audience: [widest - 2],
    seq,
    content,
    sentAt: '2026-11-22T12:00:00.000Z',
    clientId: crypto.randomUUID(),
    isAnnouncement: false,
    replyTo: null,
    playdateId: null,
    isNew: true,
    isInHaste: false,
    ...{ isFromElsewhere: false, dateUnseenBy: [], replyUnseenBy: [] },
  }
}

/** Two nodes; what one announces, and in how many bytes. */
async function announce(messages: readonly StoredMessage[]) {
  const shared = createLocalBus()
  const sizes: number[] = []
  const bus: Bus = {
    ...shared,
    async publish(topic, body) {
      // As PostgreSQL carries it while Redis is away.
      sizes.push(
        Buffer.byteLength(JSON.stringify({ topic: 'redis', body: { node: crypto.randomUUID(), topic, body } })),
      )
      await turn()
      await shared.publish(topic, body)
    },
  }
  const onStored = vi.fn()
  createWakeUps({ bus, log, onStored, onRelay() {} })
  const here = createWakeUps({ bus, log, onStored() {}, onRelay() {} })
  here.tellStored(messages)
  await here.told()
  return { sizes, announced: onStored.mock.calls.flat(2) }
}

test('wake-ups carry whole messages and fit the smaller bus; a long message is announced without its content', async () => {
  const contents = ['hoi', '\u0001'.repeat(240), '👨‍👧'.repeat(80), 'lang'.repeat(1000)]
  const messages = Array.from({ length: 400 }, (_, n) => message(n + 1, contents[n % contents.length] ?? ''))
  const { sizes, announced } = await announce(messages)
  expect(Math.max(...sizes)).toBeLessThan(7900)
  expect(announced.map(({ place }) => place.seq)).toEqual(messages.map(({ seq }) => seq))
  for (const [index, { isNew: _isNew, ...sent }] of messages.entries()) {
    expect(announced[index].message).toEqual(sent.content.length > 2000 ? undefined : sent)
  }
})

test('a wake-up names everybody who receives a message, and still fits the bus', async () => {
  const audience = Array.from({ length: 49 }, (_, n) => 2_147_483_600 - n)
  const messages = Array.from({ length: 60 }, (_, n) => ({ ...message(n + 1, 'hoi'), audience }))
  const { sizes, announced } = await announce(messages)
  expect(Math.max(...sizes)).toBeLessThan(7900)
  expect(announced.map(({ message: told }) => [told.seq, told.audience])).toEqual(
    messages.map(({ seq }) => [seq, audience]),
  )
})

test('a node delivers an announced message that is next in its chat without reading it', async () => {
  const many = vi.fn()
  const delivery = createDelivery({ ...(await testDb()), many }, 7, { delivered() {} })
  const send = vi.fn()
  const missing = () => {
    throw new Error('not asked for')
  }
  delivery.attach({
    send: (userId, frame) => send([userId], frame),
    sendToEach: send,
    users: missing,
    sockets: missing,
    hereForMs: () => 60_000,
    attach: missing,
    announce: missing,
    wasTold: missing,
    close: missing,
  })
  const { announced } = await announce([message(1, 'een'), message(2, 'twee')])
  delivery.heard(announced)
  expect(send.mock.calls.map(([to, { message: told }]) => [to, told.content])).toEqual([
    [[2_147_483_645], 'een'],
    [[2_147_483_646], 'een'],
    [[2_147_483_645], 'twee'],
    [[2_147_483_646], 'twee'],
  ])
  expect(many).not.toHaveBeenCalled()
})
