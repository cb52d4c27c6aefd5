import { chatMessages, chats, oneChat, sendMessage, threadOf } from '@papadag/contract/chat'
import { unread } from '@papadag/contract/notifications'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll, onePoll, pollByLink, polls } from '@papadag/contract/playdates/polls'
import { type Export, exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { answerTimes, aPoll, timeAt, tokenIn } from '../../../testing/polls.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, type Father, password, world } from '../../../testing/world.ts'

type Ending = 'he blocks' | 'is blocked' | 'deletes his account'

/** Everything that a father reads of a thread and a poll that he shares with another, after the other has gone this way. */
async function seenAfter(ending: Ending) {
  const { host, fathers } = await world({ fathers: 3 })
  const [him, reader, friend] = fathers
  const { id: playdateId } = await host.call(createPlaydate, { body: aPlaydate() })
  for (const father of fathers) await father.call(joinPlaydate, { params: { id: playdateId }, body: {} })
  const { id } = await host.call(threadOf, { params: { id: playdateId } })
  const write = (father: Father, content: string) => father.call(sendMessage, { params: { id }, body: { content } })
  await write(host, 'wie neemt er koekjes mee?')
  // Written to later, so that its place in the list shows a message in the other.
  const { id: quietId } = await friend.call(createPlaydate, { body: aPlaydate() })
  await reader.call(joinPlaydate, { params: { id: quietId }, body: {} })
  const quiet = await friend.call(threadOf, { params: { id: quietId } })
  await write(him, 'ik')
  await friend.call(sendMessage, { params: { id: quiet.id }, body: { content: 'en wie de koffie?' } })
  const poll = await host.call(createPoll, { body: aPoll({ fathers: [him.id, reader.id] }) })
  const [first, second] = [timeAt(poll, 0), timeAt(poll, 1)]
  await answerTimes(reader, poll, { [first]: 'yes' })
  await answerTimes(him, poll, { [first]: 'yes', [second]: 'maybe' })
  if (ending === 'he blocks') await him.call(block, { params: { id: reader.id } })
  if (ending === 'is blocked') await reader.call(block, { params: { id: him.id } })
  if (ending === 'deletes his account') await him.call(deleteAccount, { body: { password } })
  const screen = await connect(reader)
  screen.send({ type: 'watch', paths: ['/api/polls', `/api/polls/${poll.id}`, '/api/chats'] })
  if (ending !== 'deletes his account') {
    await write(him, 'niet voor hem')
    await answerTimes(him, poll, { [second]: 'no' })
  }
  const { chats: exported, pollAnswers } = (await reader.call(exportAccount)) as unknown as Export // as the contract says
  return {
    hears: screen.frames.filter(({ type }) => type === 'changed' || type === 'message'),
    ids: { id, quiet: quiet.id },
    seen: JSON.parse(
      JSON.stringify({
        list: await reader.call(chats),
        thread: await reader.call(threadOf, { params: { id: playdateId } }),
        chat: await reader.call(oneChat, { params: { id } }),
        messages: await reader.call(chatMessages, { params: { id } }),
        // Without the notices: the blocker alone has one of it.
        unreadMessages: (await reader.call(unread)).messages,
        polls: await reader.call(polls),
        poll: await reader.call(onePoll, { params: { id: poll.id } }),
        link: await reader.call(pollByLink, { params: { token: tokenIn(poll) } }),
        exported,
        pollAnswers,
      }).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'),
    ),
  }
}

test('after a block, threads and polls show both fathers what they would show if the other had deleted his account', async () => {
  const deleted = await seenAfter('deletes his account')
  expect(deleted.seen).toMatchObject({
    list: [
      { id: deleted.ids.quiet },
      { id: deleted.ids.id, unreadCount: 2, lastSeq: 2, lastMessage: { senderName: 'Verwijderd account' } },
    ],
    messages: [{ content: 'wie neemt er koekjes mee?' }, { content: 'ik' }],
    poll: { times: [{ yes: 1, who: [{}] }, { maybe: 0, no: 0, who: [] }, {}] },
  })
  for (const ending of ['he blocks', 'is blocked'] as const) {
    const { hears, seen } = await seenAfter(ending)
    expect([ending, hears]).toEqual([ending, []])
    expect([ending, seen]).toEqual([ending, deleted.seen])
  }
})
