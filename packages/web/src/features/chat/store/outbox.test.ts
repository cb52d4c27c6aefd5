import { expect, test } from 'vitest'
import { prepareChats, stored } from '../../../testing/chats.ts'
import type { Unsent } from './chat-database.ts'
import { createConversations } from './conversations.ts'
import { createOutbox } from './outbox.ts'

prepareChats()

const written = (clientId: string, more: Partial<Unsent> = {}): Unsent => ({
  ...{ clientId, chatId: 5, content: 'hoi', writtenAt: new Date().toISOString() },
  ...more,
})

/** An outbox whose stored messages arrive when the test says so. */
function opened() {
  const conversations = createConversations()
  const read = Promise.withResolvers<Unsent[]>()
  const outbox = createOutbox({ ...stored, readOutbox: () => read.promise }, conversations)
  const shown = () => conversations.get(5).pending.map(({ clientId, state }) => [clientId, state])
  return { outbox, conversations, arrive: read.resolve, shown }
}

test('messages written before a reload are shown, and refused or old ones wait for the father', async () => {
  const { outbox, arrive, shown } = opened()
  const restored = outbox.restore()
  const old = new Date(Date.now() - 8 * 86_400_000).toISOString()
  arrive([written('new'), written('refused', { reason: 'Te vaak.' }), written('old', { writtenAt: old })])
  await restored
  expect(shown()).toEqual([
    ['new', 'sending'],
    ['refused', 'failed'],
    ['old', 'failed'],
  ])
  outbox.stop()
})

test('nothing is restored once the outbox has been stopped, as by a logout', async () => {
  const { outbox, arrive, shown } = opened()
  const restored = outbox.restore()
  outbox.stop()
  arrive([written('new')])
  await restored
  expect(shown()).toEqual([])
})

test('a message that is already shown is not restored over its state', async () => {
  const { outbox, conversations, arrive, shown } = opened()
  conversations.change(5, { pending: [{ ...written('one'), state: 'failed' }] })
  const restored = outbox.restore()
  arrive([written('one')])
  await restored
  expect(shown()).toEqual([['one', 'failed']])
  outbox.stop()
})
