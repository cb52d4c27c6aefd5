import { expect, test } from 'vitest'
import { nextBatch, type Waiting } from './next-batch.ts'

const letter = (chatId: number, senderId: number, content = 'Hoi', clientId?: string): Waiting => ({
  chatId,
  senderId,
  content,
  clientId,
  name: clientId ? `${senderId} ${clientId}` : '',
  resolve() {},
  reject() {},
})
const split = (waiting: readonly Waiting[], chats: readonly number[] = [], names: readonly string[] = []) => {
  const { batch, rest } = nextBatch(waiting, { chats: new Set(chats), names: new Set(names) })
  return [batch, rest].map(all => all.map(one => waiting.indexOf(one)))
}

test('messages are stored together, in their order', () => {
  expect(split([letter(1, 1), letter(2, 2), letter(1, 1)])).toEqual([[0, 1, 2], []])
})

test('a batch takes one sender of each chat, and no message overtakes the other member’s', () => {
  expect(split([letter(1, 1), letter(1, 2), letter(1, 1), letter(2, 2)])).toEqual([
    [0, 3],
    [1, 2],
  ])
})

test('while a chat is being stored, all other messages of that chat wait', () => {
  expect(split([letter(1, 1), letter(2, 1), letter(1, 1)], [1])).toEqual([[1], [0, 2]])
})

test('a message whose client id is being stored, or is in the batch, waits together with its chat', () => {
  expect(split([letter(1, 1, 'a', 'x'), letter(2, 1, 'a', 'x'), letter(2, 1), letter(3, 2, 'a', 'x')])).toEqual([
    [0, 3],
    [1, 2],
  ])
  expect(split([letter(1, 1, 'a', 'x'), letter(2, 1, 'a', 'y')], [], ['1 x'])).toEqual([[1], [0]])
  // Messages without a client id are not repeats of each other.
  expect(split([letter(1, 1), letter(2, 1)], [], ['1 x'])).toEqual([[0, 1], []])
})

test('a batch is full at 500 messages or 250,000 characters', () => {
  const many = Array.from({ length: 501 }, (_, at) => letter(at, at))
  expect(nextBatch(many, { chats: new Set(), names: new Set() }).batch).toHaveLength(500)
  const long = [letter(1, 1, 'x'.repeat(125_000)), letter(2, 2, 'x'.repeat(125_000)), letter(3, 3)]
  expect(split(long)).toEqual([[0, 1], [2]])
  expect(split([letter(1, 1, 'x'.repeat(249_999)), letter(2, 2), letter(3, 3)])).toEqual([[0, 1], [2]])
})
