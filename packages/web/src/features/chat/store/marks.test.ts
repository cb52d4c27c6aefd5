import { expect, test } from 'vitest'
import { aChat } from '../../../testing/chats.ts'
import { reachedByAll } from './marks.ts'

const mark = (userId: number, deliveredSeq: number, readSeq: number) => ({ userId, deliveredSeq, readSeq })

test('a message counts as received and read once everybody else has received and read it', () => {
  expect(reachedByAll(aChat({ marks: [mark(2, 5, 3), mark(3, 4, 4)] }))).toEqual({ deliveredSeq: 4, readSeq: 3 })
  expect(reachedByAll(aChat({ marks: [mark(2, 5, 3)] }))).toEqual({ deliveredSeq: 5, readSeq: 3 })
  expect(reachedByAll(aChat({ marks: [] }))).toEqual({ deliveredSeq: 0, readSeq: 0 })
})
