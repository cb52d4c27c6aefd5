import { expect, test } from 'vitest'
import { aChat, ownId } from '../../../testing/chats.ts'
import { reachedByAll } from './marks.ts'

const mark = (userId: number, deliveredSeq: number, readSeq: number) => ({ userId, deliveredSeq, readSeq })

test('a message counts as received and read once everybody else has it; nobody’s marks say nothing', () => {
  expect(reachedByAll(aChat({ marks: [mark(2, 5, 3), mark(3, 4, 4)] }), ownId)).toEqual({ deliveredSeq: 4, readSeq: 3 })
  expect(reachedByAll(aChat({ marks: [mark(2, 5, 3)] }), ownId)).toEqual({ deliveredSeq: 5, readSeq: 3 })
  expect(reachedByAll(aChat({ marks: [] }), ownId)).toEqual({ deliveredSeq: 0, readSeq: 0 })
})

test('a reply of the version before has the marks of a pair', () => {
  const { marks: _marks, ...older } = aChat({ deliveredSeq: 5, readSeq: 3 })
  expect(reachedByAll(older, ownId)).toEqual({ deliveredSeq: 5, readSeq: 3 })
})
