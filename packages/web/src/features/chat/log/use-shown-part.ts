import { useRef, useState } from 'react'
import type { Chats, Place } from '../store/chats.ts'
import type { Conversation } from '../store/conversations.ts'
import type { LogPosition } from './use-log-position.ts'

const step = 200
const nearTopPx = 1000

/** The messages that are rendered: the last ones, and earlier ones once he scrolls up. */
export function useShownPart(
  chats: Chats,
  chatId: number,
  { messages, hasEarlier }: Conversation,
  { log, isPlaced }: LogPosition,
) {
  const [from, setFrom] = useState<number>()
  const asked = useRef<number>(undefined)
  const first = messages[0]
  // Messages before this number are not rendered until he scrolls up.
  const shownFrom = from ?? startOf(messages, chats.view.places.get(chatId))
  const start = Math.max(
    0,
    messages.findIndex(({ seq }) => seq >= shownFrom),
  )
  const shown = start === 0 ? messages : messages.slice(start)

  const showEarlier = () => {
    const element = log.current
    if (!element || !isPlaced.current || element.scrollTop > nearTopPx) return
    if (start > 0) setFrom(messages[Math.max(0, start - step)]?.seq)
    else if (hasEarlier && first && asked.current !== first.seq) {
      asked.current = first.seq
      void chats.fetchEarlier(chatId)
    }
  }
  return { shown, firstShown: shown[0]?.seq, showEarlier, asked }
}

function startOf(messages: Conversation['messages'], place: Place | undefined) {
  const at = place ? messages.findIndex(({ seq }) => seq >= place.seq) : messages.length
  return messages[Math.max(0, (at < 0 ? messages.length : at) - step)]?.seq ?? 0
}
