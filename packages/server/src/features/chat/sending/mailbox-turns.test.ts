import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Db, DbConflict } from '../../../platform/db/db.ts'
import { createMailbox } from './mailbox.ts'

// When statements begin and what becomes of their messages, on a database that answers as a test says.

interface Asked {
  chats: number[]
  contents: string[]
}
type Answer = 'stored' | 'known' | 'refused' | Error

function mailbox(answer: (asked: Asked) => Answer = () => 'stored', isHeld = false) {
  const asked: Asked[] = []
  const told: string[][] = []
  const held: PromiseWithResolvers<void>[] = []
  const seqs = new Map<number, number>()
  let doubts = 0
  let left = 0
  const many = async (_: unknown, { values }: { values: readonly unknown[] }) => {
    const [chats, , contents] = values.filter(value => Array.isArray(value)) as [number[], number[], string[]] // as stored
    const one = { chats, contents }
    asked.push(one)
    if (isHeld) {
      const gate = Promise.withResolvers<void>()
      held.push(gate)
      await gate.promise
    }
    const its = answer(one)
    if (its instanceof Error) throw its
    return chats.map((chatId, at) => {
      const seq = (seqs.get(chatId) ?? 0) + 1
      seqs.set(chatId, seq)
      const sentAt = '2026-01-01T12:00:00.000Z'
      const place = {
        n: at + 1,
        id: seq,
        seq,
        sentAt,
        audience: [9],
        isInHaste: false,
        isAnnouncement: false,
        replyTo: null,
      }
      return { ...place, refusal: its === 'refused' ? 'chat.closed' : null, isNew: its === 'stored' }
    })
  }
  const db = { many } as Partial<Db> as Db // what a mailbox asks
  const { put, settled, emptied } = createMailbox({
    db,
    isLimited: false,
    retentionDays: 7,
    onDoubt() {
      doubts += 1
    },
    onStored: messages => void told.push(messages.map(({ content }) => content)),
  })
  const send = (chatId: number, content: string, clientId?: string) =>
    put({ chatId, senderId: 1, content, clientId }).then(
      ({ seq, isNew }) => [seq, isNew],
      ({ message }) => message,
    )
  /** Lets the mailbox begin what it can. */
  const turns = async () => {
    for (let time = 0; time < 4; time += 1) await turn()
  }
  const release = async () => {
    for (const gate of held.splice(0)) gate.resolve()
    await turns()
  }
  const has = (work: Promise<unknown>) => {
    left += 1
    const number = left
    const ended = new Set<number>()
    void work.then(() => ended.add(number))
    return () => ended.has(number)
  }
  return { asked, told, send, settled, emptied, turns, release, has, doubts: () => doubts }
}

test('new messages are delivered in order, and known or refused ones are not delivered', async () => {
  for (const answer of ['stored', 'known', 'refused'] as const) {
    const { send, told, doubts } = mailbox(() => answer)
    const answers = await Promise.all([send(1, 'a'), send(2, 'b')])
    expect([answers, told, doubts()]).toEqual(
      answer === 'refused'
        ? [[expect.stringContaining('chat.closed'), expect.stringContaining('chat.closed')], [], 0]
        : [[1, 1].map(seq => [seq, answer === 'stored']), answer === 'stored' ? [['a', 'b']] : [], 0],
    )
  }
})

test('when a statement fails, each of its senders learns so, and whether his message was stored is in doubt', async () => {
  const { send, told, asked, doubts } = mailbox(() => new Error('away'))
  expect(await Promise.all([send(1, 'a'), send(2, 'b')])).toEqual(['away', 'away'])
  expect([asked.length, told, doubts()]).toEqual([1, [], 1])
})

test('messages that conflict are each stored once more, one by one, and the others go on', async () => {
  let conflicts = 0
  const { send, told, asked, doubts } = mailbox(({ contents }) => {
    if (contents.length > 1 || contents[0] === 'never') return new DbConflict('')
    if (contents[0] === 'again' && conflicts++ === 0) return new DbConflict('')
    return 'stored'
  })
  const answers = await Promise.all([send(1, 'a'), send(2, 'never'), send(3, 'again'), send(1, 'b')])
  expect(answers).toEqual([[1, true], expect.stringContaining('conflict'), [1, true], [2, true]])
  expect(asked.slice(1).map(({ contents }) => contents.join())).toEqual(['a', 'never', 'never', 'again', 'again', 'b'])
  expect([told, doubts()]).toEqual([[['a'], ['again'], ['b']], 1])
})

test('at most two statements run at once, the second from sixteen messages on, and a chat waits for its own', async () => {
  const { send, asked, turns, release, told } = mailbox(() => 'stored', true)
  const all = [send(1, 'first')]
  await turns()
  for (let n = 0; n < 15; n += 1) all.push(send(10 + n, `${n}`))
  await turns()
  expect(asked).toHaveLength(1)
  all.push(send(1, 'second'))
  await turns()
  expect(asked.map(({ contents }) => contents.length)).toEqual([1, 15])
  for (let n = 0; n < 32; n += 1) all.push(send(100 + n, `${n}`))
  await turns()
  expect(asked).toHaveLength(2)
  await release()
  await release()
  await Promise.all(all)
  expect(asked.map(({ contents }) => contents.length)).toEqual([1, 15, 33])
  expect(told.flat().filter(content => /first|second/.test(content))).toEqual(['first', 'second'])
})

test('two statements full of messages can run at once, and no more', async () => {
  const { send, asked, turns, release } = mailbox(() => 'stored', true)
  const long = 'x'.repeat(250_000)
  const all = Array.from({ length: 20 }, (_, n) => send(n + 1, long))
  await turns()
  expect(asked.map(({ chats }) => chats)).toEqual([[1], [2]])
  while (asked.length < 20) await release()
  await release()
  await Promise.all(all)
})

test('a message waits while one with its client id is being stored; one with another id or without any does not', async () => {
  const { send, asked, turns, release } = mailbox(() => 'stored', true)
  const all = [send(1, 'named', 'x'), send(2, 'nameless')]
  await turns()
  all.push(send(3, 'repeat', 'x'))
  for (let n = 0; n < 16; n += 1) all.push(n === 0 ? send(10, 'other', 'y') : send(10 + n, 'nameless'))
  await turns()
  expect(asked.map(({ contents }) => contents.includes('repeat'))).toEqual([false, false])
  expect(asked[1]?.contents).toHaveLength(16)
  await release()
  await release()
  expect(asked[2]?.contents).toEqual(['repeat'])
  await Promise.all(all)
})

test('a chat is settled once its own messages are stored, and the mailbox once all are', async () => {
  const { send, settled, emptied, turns, release, has } = mailbox(() => 'stored', true)
  const all = [send(1, 'a')]
  const isSettled = [has(settled(1)), has(settled(2))]
  const isEmpty = has(emptied())
  await turns()
  expect([...isSettled.map(is => is()), isEmpty()]).toEqual([false, true, false])
  all.push(send(2, 'b'))
  const isOther = has(settled(2))
  const isStillEmpty = has(emptied())
  await turns()
  expect([isOther(), isStillEmpty()]).toEqual([false, false])
  await release()
  expect([isSettled[0]?.(), isOther()]).toEqual([true, false])
  await release()
  expect([isOther(), isEmpty(), isStillEmpty()]).toEqual([true, true, true])
  await Promise.all(all)
})
