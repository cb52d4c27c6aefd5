import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLiveState } from '../../../platform/live/live.ts'
import type { Chats } from '../store/chats.ts'
import type { Conversation } from '../store/conversations.ts'

const step = 200
/** Messages are drawn in pieces cut at multiples of this number. */
export const chunkSize = 25
/** More than fit on a screen: the first frame waits for no others, except those that would make its first piece grow. */
const stepOfFirstFrame = 20
const nearTopPx = 1000

/**
 * The messages of a chat that are rendered: the last ones, or those around the first unread one, and earlier ones as he
 * scrolls up in the log.
 */
export function useShownMessages(
  chats: Chats,
  chatId: number,
  { messages, hasEarlier }: Conversation,
  log: RefObject<HTMLElement | null>,
  unreadFrom: number | undefined,
) {
  const isPainted = useIsPainted(messages.length > 0)
  const [from, setFrom] = useState<number>()
  const asked = useRef<number>(undefined)
  const liveState = useLiveState()

  const first = messages[0]
  // Messages before this number are not rendered until he scrolls up.
  const around = chats.view.places.get(chatId)?.seq ?? unreadFrom
  const shownFrom =
    from ?? (isPainted ? startOf(messages, around, step) : startOfChunk(startOf(messages, around, stepOfFirstFrame)))
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
    if (!element || !isPainted || element.scrollTop > nearTopPx) return
    if (start > 0) setFrom(messages[Math.max(0, start - step)]?.seq)
    else if (hasEarlier && first && asked.current !== first.seq) {
      asked.current = first.seq
      void chats.fetchEarlier(chatId)
    }
  }

  // At the top he cannot scroll further to request more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something has come above
  useEffect(showEarlier, [first?.seq, firstShown, isPainted])

  return { shown, showEarlier }
}

/** The number with which the last messages begin, or the last ones before this number. */
function startOf(messages: Conversation['messages'], number: number | undefined, count: number) {
  const at = number === undefined ? -1 : messages.findIndex(({ seq }) => seq >= number)
  return messages[Math.max(0, (at < 0 ? messages.length : at) - count)]?.seq ?? 0
}

const startOfChunk = (number: number) => number - (number % chunkSize)

/** Whether a frame with the first messages has been painted. */
function useIsPainted(hasMessages: boolean) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!hasMessages) return
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [hasMessages])
  return isPainted
}
