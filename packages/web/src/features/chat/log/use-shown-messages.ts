import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLiveState } from '../../../platform/live/live.ts'
import type { Chats, Place } from '../store/chats.ts'
import type { Conversation } from '../store/conversations.ts'

const step = 200
const nearTopPx = 1000

/** The messages of a chat that are rendered: the last ones, and earlier ones as he scrolls up in the log. */
export function useShownMessages(
  chats: Chats,
  chatId: number,
  { messages, hasEarlier }: Conversation,
  log: RefObject<HTMLElement | null>,
) {
  const [from, setFrom] = useState<number>()
  const asked = useRef<number>(undefined)
  const liveState = useLiveState()

  const first = messages[0]
  // Messages before this number are not rendered until he scrolls up.
  const shownFrom = from ?? startOf(messages, chats.view.places.get(chatId))
  const start = Math.max(
    0,
    messages.findIndex(({ seq }) => seq >= shownFrom),
  )
  const shown = start === 0 ? messages : messages.slice(start)
  const firstShown = shown[0]?.seq

  // Repeats on each connection what the last one may have lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each new connection
  useEffect(() => {
    asked.current = undefined
  }, [liveState])

  const showEarlier = () => {
    const element = log.current
    if (!element || element.scrollTop > nearTopPx) return
    if (start > 0) setFrom(messages[Math.max(0, start - step)]?.seq)
    else if (hasEarlier && first && asked.current !== first.seq) {
      asked.current = first.seq
      void chats.fetchEarlier(chatId)
    }
  }

  // At the top he cannot scroll further to request more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something has come above
  useEffect(showEarlier, [first?.seq, firstShown])

  return { shown, showEarlier }
}

function startOf(messages: Conversation['messages'], place: Place | undefined) {
  const at = place ? messages.findIndex(({ seq }) => seq >= place.seq) : messages.length
  return messages[Math.max(0, (at < 0 ? messages.length : at) - step)]?.seq ?? 0
}
