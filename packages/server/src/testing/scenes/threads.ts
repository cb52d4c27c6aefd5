import { chatMessages, sendMessage, threadOf } from '@papadag/contract/chat'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { aPlaydate, type Father, world } from '../world.ts'

/** A playdate with two guests, its thread, and a stranger. */
export async function talking() {
  const all = await world({ fathers: 3 })
  const [guest, other, stranger] = all.fathers
  const { id: playdateId } = await all.host.call(createPlaydate, { body: aPlaydate({ title: 'Zandbak' }) })
  const params = { id: playdateId }
  for (const father of [guest, other]) await father.call(joinPlaydate, { params, body: {} })
  const thread = await all.host.call(threadOf, { params })
  const write = (father: Father, content: string, more: { announcement?: boolean } = {}) =>
    father.call(sendMessage, { params: { id: thread.id }, body: { content, ...more } })
  const read = async (father: Father) =>
    (await father.call(chatMessages, { params: { id: thread.id } })).map(({ content }) => content)
  return { ...all, guest, other, stranger, params, playdateId, chatId: thread.id, write, read }
}
