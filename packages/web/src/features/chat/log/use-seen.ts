import { type RefObject, useEffect, useState } from 'react'
import { useLiveState } from '../../../platform/live/live.ts'
import type { Chats } from '../store/chats.ts'
import type { Conversation } from '../store/conversations.ts'

/** Which messages of a chat he has seen: all of them whenever the window is visible at the end of the log. */
export function useSeen(
  chats: Chats,
  chatId: number,
  { messages }: Conversation,
  ownId: number,
  isAtEnd: RefObject<boolean>,
) {
  const [seen, setSeen] = useState(0)
  const liveState = useLiveState()
  const last = messages.at(-1)

  const readToEnd = () => {
    if (!last || document.visibilityState !== 'visible' || !isAtEnd.current) return
    setSeen(last.seq)
    chats.markRead(chatId, last.seq)
  }

  useEffect(() => {
    document.addEventListener('visibilitychange', readToEnd)
    return () => document.removeEventListener('visibilitychange', readToEnd)
  })

  // Repeats on each connection what the last one may have lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each new connection
  useEffect(() => {
    if (liveState === 'connected') readToEnd()
  }, [liveState])

  const newCount =
    isAtEnd.current || seen === 0 ? 0 : messages.filter(({ seq, senderId }) => seq > seen && senderId !== ownId).length
  return { newCount, setSeen, readToEnd }
}
