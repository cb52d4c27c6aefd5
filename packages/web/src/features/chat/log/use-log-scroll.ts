import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Chats, Place } from '../store/chats.ts'
import type { Conversation } from '../store/conversations.ts'
import { useSeen } from './use-seen.ts'
import { useShownMessages } from './use-shown-messages.ts'

const nearEndPx = 60

/**
 * Keeps the reader's position in a chat while messages are added before or after it, and follows the end if he is
 * there.
 */
export function useLogScroll(chats: Chats, chatId: number, conversation: Conversation, ownId: number) {
  const { messages, pending } = conversation
  const { places } = chats.view
  const position = usePosition(!places.has(chatId))
  const { log, isAtEnd, note, goToEnd, goToUnread } = position
  const isPlaced = useRef(false)
  const { shown, showEarlier } = useShownMessages(chats, chatId, conversation, log)
  const { newCount, setSeen, readToEnd } = useSeen(chats, chatId, conversation, ownId, isAtEnd)

  const last = messages.at(-1)
  const firstShown = shown[0]?.seq
  const lastOwn = pending.at(-1)?.clientId

  // Sending a message scrolls to the end.
  useLayoutEffect(() => {
    if (lastOwn) isAtEnd.current = true
  }, [lastOwn, isAtEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the messages shown change
  useLayoutEffect(() => {
    const element = log.current
    if (!element || !last) return
    if (!isPlaced.current) {
      isPlaced.current = true
      if (!goBack(element, places.get(chatId))) {
        goToEnd()
        goToUnread(element)
      }
      note()
      setSeen(last.seq)
    } else if (isAtEnd.current) goToEnd()
    readToEnd()
  }, [last?.seq, pending])

  // Earlier messages were added above: keeps what he looks at in place, or shows an earlier one that is unread too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when more is shown above
  useLayoutEffect(() => {
    const element = log.current
    if (element && isPlaced.current && !isAtEnd.current) position.keep(element)
    note()
  }, [firstShown])

  const onScroll = () => {
    note()
    readToEnd()
    const element = log.current
    position.noteScroll(element)
    if (element) keepPlace(places, chatId, element, isAtEnd.current)
    showEarlier()
  }

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

/** How far the log is scrolled, and whether that is its end. */
function usePosition(startsAtEnd: boolean) {
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(startsAtEnd)
  const fromEndPx = useRef(0)
  // Where he was taken to the first unread message, until he scrolls.
  const unreadPx = useRef<number>(undefined)

  const note = () => {
    const element = log.current
    if (!element) return
    fromEndPx.current = element.scrollHeight - element.scrollTop
    isAtEnd.current = fromEndPx.current - element.clientHeight < nearEndPx
  }
  const goToUnread = (element: HTMLElement) => {
    const divider = element.querySelector<HTMLElement>('[data-unread]')
    if (!divider) return
    element.scrollTop = Math.min(element.scrollTop, divider.offsetTop - 12)
    unreadPx.current = element.scrollTop
  }

  useEffect(() => {
    // When the window is resized or a card in a message grows, the end stays in view.
    const element = log.current
    if (!element || !('ResizeObserver' in globalThis)) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    for (const box of [element, element.firstElementChild]) if (box) observer.observe(box)
    return () => observer.disconnect()
  }, [])

  return {
    log,
    isAtEnd,
    note,
    goToEnd() {
      const element = log.current
      if (!element) return
      element.scrollTop = element.scrollHeight
      note()
    },
    goToUnread,
    /** Stays at what he looks at, or at the first unread message, when more is added above. */
    keep(element: HTMLElement) {
      element.scrollTop = element.scrollHeight - fromEndPx.current
      if (unreadPx.current !== undefined) goToUnread(element)
    },
    noteScroll(element: HTMLElement | null) {
      if (element?.scrollTop !== unreadPx.current) unreadPx.current = undefined
    },
  }
}

function keepPlace(places: Map<number, Place>, chatId: number, log: HTMLElement, isAtEnd: boolean) {
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
