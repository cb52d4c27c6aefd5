import type { Chat } from '@papadag/contract/chat'

/** Up to where everybody else has received and read the messages, if that is shown. */
export function reachedByAll({ marks }: Chat): { deliveredSeq: number; readSeq: number } {
  const least = (seqs: readonly number[]) => (seqs.length > 0 ? Math.min(...seqs) : 0)
  return {
    deliveredSeq: least(marks.map(mark => mark.deliveredSeq)),
    readSeq: least(marks.map(mark => mark.readSeq)),
  }
}
