import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLiveState } from '../../platform/live.ts'
import { fetchEarlier, markRead } from './chat-sync.ts'
import type { Conversation } from './conversations.ts'

const step = 200
const nearTopPx = 1000
const nearEndPx = 60

/** The message at the top of the screen and how far it had been scrolled past. */
type Place = { seq: number; belowPx: number }

// Where he was in each chat, when not at its end.
const places = new Map<number, Place>()

/** Where the reader is in a chat: he stays there whatever comes before or after, and follows when he is at the end. */
export function useLogScroll(chatId: number, { messages, pending, hasEarlier }: Conversation, ownId: number) {
  const log = useRef<HTMLDivElement>(null)
  const [from, setFrom] = useState<number>()
  const isAtEnd = useRef(!places.has(chatId))
  const fromEndPx = useRef(0)
  const isPlaced = useRef(false)
  const [seen, setSeen] = useState(0)
  const asked = useRef<number>(undefined)
  const liveState = useLiveState()

  const last = messages.at(-1)
  const first = messages[0]
  // From here on messages are shown; more of them as he goes up.
  const shownFrom = from ?? startOf(messages, places.get(chatId))
  const start = Math.max(
    0,
    messages.findIndex(({ seq }) => seq >= shownFrom),
  )
  const shown = start === 0 ? messages : messages.slice(start)
  const firstShown = shown[0]?.seq
  const lastOwn = pending.at(-1)?.clientId

  const note = () => {
    const element = log.current
    if (!element) return
    fromEndPx.current = element.scrollHeight - element.scrollTop
    isAtEnd.current = fromEndPx.current - element.clientHeight < nearEndPx
  }
  const goToEnd = () => {
    const element = log.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    note()
  }
  const readToEnd = () => {
    if (!last || document.visibilityState !== 'visible' || !isAtEnd.current) return
    setSeen(last.seq)
    markRead(chatId, last.seq)
  }

  // What he writes himself he sees.
  useLayoutEffect(() => {
    if (lastOwn) isAtEnd.current = true
  }, [lastOwn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown may have moved him
  useLayoutEffect(() => {
    const element = log.current
    if (!element || !last) return
    if (!isPlaced.current) {
      isPlaced.current = true
      if (!goBack(element, places.get(chatId))) {
        goToEnd()
        // Unread messages are read from their beginning.
        const divider = element.querySelector<HTMLElement>('[data-unread]')
        if (divider) element.scrollTop = Math.min(element.scrollTop, divider.offsetTop - 12)
      }
      note()
      setSeen(last.seq)
    } else if (isAtEnd.current) goToEnd()
    readToEnd()
  }, [last?.seq, pending])

  // Earlier ones have come: what he looks at stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when more is shown above
  useLayoutEffect(() => {
    const element = log.current
    if (element && isPlaced.current && !isAtEnd.current) element.scrollTop = element.scrollHeight - fromEndPx.current
    note()
  }, [firstShown])

  useEffect(() => {
    // With another width or height of the window the end stays the end.
    const element = log.current
    if (!element || !('ResizeObserver' in globalThis)) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    document.addEventListener('visibilitychange', readToEnd)
    return () => document.removeEventListener('visibilitychange', readToEnd)
  })

  // What could not be told is told when there is a connection, and what was asked may not have arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each new connection
  useEffect(() => {
    asked.current = undefined
    if (liveState === 'connected') readToEnd()
  }, [liveState])

  const showEarlier = () => {
    const element = log.current
    if (!element || !isPlaced.current || element.scrollTop > nearTopPx) return
    if (start > 0) setFrom(messages[Math.max(0, start - step)]?.seq)
    else if (hasEarlier && first && asked.current !== first.seq) {
      asked.current = first.seq
      void fetchEarlier(chatId)
    }
  }

  // Whoever waits at the top cannot scroll any further to say that he wants more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something has come above
  useEffect(showEarlier, [first?.seq, firstShown])

  const onScroll = () => {
    note()
    readToEnd()
    const element = log.current
    if (element) keepPlace(chatId, element, isAtEnd.current)
    showEarlier()
  }

  const newCount =
    isAtEnd.current || seen === 0 ? 0 : messages.filter(({ seq, senderId }) => seq > seen && senderId !== ownId).length
  return {
    log,
    shown,
    newCount,
    onScroll,
    toEnd() {
      goToEnd()
      readToEnd()
    },
  }
}

function startOf(messages: Conversation['messages'], place: Place | undefined) {
  const at = place ? messages.findIndex(({ seq }) => seq >= place.seq) : messages.length
  return messages[Math.max(0, (at < 0 ? messages.length : at) - step)]?.seq ?? 0
}

function keepPlace(chatId: number, log: HTMLElement, isAtEnd: boolean) {
  if (isAtEnd) return void places.delete(chatId)
  const top = [...log.querySelectorAll<HTMLElement>('[data-seq]')].find(
    ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > log.scrollTop,
  )
  if (top) places.set(chatId, { seq: Number(top.dataset.seq), belowPx: log.scrollTop - top.offsetTop })
}

function goBack(log: HTMLElement, place: Place | undefined) {
  const bubble = place && log.querySelector<HTMLElement>(`[data-seq="${place.seq}"]`)
  if (!bubble) return false
  log.scrollTop = bubble.offsetTop + place.belowPx
  return true
}
