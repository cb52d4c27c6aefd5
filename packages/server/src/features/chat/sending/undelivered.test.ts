import { sendMessage, threadOf } from '@papadag/contract/chat'
import { createPlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { withGuest } from '../../../testing/chat.ts'
import { aPlaydate, world } from '../../../testing/world.ts'
import { messagesIn } from './undelivered.ts'

test.each([true, false])(
  'a message that is read late goes to its sender’s own screens, whether he is still there: %s',
  async isStillThere => {
    const { db, host, father } = await world({ fathers: 1 })
    const { id } = await host.call(createPlaydate, { body: aPlaydate() })
    await father.call(joinPlaydate, { params: { id }, body: {} })
    const { id: chatId } = await father.call(threadOf, { params: { id } })
    await father.call(sendMessage, { params: { id: chatId }, body: { content: 'Tot straks' } })
    if (!isStillThere) await father.call(leavePlaydate, { params: { id }, body: {} })
    expect(await messagesIn(db, 7, [{ chatId, from: 1, seconds: 0 }])).toMatchObject([
      { senderId: father.id, audience: [host.id], isFromElsewhere: false },
    ])
  },
)

test('a guest’s message that is read late reaches his screens in the chat of the date, not in that of the circle', async () => {
  const { db, guest, home, line, say } = await withGuest()
  await say(guest, line, 'Ik neem koffie mee')
  const read = async (chatId: number) => (await messagesIn(db, 7, [{ chatId, from: 1, seconds: 0 }]))[0]
  expect((await read(line))?.isFromElsewhere).toBe(false)
  expect((await read(home))?.isFromElsewhere).toBe(true)
})
