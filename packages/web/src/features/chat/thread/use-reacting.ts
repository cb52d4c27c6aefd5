import { msg } from '@lingui/core/macro'
import { chatReactions, type Emoji, type Reactions, react, takeReactionBack } from '@papadag/contract/chat'
import { address, type Reply } from '@papadag/contract/route'
import { useCallback } from 'react'
import { useWrite } from '../../../platform/data/data.ts'
import { reads } from '../../../platform/data/reads.ts'
import { errorTitle } from '../../../platform/screen/notices.ts'

export type Toggle = (seq: number, emoji: Emoji, isMine: boolean) => void

/** Adds the user's reaction to a message of a chat, or takes it back. */
export function useReacting(chatId: number): Toggle {
  const outcome = {
    failed: {
      title: errorTitle,
      serverTextOr: msg`Your reaction could not be saved. Please try again later.`,
    },
    onDone: (reactions: Reactions, { params: { seq } }: { params: { seq: string } }) =>
      reads.setQueryData<Reply<typeof chatReactions>>([address(chatReactions, { params: { id: chatId } })], all => [
        ...(all ?? []).filter(one => one.seq !== Number(seq)),
        { seq: Number(seq), reactions },
      ]),
  }
  const { mutate: add } = useWrite(react, outcome)
  const { mutate: remove } = useWrite(takeReactionBack, outcome)
  return useCallback(
    (seq, emoji, isMine) => (isMine ? remove : add)({ params: { id: chatId, seq: String(seq) }, body: { emoji } }),
    [chatId, add, remove],
  )
}
