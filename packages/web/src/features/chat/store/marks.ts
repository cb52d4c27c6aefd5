import type { Chat, Marks } from '@papadag/contract/chat'

/** The marks of the other members; a reply of the version before has those of a pair's other member alone. */
export function marksOf({ marks, participants, deliveredSeq, readSeq }: Chat, ownId: number): readonly Marks[] {
  return marks ?? participants.flatMap(({ id }) => (id === ownId ? [] : { userId: id, deliveredSeq, readSeq }))
}

/** Up to where everybody else has received and read the messages, as far as it is shown. */
export function reachedByAll(chat: Chat, ownId: number): { deliveredSeq: number; readSeq: number } {
  const marks = marksOf(chat, ownId)
  const least = (seqs: readonly number[]) => (seqs.length > 0 ? Math.min(...seqs) : 0)
  return {
    deliveredSeq: least(marks.map(mark => mark.deliveredSeq)),
    readSeq: least(marks.map(mark => mark.readSeq)),
  }
}
